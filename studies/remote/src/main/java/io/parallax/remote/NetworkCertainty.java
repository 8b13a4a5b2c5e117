package io.parallax.remote;

import io.parallax.core.Ask;
import io.parallax.core.Coordinator;
import io.parallax.core.Disclosed;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.engine.Absence;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.Session;
import io.parallax.engine.Sizes;
import io.parallax.math.Matrix;
import io.parallax.remote.CertaintyMessages.AskThresholds;
import io.parallax.remote.CertaintyMessages.Calibrate;
import io.parallax.remote.CertaintyMessages.Certify;
import io.parallax.remote.CertaintyMessages.CountCovered;
import io.parallax.remote.CertaintyMessages.CountViews;
import io.parallax.remote.CertaintyMessages.CoveredCounted;
import io.parallax.remote.CertaintyMessages.KeepCommon;
import io.parallax.remote.CertaintyMessages.KeepThresholds;
import io.parallax.remote.CertaintyMessages.Thresholds;
import io.parallax.remote.CertaintyMessages.ViewsCounted;
import io.parallax.remote.NodeMessages.Moments;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.KeptResults;
import io.parallax.run.PartName;
import io.parallax.run.Predictor;
import io.parallax.run.certainty.CertaintyCounts;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.run.certainty.CertaintyResult;
import io.parallax.study.Certainty.Per;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.model.ModelCertainty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Calibrates and judges what predictions are certain to, after a training without the rows that
 * calibrate. Of parties with the same people, all score these rows and the one with the labels does
 * the rest; parties with people of their own add up counts.
 */
final class NetworkCertainty<C extends Record, R extends Result> {
  private final Study study;
  private final Configured<C, R> method;
  private final Job job;
  private final PartSessions sessions;
  private final KeptResults results;
  private final TrainingOpening how;
  private final List<String> classes;
  private final CertainRows rows;

  /**
   * @param how the opening of the training
   */
  NetworkCertainty(
      Study study,
      Configured<C, R> method,
      Job job,
      PartSessions sessions,
      SetupFacts facts,
      TrainingOpening how) {
    this.study = study;
    this.method = method;
    this.job = job;
    this.sessions = sessions;
    this.results = new KeptResults(job.folder());
    this.how = how;
    this.classes = facts.classes();
    RowOutline outline =
        study.layout().spreadsRows()
            ? RowOutline.ofSites(study, how.rows())
            : RowOutline.ofViews(study, facts.samples()[0]);
    this.rows = CertainRows.of(study, outline, how);
  }

  /**
   * The scores of rows that a training has not seen.
   *
   * @param scores of the rows that calibrate, then of those that judge; empty: none are joint
   * @param views the number of parties that have each of them; empty: it does not matter
   * @param trained number of training rows by the number of parties that have them
   */
  record Unseen(double[][] scores, int[] views, int[] trained, long bytesUp) {}

  /** Kept once the model for use is calibrated. */
  record Calibration(int rows) {}

  /**
   * Judges the certainty of a split's predictions.
   *
   * @param bytesUp sent to train
   */
  CertaintyResult judged(long bytesUp) {
    String file = PartName.certifying(how.trial()) + ".json";
    return results.readOr(
        file,
        CertaintyResult.class,
        () -> study.layout().spreadsRows() ? ofSites(file, bytesUp) : ofViews(file, bytesUp));
  }

  /** Calibrates the model for use. */
  void calibrate() {
    String file = PartName.certifying(how.trial()) + ".json";
    results.readOr(
        file,
        Calibration.class,
        () -> study.layout().spreadsRows() ? keptBySites(file) : keptByHolder(file));
  }

  private CertaintyFitting fitting() {
    return rows.fitting(classes.size());
  }

  private int groups() {
    return study.task().outcomes(classes.size());
  }

  private List<String> names() {
    return CertifiedCounts.names(study, fitting(), classes);
  }

