package io.parallax.audit;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Result;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.run.LeaveOneOutRun;
import io.parallax.study.rows.Fold;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The judging of a split whose held-out rows are mostly scored without one party, one of which may
 * lie.
 *
 * @param options how honest parties add up when they score the rows of a fold
 */
record LeavingOut<C extends Record, R extends Result>(
    LeaveOneOutRun<C, R> run, C config, Function<Fold, Simulation.Options> options) {

  /**
   * Returns the scores of all held-out rows.
   *
   * @param trained the parties, with their parts of the model
   * @param together the scores of the rows that all parties score
   * @param adding changes how they add up
   * @param changed puts in the party that lies, which may be told the honest scores
   * @throws Refused if the study ends because it is better without some party
   */
  Matrix scores(
      SortedMap<PartyId, Party> trained,
      Matrix together,
      UnaryOperator<Simulation.Options> adding,
      BiFunction<SortedMap<PartyId, Party>, Optional<Matrix>, SortedMap<PartyId, Party>> changed) {
    Deque<HeldOutSum> honest = new ArrayDeque<>(); // a part of the rows each
    run.scores(
        config,
        trained,
        together,
        options,
        parties -> {
          honest.add(new HeldOutSum());
          return honest.getLast().heard(parties);
        });
    Matrix scores =
        run.scores(
                config,
                trained,
                together,
                options.andThen(adding),
                parties -> changed.apply(parties, honest.remove().total()))
            .all();
    run.judged(scores);
    return scores;
  }
}
