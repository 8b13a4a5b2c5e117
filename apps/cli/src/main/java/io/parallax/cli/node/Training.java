package io.parallax.cli.node;

import io.parallax.cli.model.Model;
import io.parallax.cli.model.ModelPart;
import io.parallax.cli.node.NodeMessages.TrainingOpening;
import io.parallax.cli.study.Configured;
import io.parallax.cli.study.FinalModel;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyData;
import io.parallax.cli.study.StudyDirections;
import io.parallax.cli.study.StudySplits;
import io.parallax.core.HiddenSeed;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.View;
import io.parallax.data.Scaler;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** One split, as one party takes part in it. */
final class Training {
  private final PartyId me;
  private final Study study;
  private final StudyData rows;
  private final TrainingOpening how;
  private final HiddenSeed secret;
  private final UnaryOperator<StudyData> taught;
  private final BiConsumer<Model, ModelPart> keeper;
  private final OneVerdict verdict;
  private final CutRows cut;
  private final ToldFacts told;

  /**
   * @param secret for random numbers that nobody but this party may guess
   * @param taught puts in the labels that training is told
   * @param keeper is given this party's part of the model, if that is what is trained
   * @param verdict on the held-out rows
   * @param cut remembers that rows were cut
   * @param told remembers what this party is told of all rows
   */
  Training(
      PartyId me,
      Study study,
      StudyData rows,
      TrainingOpening how,
      HiddenSeed secret,
      UnaryOperator<StudyData> taught,
      BiConsumer<Model, ModelPart> keeper,
      OneVerdict verdict,
      CutRows cut,
      ToldFacts told) {
    this.me = me;
    this.study = study;
    this.rows = rows;
    this.how = how;
    this.secret = secret;
    this.taught = taught;
    this.keeper = keeper;
    this.verdict = verdict;
    this.cut = cut;
    this.told = told;
  }

  <C extends Record, R extends Result> Party party(Configured<C, R> method) {
    List<String> classes = Bits.lines(how.classes());
    boolean sites = !study.sites().isEmpty();
    StudyData coded = sites ? Classes.coded(rows, classes) : rows;
    RowOutline outline = outline().requireFewSums(groups(classes));
    Split whole = outline.split(how.trial(), how.heldOut());
    Split split = outline.own(me, rows.codes().length, whole);
    requireOwnSplit();
    requireToldOnce();
    Roster roster = roster(outline, whole, classes).keeping(secret);
    method.method().check(method.config(), roster);
    StudyData own = taught.apply(coded);
    List<View> views = sites ? own.site(split, scalers(own)) : own.fold(split, purpose()).views();
    Party party = method.method().party(method.config(), views, roster);
    if (how.trial() == NodeLaboratory.MODEL) {
      return new Keeping(
          party,
          rounds -> keeper.accept(model(own, classes, split, rounds), part(own, split, party)));
    }
    Verdict shape = Verdict.of(study, me, classes.size());
    Optional<int[]> truth = truth(own, split);
    truth.ifPresent(judged -> shape.requireLarge(judged.length));
    return new Judging(party, truth, views, shape, verdict, cut);
  }

  private int groups(List<String> classes) {
    return study.clusters() > 0 ? study.clusters() : classes.size();
  }

  private RowOutline outline() {
    return study.sites().isEmpty()
        ? RowOutline.ofViews(study, rows.codes().length)
        : RowOutline.ofSites(study, how.rows());
  }

  private Roster roster(List<String> classes) {
    RowOutline outline = outline();
    return roster(outline, outline.split(how.trial(), how.heldOut()), classes);
  }

  private Roster roster(RowOutline outline, Split whole, List<String> classes) {
    return roster(study, outline.sizes(whole), classes.size(), seed(study, how.trial()));
  }

  /** How long the rows are that this party may add to a sum. */
  <C extends Record, R extends Result> RowLimits limits(Configured<C, R> method) {
    Roster roster = roster(Bits.lines(how.classes()));
    return method
        .method()
        .limits(method.config(), roster, study.protection().rowClip())
        .telling(id -> cut.happened());
  }

