package io.parallax.mmvfl;

import static io.parallax.mmvfl.MmvflEquations.consensus;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.RowWeights;
import io.parallax.math.AcceleratedDescent;
import io.parallax.math.Matrix;
import io.parallax.mmvfl.MmvflMessages.Projections;
import io.parallax.mmvfl.MmvflMessages.Target;
import java.util.function.Supplier;

/**
 * The coordinator of mode best. With Z_k eliminated, Z → Σ ζ_k(X_kW_k(Z) + η_kY)/s_k / Σ ω_k is a
 * gradient step on a smooth convex function of Z alone, whose value the parties' losses add up to.
 *
 * <p>It starts from a random Z of the size of Y. From Z = 0, or one as small as Algorithm 1's, the
 * sparsity would put the others' first W_k at zero, and the first sum would be the label holder's
 * contribution alone.
 */
final class CollapsedCoordinator implements Coordinator<MmvflResult> {
  private static final int MEMORY = 10;
  private final Weights weights;
  private final Prediction prediction;
  private final Supplier<Matrix> start; // N × C; not kept, for it may be large

  CollapsedCoordinator(MmvflConfig config, Roster roster, Supplier<Matrix> start) {
    this.weights = Weights.collapsed(config, roster);
    this.prediction = new Prediction(config, roster);
    double size = Math.sqrt((double) roster.samples() / roster.classes());
    this.start = () -> start.get().scale(size);
  }

  @Override
  public MmvflResult run(Parties parties, Rounds rounds) {
    RowWeights weigh = weights.training(parties); // Σ ω_k
    AcceleratedDescent descent = new AcceleratedDescent(start.get(), MEMORY);
    for (Round round : rounds) {
      Projections sum = parties.sum(new Target(descent.point())).total();
      round.change(descent.step(sum.loss(), consensus(sum.weighted(), weigh)));
      round.objective(descent.value());
    }
    return new MmvflResult(
        descent.image(),
        prediction.ifAny(parties),
        descent.value(),
        rounds.objectives(),
        rounds.converged());
  }
}