  private int calibrating() {
    return rows.calibration().test().length;
  }

  private Map<String, Long> letters() {
    return CertaintyMessages.letters(
        study,
        fitting(),
        rows.calibration().train().length,
        rows.unseen().test().length,
        names().size(),
        groups());
  }

  private CertaintyResult result(CertaintyCounts counts, long bytesUp) {
    CertaintyFitting fitting = fitting();
    return counts.result(
        fitting.how().miscoverage(), fitting.how().per(), fitting.score(), calibrating(), bytesUp);
  }

  private CertaintyResult ofViews(String file, long bytesUp) {
    Unseen seen = unseen();
    return atHolder(
        line ->
            CertifiedCounts.read(
                line.ask(
                    new Certify(
                        seen.scores().length > 0, scores(seen), views(seen), trained(seen))),
                names()),
        counts -> results.keep(file, result(counts, bytesUp + seen.bytesUp())));
  }

  private Calibration keptByHolder(String file) {
    Unseen seen = unseen();
    Optional<PartyId> asker = CertaintyMessages.teller(study);
    return atHolder(
        line -> {
          line.ask(
              new Calibrate(seen.scores().length > 0, scores(seen), views(seen), trained(seen)));
          return asker.map(id -> line.ask(new AskThresholds()));
        },
        thresholds -> {
          thresholds.ifPresent(found -> tell(asker.orElseThrow(), found));
          return results.keep(file, new Calibration(calibrating()));
        });
  }

  private static Matrix scores(Unseen seen) {
    return seen.scores().length > 0 ? Matrix.of(seen.scores()) : NodeMessages.NONE;
  }

  private static Matrix views(Unseen seen) {
    return seen.views().length == 0
        ? NodeMessages.NONE
        : Matrix.fill(seen.views().length, 1, (i, j) -> seen.views()[i]);
  }

  private static Matrix trained(Unseen seen) {
    return seen.trained().length == 0
        ? NodeMessages.NONE
        : Matrix.fill(1, seen.trained().length, (i, j) -> seen.trained()[j]);
  }

  /** Asks the party with the labels alone, and ends the part when the answer is kept. */
  private <T, K> K atHolder(Function<PartyLine, T> asked, Function<T, K> keep) {
    return at(
        CertaintyMessages.holder(study),
        PartName.certifying(how.trial()),
        CertaintyMessages.certifying(study),
        asked,
        keep);
  }

  private void tell(PartyId asker, Thresholds found) {
    at(
        asker,
        PartName.THRESHOLDS,
        CertaintyMessages.telling(study),
        line -> line.ask(new KeepThresholds(found.values(), found.known(), found.temperatures())),
        Disclosed.class::cast);
  }

  private <T, K> K at(
      PartyId id,
      String part,
      List<Class<? extends Ask<?>>> asks,
      Function<PartyLine, T> asked,
      Function<T, K> keep) {
    byte[] opening = MessageCodec.encode(how);
    try (PartyLine line = new PartyLine(job.links(), id, part, opening, asks, letters())) {
      K kept = keep.apply(asked.apply(line));
      line.finish();
      return kept;
    }
  }

  /** Has the parties score the rows that the training has not seen. */
  private Unseen unseen() {
    String part = PartName.scoring(how.trial());
    ScoredPeople people =
        new ScoredPeople(
            study, rows.unseen().test().length, groups(), rows.outline().rows()[0], rows.seed());
    Optional<Coordinator<Matrix>> joint =
        method.method().predictor(method.config(), people.roster());
    List<Class<? extends Ask<?>>> asks = new ArrayList<>();
    joint.ifPresent(predictor -> asks.addAll(people.asks(method)));
    asks.addAll(CertaintyMessages.scoring(study));
    if (asks.isEmpty()) {
      return new Unseen(new double[0][], new int[0], new int[0], 0);
    }
    Map<String, Long> letters = letters();
    letters.putAll(people.letters(method));
    String file = part + ".json";
    return results.readOr(
        file,
        Unseen.class,
        () ->
            sessions.run(
                part,
                new TreeSet<>(study.members()),
                MessageCodec.encode(how),
                asks,
                Sizes.of(letters),
                Absence.STOP,
                RowLimits.NONE,
                () -> scoring(joint),
                traffic -> Rounds.of(Predictor.ROUNDS, Predictor.TOLERANCE),
                ended -> results.keep(file, with(ended))));
  }

