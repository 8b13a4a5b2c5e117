package io.parallax.remote;

import io.parallax.core.AddedBy;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.Methods;
import io.parallax.core.PartyId;
import io.parallax.core.Reveals;
import io.parallax.core.Roster;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.core.TellsLabels;
import io.parallax.data.ColumnMoments;
import io.parallax.math.Matrix;
import io.parallax.privacy.AlignMessages;
import io.parallax.privacy.LookupMessages;
import io.parallax.run.ValueScoring;
import io.parallax.run.ValueSums;
import io.parallax.study.Exposure;
import io.parallax.study.LabelReaders;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Messages that every study between machines exchanges, for any method. */
public final class NodeMessages {
  private static final double ROWS = 0x1p40;
  private static final double SHARES = 0x1p10;

  private NodeMessages() {}

  /** Before training: no more than the study needs. On the wire an ask is its place in it. */
  public static List<Class<? extends Ask<?>>> setup(Study study) {
    List<Class<? extends Ask<?>>> asks = new ArrayList<>(List.of(DescribeRows.class));
    if (study.layout().spreadsRows()) {
      asks.add(AskMoments.class);
    } else if (RowOutline.told(study)) {
      asks.add(AskHeldOut.class);
    }
    return asks;
  }

  /** Behind the method's own asks, where parties hold different people. */
  private static final List<Class<? extends Ask<?>>> AFTER = List.of(Judge.class, KeepModel.class);

  /** The same, where one party at most has the labels. */
  private static final List<Class<? extends Ask<?>>> AFTER_VIEWS =
      List.of(JudgeHeldOut.class, KeepModel.class, CountCut.class);

  /** The same, where a target that is not classes is learnt. */
  private static final List<Class<? extends Ask<?>>> AFTER_VALUES =
      List.of(JudgeValues.class, KeepModel.class);

  /** The same, where parties hold different people. */
  private static final List<Class<? extends Ask<?>>> AFTER_OWN_VALUES =
      List.of(JudgeOwnValues.class, KeepModel.class);

  /** Behind those, where a study tells how good its result is for each party and view. */
  private static final List<Class<? extends Ask<?>>> BY_SITE = List.of(AskOwnMetrics.class);

  private static final List<Class<? extends Ask<?>>> BY_VIEW =
      List.of(AskGuesses.class, JudgeViews.class);

  /** Behind those, where most held-out rows are scored without one party. */
  private static final List<Class<? extends Ask<?>>> LEFT_OUT = List.of(JudgeParts.class);

  /**
   * Disclosures that taking part implies: what the party with the labels tells of held-out rows.
   */
  public static final Set<String> VERDICTS =
      Stream.of(HeldOutJudged.class, ViewsJudged.class, PartsJudged.class)
          .map(Disclosed::nameOf)
          .collect(Collectors.toUnmodifiableSet());

  /**
   * Returns the one answer of a gathering that is asked of all for the sake of the party with the
   * labels: what any other party says is not read.
   */
  static <U extends Disclosed> Optional<U> ofTheHolder(Study study, Map<PartyId, U> told) {
    return study.layout().holders().stream()
        .filter(Layout.Holder::labels)
        .findFirst()
        .map(holder -> told.get(holder.id()));
  }