  /** What letters in the sizes of asks stand for, and R for the study's rounds. */
  <C extends Record, R extends Result> Map<String, Long> letters(
      Configured<C, R> method, Party half) {
    List<String> classes = Bits.lines(how.classes());
    Map<String, Long> letters = letters(study, method, roster(classes), classes.size());
    half.sizes().forEach((letter, most) -> letters.merge(letter, most, Math::min));
    return letters;
  }

  /** The same, as far as everybody in the study knows it. */
  static <C extends Record, R extends Result> Map<String, Long> letters(
      Study study, Configured<C, R> method, Roster roster, int classes) {
    Map<String, Long> letters = new HashMap<>(method.method().sizes(method.config(), roster));
    letters.putAll(NodeMessages.letters(study, roster, classes));
    return letters;
  }

  /** How many directions this training tells at most. */
  <C extends Record, R extends Result> long directions(Configured<C, R> method) {
    List<String> classes = Bits.lines(how.classes());
    return StudyDirections.of(study).most(letters(study, method, roster(classes), classes.size()));
  }

  private String purpose() {
    return NodeLaboratory.purpose(how.trial());
  }

  static long seed(Study study, int trial) {
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
    return none.seed(NodeLaboratory.purpose(trial));
  }

  /** What all parties know of the model; each has its own part beside it. */
  private Model model(StudyData own, List<String> classes, Split split, int rounds) {
    return new Model(
        study.name(),
        study.method().method().name(),
        study.settings(),
        study.sites().isEmpty(),
        classes,
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
    for (Study.Member member : own.study().parties()) {
      Scaler scaler =
          study.sites().isEmpty() ? own.scaler(member, split) : scalers(own).get(member.view());
      inputs.add(FinalModel.input(own, member, scaler));
    }
    return new ModelPart(me.name(), inputs, trained.model());
  }

  private Map<String, Scaler> scalers(StudyData own) {
    Map<String, Integer> widths = new LinkedHashMap<>();
    study.parties().forEach(m -> widths.put(m.view(), MomentRows.width(own.tables().get(m.id()))));
    return MomentRows.scalers(how.moments(), widths, study.preparation().scales());
  }

  /** Who has the labels has drawn splits that go by them; no other may be imposed. */
  private void requireOwnSplit() {
    boolean drawn =
        RowOutline.told(study)
            && how.trial() != NodeLaboratory.MODEL
            && rows.study().parties().get(0).labels();
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
    if (!study.sites().isEmpty()) {
      told.require("numbers of rows", how.rows());
      told.require("column moments", how.moments());
    }
    if (!how.heldOut().isEmpty()) {
      told.require("held-out rows of split " + how.trial(), how.heldOut());
    }
  }

  /** The truth about the rows to judge, where this party has it. */
  private Optional<int[]> truth(StudyData own, Split split) {
    boolean labels = !study.sites().isEmpty() || own.study().parties().get(0).labels();
    if (!labels) {
      return Optional.empty();
    }
    int[] judged = study.clusters() > 0 ? split.train() : split.test();
    return Optional.of(Arrays.stream(judged).map(row -> own.codes()[row]).toArray());
  }

  /**
   * Who takes part in a split, as everybody knows it.
   *
   * @param counts training and held-out rows of each party, K × 2
   */
  static Roster roster(Study study, Matrix counts, int classes, long seed) {
    int groups = study.clusters() > 0 ? study.clusters() : classes;
    List<Roster.Member> members = new ArrayList<>();
    if (study.sites().isEmpty()) {
      int train = (int) counts.get(0, 0);
      for (Study.Member m : study.parties()) {
        boolean learns = m.labels() && study.clusters() == 0;
        members.add(Roster.Member.vertical(m.id(), m.view(), learns, train));
      }
      return new Roster(members, train, (int) counts.get(0, 1), groups, seed);
    }
    int samples = 0;
    int heldOut = 0;
    for (int p = 0; p < counts.rows(); p++) {
      int train = (int) counts.get(p, 0);
      members.add(new Roster.Member(study.members().get(p), study.views(), true, train));
      samples += train;
      heldOut += (int) counts.get(p, 1);
    }
    return new Roster(members, samples, heldOut, groups, seed);
  }
}