  private static Unseen with(Session.Ended<Unseen> ended) {
    Unseen found = ended.found();
    return new Unseen(found.scores(), found.views(), found.trained(), ended.traffic().bytesUp());
  }

  private Coordinator<Unseen> scoring(Optional<Coordinator<Matrix>> joint) {
    return (parties, rounds) -> {
      double[][] scores =
          joint.map(one -> one.run(parties, rounds).toRows()).orElse(new double[0][]);
      return CertaintyMessages.countsViews(study)
          ? counted(scores, parties)
          : new Unseen(scores, new int[0], new int[0], 0);
    };
  }

  private Unseen counted(double[][] scores, Parties parties) {
    int trained = rows.calibration().train().length;
    ViewsCounted told = parties.sum(new CountViews(trained, rows.unseen().test().length)).total();
    int[] histogram = new int[study.views().size() + 1];
    Arrays.stream(column(told.trained())).forEach(count -> histogram[count]++);
    return new Unseen(scores, column(told.scored()), histogram, 0);
  }

  private static int[] column(Matrix counts) {
    int[] column = new int[counts.rows()];
    Arrays.setAll(column, i -> (int) counts.get(i, 0));
    return column;
  }

  private CertaintyResult ofSites(String file, long bytesUp) {
    return bySites(
        (parties, thresholds) -> covered(parties, thresholds),
        ended -> results.keep(file, result(ended.found(), bytesUp + ended.traffic().bytesUp())));
  }

  private Calibration keptBySites(String file) {
    return bySites(
        (parties, thresholds) ->
            parties.sum(new KeepCommon(values(thresholds), known(thresholds))).total().parties(),
        ended -> results.keep(file, new Calibration(calibrating())));
  }

  /** Uses the thresholds of all parties' people; none if each party has its own. */
  private interface Use<T> {
    T of(Parties parties, Optional<ModelCertainty> thresholds);
  }

  private <T, K> K bySites(Use<T> use, Function<Session.Ended<T>, K> keep) {
    return sessions.run(
        PartName.certifying(how.trial()),
        MessageCodec.encode(how),
        CertaintyMessages.certifying(study),
        Sizes.of(letters()),
        Absence.STOP,
        RowLimits.NONE,
        () -> (parties, rounds) -> use.of(parties, thresholds(parties, rounds)),
        keep);
  }

  private Optional<ModelCertainty> thresholds(Parties parties, Rounds rounds) {
    return fitting().how().per() == Per.PARTY
        ? Optional.empty()
        : Optional.of(fitting().common(calibrating()).run(parties, rounds));
  }

  private CertaintyCounts covered(Parties parties, Optional<ModelCertainty> thresholds) {
    CoveredCounted told =
        parties.sum(new CountCovered(values(thresholds), known(thresholds))).total();
    Moments sizes = new Moments(told.sized(), told.limbs());
    return new CertaintyCounts(names(), told.counts(), MomentLimbs.total(sizes).sums(), List.of());
  }

  private static Matrix values(Optional<ModelCertainty> thresholds) {
    return thresholds.map(own -> CertainRows.values(own.thresholds())).orElse(NodeMessages.NONE);
  }

  private static Matrix known(Optional<ModelCertainty> thresholds) {
    return thresholds.map(own -> CertainRows.known(own.thresholds())).orElse(NodeMessages.NONE);
  }
}
