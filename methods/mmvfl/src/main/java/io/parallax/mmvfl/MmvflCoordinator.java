package io.parallax.mmvfl;

import static io.parallax.mmvfl.MmvflEquations.change;
import static io.parallax.mmvfl.MmvflEquations.consensus;
import static io.parallax.mmvfl.MmvflEquations.objective;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.RowWeights;
import io.parallax.math.Matrix;
import io.parallax.mmvfl.MmvflMessages.Consensus;
import io.parallax.mmvfl.MmvflMessages.LocalLabels;
import java.util.function.Supplier;

/** The server of Algorithm 1. */
final class MmvflCoordinator implements Coordinator<MmvflResult> {
  private final Weights weights;
  private final Prediction prediction;
  private final Supplier<Matrix> start; // N × C; not kept, for it may be large

  MmvflCoordinator(MmvflConfig config, Roster roster, Supplier<Matrix> start) {
    this.weights = Weights.zeta(config, roster);
    this.prediction = new Prediction(config, roster);
    this.start = start;
  }

  @Override
  public MmvflResult run(Parties parties, Rounds rounds) {
    RowWeights weigh = weights.training(parties); // Σ ζ_k
    Matrix z = start.get();
    double objective = Double.NaN;
    for (Round round : rounds) {
      LocalLabels sum = parties.sum(new Consensus(z)).total(); // parties: Eqs. (7), (8), (11), (12)
      Matrix next = consensus(sum.weighted(), weigh); // Eq. (14)
      objective = objective(sum.loss(), weigh.squaredDistance(next, z));
      round.objective(objective); // Eq. (4)
      round.change(change(next.squaredDistance(z), next));
      z = next;
    }
    return new MmvflResult(
        z, prediction.ifAny(parties), objective, rounds.objectives(), rounds.converged());
  }
}
