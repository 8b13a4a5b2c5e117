package io.parallax.fedmv.vertical;

import static io.parallax.fedmv.vertical.VFedMvEquations.change;
import static io.parallax.fedmv.vertical.VFedMvEquations.consensus;
import static io.parallax.fedmv.vertical.VFedMvEquations.objective;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.RowWeights;
import io.parallax.fedmv.vertical.VFedMvMessages.BeginTest;
import io.parallax.fedmv.vertical.VFedMvMessages.Consensus;
import io.parallax.fedmv.vertical.VFedMvMessages.LocalLabels;
import io.parallax.fedmv.vertical.VFedMvMessages.TestConsensus;
import io.parallax.math.Matrix;
import java.util.Optional;
import java.util.function.Supplier;

/** The server of Algorithm 2. */
final class VFedMvCoordinator implements Coordinator<VFedMvResult> {
  private final VFedMvConfig config;
  private final Weights weights;
  private final Roster roster;
  private final Supplier<Matrix> start; // N × C; not kept, for it may be large

  VFedMvCoordinator(VFedMvConfig config, Roster roster) {
    this(
        config,
        roster,
        () ->
            Matrix.orthonormal(
                roster.samples(), roster.classes(), roster.rng("coordinator", "consensus")));
  }

  VFedMvCoordinator(VFedMvConfig config, Roster roster, Supplier<Matrix> start) {
    this.config = config;
    this.weights = Weights.zeta(config, roster);
    this.roster = roster;
    this.start = start;
  }

  /** Algorithm 2, training phase, then the testing phase. */
  @Override
  public VFedMvResult run(Parties parties, Rounds rounds) {
    LabelTerm labels = LabelTerm.atCoordinator(parties, config);
    RowWeights weigh = weights.training(parties); // Σ ζ_k + η
    Matrix z = start.get();
    double objective = Double.NaN;
    for (Round round : rounds) {
      LocalLabels sum = parties.sum(new Consensus(z)).total(); // parties: Eqs. (5), (6), (8)
      Matrix next = consensus(labels.addTo(sum.weighted(), 1), weigh); // Eq. (10)
      objective = objective(sum.loss() + labels.loss(z), weigh.squaredDistance(next, z));
      round.objective(objective); // Eq. (1)
      round.change(change(next.squaredDistance(z), next));
      z = next;
    }
    Optional<Matrix> scores =
        roster.heldOut() > 0 ? Optional.of(test(parties, rounds)) : Optional.empty();
    return new VFedMvResult(z, scores, objective, rounds.objectives(), rounds.converged());
  }

  /** Algorithm 2, testing phase. */
  Matrix test(Parties parties, Rounds limits) {
    RowWeights weigh = weights.heldOut(parties); // Σ ζ_k
    Matrix z = beginTest(parties, weigh);
    for (Round round : Rounds.of(limits.most(), limits.tolerance())) {
      var sum = parties.sum(new TestConsensus(z)).total(); // parties: Eq. (13)
      Matrix next = consensus(sum.weighted(), weigh); // Eq. (12)
      round.change(change(next.squaredDistance(z), next));
      z = next;
    }
    return z;
  }

  /** The first Z of the testing phase, from Z_k = X_kW_k. */
  Matrix beginTest(Parties parties, RowWeights weigh) {
    return consensus(parties.sum(new BeginTest()).total().weighted(), weigh);
  }
}