  /**
   * Returns the disclosures that an owner may have to allow by name, of any method and of judging.
   */
  public static List<String> disclosures() {
    Stream<Class<? extends Ask<?>>> methods =
        Methods.all().stream().flatMap(method -> method.asks().stream());
    Stream<Class<? extends Ask<?>>> splits = Stream.of(AskHeldOut.class);
    return Stream.of(methods, splits, AFTER.stream(), BY_SITE.stream(), BY_VIEW.stream())
        .flatMap(asks -> asks)
        .map(Answers::typeFor)
        .filter(Disclosed.class::isAssignableFrom)
        .map(Disclosed::nameOf)
        .filter(name -> !VERDICTS.contains(name))
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns the names of answers that tell something about labels, of any study. */
  public static Set<String> aboutLabels() {
    Stream<Class<? extends Ask<?>>> heldOut = Stream.of(AskHeldOut.class);
    return Stream.of(
            heldOut,
            AFTER.stream(),
            AFTER_VIEWS.stream(),
            AFTER_VALUES.stream(),
            AFTER_OWN_VALUES.stream(),
            BY_SITE.stream(),
            BY_VIEW.stream(),
            LEFT_OUT.stream())
        .flatMap(asks -> asks)
        .filter(ask -> ask != KeepModel.class && ask != CountCut.class)
        .map(ask -> Answers.typeFor(ask).getSimpleName())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the asks that judge the result, sent after the method's own. */
  public static List<Class<? extends Ask<?>>> after(Study study) {
    boolean values = study.task() instanceof Task.Values;
    List<Class<? extends Ask<?>>> ofValues =
        study.layout().spreadsRows() ? AFTER_OWN_VALUES : AFTER_VALUES;
    List<Class<? extends Ask<?>>> ofClasses = study.layout().spreadsRows() ? AFTER : AFTER_VIEWS;
    List<Class<? extends Ask<?>>> asks = new ArrayList<>(values ? ofValues : ofClasses);
    if (study.evaluation().byParty()) {
      asks.addAll(!study.layout().spreadsRows() ? BY_VIEW : BY_SITE);
    }
    if (study.extras().check().leaveOneOut()) {
      asks.addAll(LEFT_OUT);
    }
    return asks;
  }

  /** Returns what each side learns in a study between machines, by every type of message. */
  public static List<Exposure.Line> learned(Study study) {
    return Exposure.lines(asks(study));
  }

  /** Returns who learns the labels of single training rows. */
  public static LabelReaders labelReaders(Study study) {
    return LabelReaders.of(asks(study));
  }

  /** Returns all that is asked in a study, of alignment, setup, training, judging and use. */
  public static List<Class<? extends Ask<?>>> asks(Study study) {
    List<Class<? extends Ask<?>>> asks = new ArrayList<>();
    if (study.protection().align().apart()) {
      asks.addAll(AlignMessages.asks(!study.protection().align().whole()));
    }
    asks.addAll(setup(study));
    asks.addAll(Exposure.asks(study));
    asks.addAll(after(study));
    asks.addAll(CertaintyMessages.asks(study));
    if (study.extras().predict().isPresent()) {
      asks.addAll(LookupMessages.asks(!study.protection().align().whole()));
    }
    return asks;
  }

  /** Returns the values of the letters in the sizes of setup messages. */
  public static Map<String, Long> setupLetters(Study study) {
    return Map.of("members", (long) study.members().size());
  }

  /**
   * Returns the values of the letters in the sizes of judging messages, with R for the study's
   * rounds.
   *
   * @param heldOut number of held-out rows
   */
  static Map<String, Long> letters(Study study, Roster roster, int classes, int heldOut) {
    boolean clusters = !study.task().learnsLabels();
    return Map.of(
        "classes",
        (long) classes,
        "groups",
        (long) roster.classes(),
        "judged",
        (long) Math.max(1, clusters ? roster.samples() : Math.max(heldOut, roster.heldOut())),
        "members",
        (long) study.members().size(),
        "metrics",
        (long)
            (study.task() instanceof Task.Values values
                ? ValueScoring.names(values.kind()).size()
                : EvaluatingParty.names(classes, clusters).size()),
        "values",
        (long)
            (study.task() instanceof Task.Values values
                ? ValueSums.columns(values.kind(), SumLimits.allMetrics(study, roster))
                : 1),
        "R",
        (long) study.stop().rounds());
  }

  @Reveals("nothing")
  record DescribeRows() implements Ask<Rows> {}

  @Reveals(
      "to the coordinator: how many rows and columns the party has, one hash over its columns'"
          + " names (and one over all its row ids together, where rows are said to match already),"
          + " and the names of its classes, or of the strata of its target")
  public record Rows(
      int samples,
      int width,
      @Size("64") String ids,
      @Size("64") String columns,
      boolean labels,
      @Size("4194304") String classes)
      implements Disclosed {}

  @Reveals("nothing")
  record AskHeldOut(@Size("B") int bytes) implements Ask<HeldOutRows> {}

  @Reveals(
      "to everybody: which rows, by number, are held out to judge by in each split. Drawn by labels"
          + " and the study's seed, ten splits of them tell nearly every true label; splits of times"
          + " tell which of 32 draws shares events most evenly, and no event")
  @TellsLabels
  record HeldOutRows(boolean held, @Size("B") String splits) implements Disclosed {}

  @Reveals("to every party: how many rows the other parties have")
  record AskMoments(@Size("D") int width, @Size("members × 1") Matrix rows)
      implements Ask<Moments> {} // rows K × 1

  @Reveals(
      "in sum, for everybody, once for a study: count, sum and sum of squares of each column over"
          + " all parties' training rows in the first split")
  record Moments(
      @Bound(ROWS) @Size("1 × D") Matrix counts,
      @Bound(MomentLimbs.MOST) @Size(ColumnMoments.LIMBS + " × D") Matrix limbs)
      implements Summand {}

  @Reveals("to every party: the joint scores of the held-out rows, where there are any")
  record Judge(boolean joint, @Size(value = "judged × groups", orLess = true) Matrix scores)
      implements Ask<Judged> {} // n × C

  @Reveals(
      "in sum over those who have labels: how many held-out rows of each class were taken for"
          + " which, and the metrics; in sum over all, how many parties had many rows cut")
  @AddedBy(AddedBy.Who.LABEL_HOLDERS)
  record Judged(
      @Bound(ROWS) @Size("classes × groups") Matrix confusion, // true classes × what was found
      @Bound(SHARES) @Size("2 × metrics") Matrix metrics, // values, and a one where one is defined
      int judges,
      int cut,
      int below)
      implements Summand {}

  @Reveals("to every party: the joint scores of the held-out rows, where there are any")
  record JudgeHeldOut(boolean joint, @Size(value = "judged × groups", orLess = true) Matrix scores)
      implements Ask<HeldOutJudged> {} // n × C

  @Reveals(
      "from the party with the labels, for all who see the result: how many held-out rows of each"
          + " class were taken for which, the metrics, and whether the scores are worse than its own"
          + " view alone")
  record HeldOutJudged(
      @Size("classes × groups") Matrix confusion,
      @Size("2 × metrics") Matrix metrics,
      int judges,
      int below)
      implements Disclosed {
    static HeldOutJudged of(Judged own) {
      return new HeldOutJudged(own.confusion(), own.metrics(), own.judges(), own.below());
    }

    /** Returns the same with the number of parties that had many rows cut. */
    Judged with(int cut) {
      return new Judged(confusion, metrics, judges, cut, below);
    }
  }

  @Reveals("nothing")
  record CountCut() implements Ask<CutCounted> {}

  @Reveals("in sum over all: how many parties had many rows cut")
  record CutCounted(int parties) implements Summand {}

  @Reveals("to every party: the predictions for the held-out rows")
  record JudgeValues(@Size("judged × 1") Matrix predictions) implements Ask<ValuesJudged> {}

  @Reveals(
      "from the party with the target: the metrics of the predictions for the held-out rows, to four"
          + " digits; in sum over all, how many parties had many rows cut")
  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  record ValuesJudged(
      @Bound(2) @Size("2 × metrics") Matrix metrics, // mantissas, and a one where one is defined
      @Bound(SHARES * 2) @Size("1 × metrics") Matrix exponents,
      int judges,
      int cut)
      implements Summand {}

  @Reveals("nothing")
  record JudgeOwnValues() implements Ask<OwnValuesJudged> {}

  @Reveals(
      "in sum over all parties' held-out rows: of numbers, sums and sums of squares of errors, their"
          + " sizes, numbers and predictions; of counts, of deviances, counts and exposures; of times,"
          + " of the pairs of people at one party and of those in the order of their risks; where every"
          + " party has many rows, also of counts by their rates' logarithms and of powers of rates,"
          + " and of weighted pairs, Brier scores and gradients of the likelihood at five slopes; and"
          + " how many parties had many rows cut")
  record OwnValuesJudged(
      @Bound(ROWS) @Size("1 × values") Matrix counts,
      @Bound(MomentLimbs.MOST) @Size(ColumnMoments.LIMBS + " × values") Matrix limbs,
      int cut)
      implements Summand {}

  @Reveals("nothing")
  record AskOwnMetrics(@Size("scored") int rows) implements Ask<OwnMetrics> {} // 1 + views

  @Reveals(
      "to the coordinator and all who see the result: how good it is for the party's own held-out"
          + " rows, with all views and with each alone")
  record OwnMetrics(
      @Size("scored × metrics") Matrix values, @Size("scored × metrics") Matrix defined)
      implements Disclosed {}

  @Reveals("nothing")
  record AskGuesses(@Size("judged") int heldOut) implements Ask<ViewGuesses> {}

  @Reveals("to everybody in the study: which class the party's view alone gives each held-out row")
  record ViewGuesses(boolean given, @Size("judged × 1") Matrix guesses) implements Disclosed {}

  @Reveals("to every party: which class each view alone gives each held-out row")
  record JudgeViews(@Size("judged × members") Matrix guesses) implements Ask<ViewsJudged> {}

  @Reveals(
      "from the party with the labels, for all who see the result: how good each view's guesses are")
  record ViewsJudged(
      @Size("members × metrics") Matrix values, @Size("members × metrics") Matrix defined)
      implements Disclosed {}

  @Reveals("to every party: the scores of the held-out rows, most of them without one party's")
  record JudgeParts(@Size("judged × groups") Matrix scores) implements Ask<PartsJudged> {}

  @Reveals(
      "from the party with the labels, for all who see the result: how many held-out rows are right when all parties score them, and"
          + " when each is left out; so averages with and without a party can be compared. Each"
          + " held-out row is scored over one set of parties only: all, or all but one. Where it is"
          + " trained on, too, that sum less this one is nearly the left-out party's scores")
  record PartsJudged(@Size("1 × members") Matrix right) implements Disclosed {}

  @Reveals("nothing")
  record KeepModel(int rounds) implements Ask<Kept> {}

  @Reveals("in sum: how many parties have kept their part of the model")
  record Kept(int parties) implements Summand {}

  /** Opens the part "setup". */
  public record SetupOpening(String manifest) {}

  /**
   * Opens a split, or the training of the model of all rows.
   *
   * @param trial the split's number; 0: the model
   * @param classes their names, one a line
   * @param rows of each party, K × 1, where parties hold different people
   * @param heldOut which rows are held out, where the party with the labels tells it; else empty
   * @param moments by which columns are scaled, where parties hold different people: counts, means
   *     and deviations, 3 × D
   */
  public record TrainingOpening(
      String manifest, int trial, String classes, Matrix rows, String heldOut, Matrix moments) {}

  /**
   * Opens the parts of a joint prediction.
   *
   * @param request the name of the request, drawn by the party that asks
   * @param people how many are scored; 0 while that is not known
   * @param among the parties that take part, a line for each
   */
  public record PredictionOpening(String manifest, String request, int people, String among) {
    /** Returns the parties that take part; rejects others than the study allows. */
    public SortedSet<PartyId> parties(Study study) {
      SortedSet<PartyId> parties = new TreeSet<>();
      Bits.lines(among).forEach(name -> parties.add(PartyId.of(name)));
      return PredictingParties.require(study, parties);
    }
  }

  /** Stands where a matrix is not needed. */
  public static final Matrix NONE = Matrix.zeros(1, 1);
}
