package io.parallax.remote;

import io.parallax.core.Ask;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Presence;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.UnseenRows;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * One party's side of calibrating what predictions are certain to, with its part of a model that
 * was trained without the rows that calibrate.
 */
public final class PartyCertainty {
  private final PartyId me;
  private final Study study;
  private final CertainRows some;
  private final StudyData rows;
  private final List<String> classes;
  private final int unseen;
  private final Fold fold;
  private final Map<String, Matrix> model;

  /**
   * @param rows this party's
   * @param model this party's part
   */
  public PartyCertainty(
      PartyId me, Study study, StudyData rows, TrainingOpening how, Map<String, Matrix> model) {
    this.me = me;
    this.study = study;
    this.classes = Bits.lines(how.classes());
    boolean sites = study.layout().spreadsRows();
    this.rows = sites ? Classes.coded(rows, classes) : rows;
    RowOutline outline =
        sites
            ? RowOutline.ofSites(study, how.rows())
            : RowOutline.ofViews(study, rows.codes().length);
    this.some = CertainRows.of(study, outline, how);
    Split own = outline.own(me, rows.codes().length, some.unseen());
    this.unseen = own.test().length;
    this.fold = sites ? site(own, how.moments()) : this.rows.fold(own, some.purpose());
    this.model = model;
  }

  private Fold site(Split own, Matrix moments) {
    List<View> views = rows.site(own, PartyTraining.scalers(study, rows, moments));
    Optional<Fold.Values> values =
        rows.target().map(t -> new Fold.Values(t.select(own.train()), t.select(own.test())));
    int[] truth = Arrays.stream(own.test()).map(row -> rows.codes()[row]).toArray();
    return new Fold(views, own.test(), truth, classes.size(), some.seed(), true, values);
  }

  /** Returns the values of the letters in the sizes of this part's asks. */
  public <C extends Record, R extends Result> Map<String, Long> letters(Configured<C, R> method) {
    Map<String, Long> letters =
        CertaintyMessages.letters(
            study,
            fitting(),
            some.calibration().train().length,
            some.unseen().test().length,
            CertifiedCounts.names(study, fitting(), classes).size(),
            study.task().outcomes(classes.size()));
    if (!study.layout().spreadsRows()) {
      letters.putAll(scored().letters(method));
    }
    return letters;
  }

  private CertaintyFitting fitting() {
    return some.fitting(classes.size());
  }

  private ScoredPeople scored() {
    int groups = study.task().outcomes(classes.size());
    int trained = some.outline().rows()[0];
    return new ScoredPeople(study, unseen, groups, trained, some.seed());
  }

  private <C extends Record, R extends Result> Party trained(Configured<C, R> method) {
    boolean sites = study.layout().spreadsRows();
    int groups = sites ? classes.size() : study.task().outcomes(classes.size());
    List<View> views = UnseenRows.asNew(fold.views(), groups); // the fold's are those of own labels
    Roster roster =
        sites ? Roster.horizontal(views, classes.size(), some.seed()) : scored().roster();
    Party party = method.method().party(method.config(), views, roster);
    party.adopt(model);
    return party;
  }

  private <C extends Record, R extends Result> boolean joint(Configured<C, R> method) {
    return method.method().predictor(method.config(), scored().roster()).isPresent();
  }

  /** Returns the asks about the unseen rows. */
  public <C extends Record, R extends Result> List<Class<? extends Ask<?>>> scoringAsks(
      Configured<C, R> method) {
    List<Class<? extends Ask<?>>> asks = new ArrayList<>();
    if (joint(method)) {
      asks.addAll(scored().asks(method));
    }
    asks.addAll(CertaintyMessages.scoring(study));
    return asks;
  }

  /**
   * Returns the party that asks for predictions and is told their thresholds.
   *
   * @param keep is given them
   */
  public Party told(Consumer<ModelCertainty> keep) {
    return new ToldThresholdsParty(some, fitting(), keep);
  }

  /** Returns a party that answers the asks of the method's predictor about the unseen rows. */
  public <C extends Record, R extends Result> Party scoring(Configured<C, R> method) {
    Optional<Presence> presence = fold.views().get(0).presence();
    return new UnseenScoringParty(
        joint(method) ? Optional.of(trained(method)) : Optional.empty(),
        presence,
        fold.views().get(0).features().samples(),
        unseen);
  }

  /**
   * Returns the party with the labels, which calibrates and judges.
   *
   * @param verdict lets it compare one set of scores with the labels
   * @param keep is given the thresholds of the model for use
   * @param kept the thresholds that it has kept
   */
  public <C extends Record, R extends Result> Party certifying(
      Configured<C, R> method,
      EvaluateOnce verdict,
      Consumer<ModelCertainty> keep,
      Supplier<Optional<ModelCertainty>> kept) {
    Optional<Matrix> own = joint(method) ? Optional.empty() : trained(method).scores();
    return new CertifyingParty(some, fold, classes, own, verdict, keep, kept);
  }

  /**
   * Returns a party that calibrates and judges with others by its own people.
   *
   * @param key for sums of sizes, which borrow carries by it
   */
  public <C extends Record, R extends Result> Party counting(
      Configured<C, R> method,
      EvaluateOnce verdict,
      Consumer<ModelCertainty> keep,
      Optional<byte[]> key) {
    int place = study.members().indexOf(me);
    int calibrating = some.outline().own(me, rows.codes().length, some.calibration()).test().length;
    int[] parties = IntStream.range(0, unseen).map(i -> place).toArray();
    Matrix scores = unseen == 0 ? NodeMessages.NONE : own(method);
    return new CoverageCountingParty(
        some,
        classes,
        new UnseenRows(fold).judged(scores, new int[unseen], parties),
        place,
        calibrating,
        verdict,
        keep,
        key);
  }

  private <C extends Record, R extends Result> Matrix own(Configured<C, R> method) {
    return trained(method).scores().orElseThrow();
  }
}
