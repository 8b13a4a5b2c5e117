package io.parallax.fedmv.vertical;

import static io.parallax.fedmv.vertical.VFedMvEquations.consensus;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.RowWeights;
import io.parallax.fedmv.vertical.VFedMvMessages.Projections;
import io.parallax.fedmv.vertical.VFedMvMessages.Score;
import io.parallax.fedmv.vertical.VFedMvMessages.Target;
import io.parallax.math.AcceleratedDescent;
import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * The coordinator of mode best. With Z_k eliminated, Z → (Σ ρ_kX_kW_k(Z) + ηY) / (Σ ρ_k + η) is a
 * gradient step on a smooth convex function of Z alone, whose value is the sum of the parties'
 * losses; Anderson acceleration reduces the number of rounds, and a step that raises the objective
 * is undone.
 */
final class CollapsedCoordinator implements Coordinator<VFedMvResult> {
  private static final int MEMORY = 10;
  private final VFedMvConfig config;
  private final Weights weights;
  private final Roster roster;

  CollapsedCoordinator(VFedMvConfig config, Roster roster) {
    this.config = config;
    this.weights = Weights.rho(config, roster);
    this.roster = roster;
  }

  @Override
  public VFedMvResult run(Parties parties, Rounds rounds) {
    LabelTerm labels = LabelTerm.atCoordinator(parties, config);
    RowWeights weigh = weights.training(parties); // Σ ρ_k + η
    Matrix start = Matrix.zeros(roster.samples(), roster.classes());
    AcceleratedDescent descent = new AcceleratedDescent(start, MEMORY);
    for (Round round : rounds) {
      Matrix z = descent.point();
      Projections sum = parties.sum(new Target(z)).total();
      Matrix next = consensus(labels.addTo(sum.weighted(), 1), weigh);
      round.change(descent.step(sum.loss() + labels.loss(z), next));
      round.objective(descent.value());
    }
    Optional<Matrix> scores = roster.heldOut() > 0 ? Optional.of(test(parties)) : Optional.empty();
    return new VFedMvResult(
        descent.image(), scores, descent.value(), rounds.objectives(), rounds.converged());
  }

  /** The limit of Eqs. (12) and (13), in one round: Z = Σ ρ_kX_kW_k / Σ ρ_k. */
  Matrix test(Parties parties) {
    RowWeights weigh = weights.heldOut(parties); // Σ ρ_k
    return consensus(parties.sum(new Score()).total().weighted(), weigh);
  }
}
