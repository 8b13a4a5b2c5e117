package io.parallax.remote;

import io.parallax.core.HiddenSeed;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.data.Scaler;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.FinalModel;
import io.parallax.run.Fit;
import io.parallax.run.PartName;
import io.parallax.run.StudyDirections;
import io.parallax.run.check.LeftOutParts;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelPart;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** One split, as one party takes part in it. */
public final class PartyTraining {
  /** Stores this party's part of a model, with its own coefficients where the method has some. */
  public interface Keeper {
    void keep(Model model, ModelPart part, Optional<Fit> fit);
  }

  private static final int KEY_BYTES = 32;

  private final PartyId me;
  private final Study study;
  private final StudyData rows;
  private final TrainingOpening how;
  private final boolean without;
  private final HiddenSeed secret;
  private final UnaryOperator<StudyData> taught;
  private final Keeper keeper;
  private final EvaluateOnce verdict;
  private final CutRows cut;
  private final SameFactsGuard told;

  /**
   * @param without whether the rows that calibrate what is certain are left out
   * @param secret for random numbers that nobody but this party may guess
   * @param taught puts in the labels that training is told
   * @param keeper is given this party's part of the model, if that is what is trained
   * @param verdict on the held-out rows
   * @param cut remembers that rows were cut
   * @param told remembers what this party is told of all rows
   */
  public PartyTraining(
      PartyId me,
      Study study,
      StudyData rows,
      TrainingOpening how,
      boolean without,
      HiddenSeed secret,
      UnaryOperator<StudyData> taught,
      Keeper keeper,
      EvaluateOnce verdict,
      CutRows cut,
      SameFactsGuard told) {
    this.me = me;
    this.study = study;
    this.rows = rows;
    this.how = how;
    this.without = without;
    this.secret = secret;
    this.taught = taught;
    this.keeper = keeper;
    this.verdict = verdict;
    this.cut = cut;
    this.told = told;
  }

  public <C extends Record, R extends Result> Party party(Configured<C, R> method) {
    List<String> classes = Bits.lines(how.classes());
    boolean sites = study.layout().spreadsRows();
    StudyData coded = sites ? Classes.coded(rows, classes) : rows;
    RowOutline outline = outline().requireFewSums(groups(classes));
    Split whole = whole(outline);
    Split split = outline.own(me, rows.codes().length, whole);
    requireOwnSplit();
    requireToldOnce();
    Roster roster = roster(outline, whole, classes).keeping(secret);
    method.method().check(method.config(), roster);
    StudyData own = taught.apply(coded);
    Optional<Fold> fold = sites ? Optional.empty() : Optional.of(own.fold(split, purpose()));
    List<View> views = fold.map(Fold::views).orElseGet(() -> own.site(split, scalers(own)));
    Party party = method.method().party(method.config(), views, roster);
    if (without || how.trial() == PartName.MODEL) {
      return new ModelKeepingParty(
          party,
          rounds ->
              keeper.keep(
                  model(own, classes, split, rounds),
                  part(own, split, party),
                  Optional.of(party.coefficients())
                      .filter(fitted -> !fitted.isEmpty())
                      .flatMap(fitted -> Fit.of(study, method, Map.of(me, fitted), Map.of()))));
    }
    if (study.task() instanceof Task.Values task) {
      return sites
          ? ownValues(party, values(own, split), task, roster)
          : new ValueEvaluatingParty(party, fold.flatMap(Fold::values), task.kind(), verdict, cut);
    }
    Verdict shape = Verdict.of(study, me, classes.size());
    return outline
        .leftOut(how.trial(), how.heldOut())
        .map(parts -> leavingOut(party, own, parts, outline, shape, keeping(party, own, split)))
        .orElseGet(() -> judging(party, truth(own, split), views, shape));
  }

  private Party judging(Party party, Optional<int[]> truth, List<View> views, Verdict shape) {
    truth.ifPresent(judged -> shape.requireLarge(judged.length));
    return new EvaluatingParty(party, truth, views, shape, verdict, cut, Optional.empty());
  }

