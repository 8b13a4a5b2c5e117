package io.parallax.run;

import io.parallax.core.Coordinator;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.engine.Simulation;
import io.parallax.engine.Traffic;
import io.parallax.math.Matrix;
import io.parallax.run.check.LeaveOneOut;
import io.parallax.run.check.LeftOutParts;
import io.parallax.study.Configured;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Scores most held-out rows of a split without one party, which is not asked then: each part of
 * them without another.
 *
 * @param split of the study, from {@code number}
 */
public record LeaveOneOutRun<C extends Record, R extends Result>(
    StudyData data, Configured<C, R> method, LeftOutParts parts, Split split, int number) {

  /** Returns the run for a split; empty if its study leaves out nobody. */
  public static <C extends Record, R extends Result> Optional<LeaveOneOutRun<C, R>> of(
      StudyData data, Configured<C, R> method, Split split, int number) {
    return LeftOutParts.of(data.study(), data.codes().length)
        .map(parts -> parts.requireRows(number, split.test()))
        .map(parts -> new LeaveOneOutRun<>(data, method, parts, split, number));
  }

  /** Scores of all held-out rows, in the order of the split, and what it took beside training. */
  public record Scores(Matrix all, Traffic traffic) {}

  /** Returns the rows to train on and, held out, those that all parties score. */
  public Fold together() {
    return fold(0);
  }

  private Fold fold(int part) {
    return data.fold(parts.only(split, part), PartName.purpose(number));
  }

  /**
   * Scores the rows that one party each is left out of.
   *
   * @param together the scores of the others, by all parties
   * @param options of a scoring among the parties of a fold
   * @param changed puts in parties with modified programs; identity: there are none
   */
  public Scores scores(
      C config,
      SortedMap<PartyId, Party> trained,
      Matrix together,
      Function<Fold, Simulation.Options> options,
      UnaryOperator<SortedMap<PartyId, Party>> changed) {
    double[][] all = new double[split.test().length][];
    Traffic traffic = new Traffic();
    put(all, 0, together);
    for (int part = 1; part < parts.count(); part++) {
      Fold rows = without(parts.leftOut().get(part - 1), fold(part));
      Simulation.Outcome<Matrix> found =
          run(config, changed.apply(parties(config, trained, rows)), rows, options.apply(rows));
      put(all, part, found.result());
      traffic = traffic.plus(found.traffic());
    }
    return new Scores(Matrix.of(all), traffic);
  }

  private void put(double[][] all, int part, Matrix scores) {
    int[] places = parts.places(split.test(), part);
    for (int i = 0; i < places.length; i++) {
      all[places[i]] = scores.row(i);
    }
  }

  private static Fold without(PartyId party, Fold fold) {
    List<View> others =
        new UnseenRows(fold).views().stream().filter(view -> !view.owner().equals(party)).toList();
    return new Fold(
        others, fold.heldOut(), fold.truth(), fold.classes(), fold.seed(), fold.horizontal());
  }

  private SortedMap<PartyId, Party> parties(
      C config, SortedMap<PartyId, Party> trained, Fold rows) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    for (View view : rows.views()) {
      Party party = method.method().party(config, List.of(view), rows.roster());
      party.adopt(trained.get(view.owner()).model());
      parties.put(view.owner(), party);
    }
    return parties;
  }

  private Simulation.Outcome<Matrix> run(
      C config, SortedMap<PartyId, Party> parties, Fold rows, Simulation.Options options) {
    Coordinator<Matrix> predictor = method.method().predictor(config, rows.roster()).orElseThrow();
    Rounds rounds = Rounds.of(Predictor.ROUNDS, Predictor.TOLERANCE);
    return Simulation.run(method.method(), predictor, parties, rounds, options);
  }

  /**
   * Counts the rows that are right.
   *
   * @throws Refused if the study is better without some party, and ends then
   */
  public LeaveOneOut judged(Matrix scores) {
    LeaveOneOut found =
        LeaveOneOut.of(parts, split.test(), data.heldOutTruth(split), scores.argmaxRows());
    Optional<String> worse = found.worse(data.study().trials());
    if (worse.isPresent() && data.study().extras().check().ends()) {
      throw new Refused(worse.get());
    }
    return found;
  }
}
