package io.parallax.mmvfl;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.RowWeights;
import io.parallax.math.Matrix;
import io.parallax.mmvfl.MmvflMessages.Score;
import java.util.Optional;

/**
 * The combined scores of new rows, Σ ρ_kX_kW_k / Σ ρ_k: the Z that minimises Eq. (4) for rows
 * without labels. The paper ends with the predictions of single parties.
 */
final class Prediction implements Coordinator<Matrix> {
  private final Weights weights; // Σ ρ_k
  private final Roster roster;

  Prediction(MmvflConfig config, Roster roster) {
    this.weights = Weights.rho(config, roster);
    this.roster = roster;
  }

  @Override
  public Matrix run(Parties parties, Rounds rounds) {
    return scores(parties);
  }

  /** Returns the scores of the held-out rows after training, if there are any. */
  Optional<Matrix> ifAny(Parties parties) {
    return roster.heldOut() > 0 ? Optional.of(scores(parties)) : Optional.empty();
  }

  private Matrix scores(Parties parties) {
    RowWeights weigh = weights.heldOut(parties);
    return MmvflEquations.consensus(parties.sum(new Score()).total().weighted(), weigh);
  }
}
