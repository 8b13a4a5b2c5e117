package io.parallax.joint;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.joint.KernelMessages.Classify;
import io.parallax.joint.KernelMessages.CompareHeldOut;
import io.parallax.joint.KernelMessages.CompareRows;
import io.parallax.joint.KernelMessages.HeldOutProducts;
import io.parallax.joint.KernelMessages.Learn;
import io.parallax.joint.KernelMessages.RowProducts;
import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * The coordinator of mode kernel: it adds up inner products, which the label holder's pad hides
 * from it, and forwards the sum. Training takes one round; the coordinator does not learn an
 * objective.
 */
final class KernelCoordinator implements Coordinator<JointResult> {
  private final JointConfig config;
  private final Roster roster;

  KernelCoordinator(JointConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public JointResult run(Parties parties, Rounds rounds) {
    for (Round round : rounds) {
      RowProducts sum = parties.sum(new CompareRows()).total();
      parties.sum(new Learn(sum.products(), sum.squares()));
      round.change(0);
    }
    return new JointResult(
        Optional.empty(),
        roster.heldOut() > 0 ? Optional.of(test(parties)) : Optional.empty(),
        Double.NaN,
        rounds.objectives(),
        true);
  }

  /** The held-out rows' probabilities. */
  static Matrix test(Parties parties) {
    HeldOutProducts sum = parties.sum(new CompareHeldOut()).total();
    return parties.sum(new Classify(sum.products(), sum.squares())).total().probabilities();
  }
}