  /** Returns a party that keeps its part of the model, and judges all held-out rows. */
  private Party leavingOut(
      Party party,
      StudyData own,
      LeftOutParts parts,
      RowOutline outline,
      Verdict shape,
      IntConsumer keep) {
    Split all = outline.split(how.trial(), how.heldOut());
    Optional<int[]> truth = truth(own, all);
    boolean ends = study.extras().check().ends();
    PartsVerdict counted =
        new PartsVerdict(parts, all.test(), truth, shape.groups(), study.trials(), ends, verdict);
    List<View> views = own.fold(all, purpose()).views();
    return new ModelKeepingParty(
        new EvaluatingParty(party, truth, views, shape, verdict, cut, Optional.of(counted)), keep);
  }

  private IntConsumer keeping(Party party, StudyData own, Split split) {
    List<String> classes = Bits.lines(how.classes());
    return rounds ->
        keeper.keep(model(own, classes, split, rounds), part(own, split, party), Optional.empty());
  }

  /** Returns a party that judges the target of its own people. */
  private Party ownValues(Party party, Fold.Values values, Task.Values task, Roster roster) {
    Optional<byte[]> key =
        study.protection().masked() ? Optional.of(key(roster)) : Optional.empty();
    boolean all = SumLimits.allMetrics(study, roster);
    return new OwnValueEvaluatingParty(party, values, task.kind(), all, verdict, cut, key);
  }

  private static Fold.Values values(StudyData own, Split split) {
    Target target = own.target().orElseThrow();
    return new Fold.Values(target.select(split.train()), target.select(split.test()));
  }

  /** Returns a key for the sums of this split alone; the same after a restart. */
  private byte[] key(Roster roster) {
    Rng rng = roster.secretRng(me, "held-out sums", purpose());
    ByteBuffer key = ByteBuffer.allocate(KEY_BYTES);
    while (key.hasRemaining()) {
      key.putLong(rng.bits());
    }
    return key.array();
  }

  private int groups(List<String> classes) {
    return study.task().outcomes(classes.size());
  }

  private RowOutline outline() {
    return !study.layout().spreadsRows()
        ? RowOutline.ofViews(study, rows.codes().length)
        : RowOutline.ofSites(study, how.rows());
  }

  private Roster roster(List<String> classes) {
    RowOutline outline = outline();
    return roster(outline, whole(outline), classes);
  }

  private Roster roster(RowOutline outline, Split whole, List<String> classes) {
    return roster(study, outline.sizes(whole), classes.size(), seed(study, purpose()));
  }

  private Split whole(RowOutline outline) {
    return outline.training(how.trial(), how.heldOut(), without);
  }

  /** Returns the greatest length of a row that this party may add to a sum. */
  public <C extends Record, R extends Result> RowLimits limits(Configured<C, R> method) {
    Roster roster = roster(Bits.lines(how.classes()));
    return method.limits(roster, study.protection().rowClip()).telling(id -> cut.happened());
  }

  /** Returns the values of the letters in the sizes of asks, with R for the study's rounds. */
  public <C extends Record, R extends Result> Map<String, Long> letters(
      Configured<C, R> method, Party half) {
    List<String> classes = Bits.lines(how.classes());
    int judged = outline().split(how.trial(), how.heldOut()).test().length;
    Map<String, Long> letters = letters(study, method, roster(classes), classes.size(), judged);
    half.sizes().forEach((letter, most) -> letters.merge(letter, most, Math::min));
    return letters;
  }

  /**
   * The same, as far as everybody in the study knows it.
   *
   * @param judged number of held-out rows, of which training itself may score fewer
   */
  public static <C extends Record, R extends Result> Map<String, Long> letters(
      Study study, Configured<C, R> method, Roster roster, int classes, int judged) {
    Map<String, Long> letters = new HashMap<>(method.method().sizes(method.config(), roster));
    letters.putAll(NodeMessages.letters(study, roster, classes, judged));
    return letters;
  }

  /** Returns the greatest number of directions that this training reveals. */
  public <C extends Record, R extends Result> long directions(Configured<C, R> method) {
    List<String> classes = Bits.lines(how.classes());
    return StudyDirections.of(study)
        .most(letters(study, method, roster(classes), classes.size(), 0));
  }

  private String purpose() {
    return purpose(how.trial(), without);
  }

  /** Returns the purpose of a training's random numbers. */
  static String purpose(int trial, boolean without) {
    return without && trial != PartName.MODEL
        ? PartName.certainPurpose(trial)
        : PartName.purpose(trial);
  }

  static long seed(Study study, String purpose) {
    StudyData none =
        new StudyData(
            study,
            Map.of(),
            Map.of(),
            new int[0],
            List.of(),
            Optional.empty(),
            new int[0],
            List.of());
    return none.seed(purpose);
  }

  /** Returns the public description of the model; each party has its own part beside it. */
  private Model model(StudyData own, List<String> classes, Split split, int rounds) {
    return new Model(
        study.name(),
        study.method().method().name(),
        study.settings(),
        !study.layout().spreadsRows(),
        study.task().outcomes(classes),
        study.views(),
        weights(study.method(), study.views()),
        split.train().length,
        rounds,
        0,
        study.seed(),
        study.members().stream().map(PartyId::name).toList());
  }

  private static <C extends Record, R extends Result> Map<String, Double> weights(
      Configured<C, R> method, List<String> views) {
    return method.method().viewWeights(method.config(), views);
  }

  private ModelPart part(StudyData own, Split split, Party trained) {
    List<ModelPart.Input> inputs = new ArrayList<>();
    for (String view : own.study().views()) {
      Scaler scaler =
          study.layout().spreadsRows()
              ? own.filled(view, scalers(own).get(view), split.train())
              : own.scaler(view, split);
      inputs.add(FinalModel.input(own, view, scaler));
    }
    return new ModelPart(me.name(), inputs, trained.model());
  }

  private Map<String, Scaler> scalers(StudyData own) {
    return scalers(study, own, how.moments());
  }

  /** Returns the scalers of views whose people are spread over the parties. */
  static Map<String, Scaler> scalers(Study study, StudyData own, Matrix moments) {
    Map<String, Integer> widths = new LinkedHashMap<>();
    study.views().forEach(view -> widths.put(view, MomentRows.width(own.tables().get(view))));
    return MomentRows.scalers(moments, widths, study.preparation().scales());
  }

  /** Rejects a split other than the one that this party drew from its labels. */
  private void requireOwnSplit() {
    boolean drawn =
        RowOutline.told(study) && how.trial() != PartName.MODEL && rows.study().layout().labelled();
    if (drawn
        && !Bits.of(new StudySplits(rows).all().get(how.trial() - 1).test())
            .equals(how.heldOut())) {
      throw new ProtocolViolation(
          "split %d was opened with other held-out rows than party %s has drawn"
              .formatted(how.trial(), me));
    }
  }

  private void requireToldOnce() {
    told.require("classes", how.classes());
    if (study.layout().spreadsRows()) {
      told.require("numbers of rows", how.rows());
      told.require("column moments", how.moments());
    }
    if (!how.heldOut().isEmpty()) {
      told.require("held-out rows of split " + how.trial(), how.heldOut());
    }
  }

  /** The truth about the rows to judge, where this party has it. */
  private Optional<int[]> truth(StudyData own, Split split) {
    boolean labels = study.layout().spreadsRows() || own.study().layout().labelled();
    if (!labels) {
      return Optional.empty();
    }
    int[] judged = !study.task().learnsLabels() ? split.train() : split.test();
    return Optional.of(Arrays.stream(judged).map(row -> own.codes()[row]).toArray());
  }

  /**
   * Returns the roster of a split, from public facts.
   *
   * @param counts training and held-out rows of each party, K × 2
   */
  static Roster roster(Study study, Matrix counts, int classes, long seed) {
    int[] train = IntStream.range(0, counts.rows()).map(p -> (int) counts.get(p, 0)).toArray();
    int heldOut = IntStream.range(0, counts.rows()).map(p -> (int) counts.get(p, 1)).sum();
    return study.roster(study.members(), train, heldOut, classes, seed);
  }
}
