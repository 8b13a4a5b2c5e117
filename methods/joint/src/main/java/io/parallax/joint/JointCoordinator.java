package io.parallax.joint;

import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.joint.JointMessages.Begin;
import io.parallax.joint.JointMessages.Direction;
import io.parallax.joint.JointMessages.Finish;
import io.parallax.joint.JointMessages.Score;
import io.parallax.math.Matrix;
import io.parallax.math.SoftmaxLoss;
import java.util.Optional;

/**
 * The coordinator of the joint model. Every round reveals to it the image of one more direction; it
 * computes the best combination of the directions revealed so far without further messages.
 */
final class JointCoordinator implements Coordinator<JointResult> {
  /** Mean loss of a row below which classes without a penalty count as separated. */
  private static final double SEPARATED = 1e-6;

  private final JointConfig config;
  private final Roster roster;

  JointCoordinator(JointConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public JointResult run(Parties parties, Rounds rounds) {
    SoftmaxLoss loss = new SoftmaxLoss(parties.sum(new Begin()).total().y());
    RowScale scale = RowScale.training(config, roster, parties);
    Subspace told = new Subspace(loss, config.intercept(), sparse(), Directions.remembered(roster));
    for (Round round : rounds) {
      Direction sum = parties.sum(scale.to(told.ask())).total();
      round.change(told.take(scale.from(sum)));
      round.objective(told.value());
      requireBounded(told.value());
    }
    double penalty = parties.sum(new Finish(told.mix(), told.intercept())).total().penalty();
    return new JointResult(
        Optional.of(told.scores()),
        roster.heldOut() > 0 ? Optional.of(test(config, roster, parties)) : Optional.empty(),
        told.loss() + penalty,
        rounds.objectives(),
        rounds.converged());
  }

  private boolean sparse() {
    return roster.views().stream().anyMatch(view -> config.beta().of(view) > 0);
  }

  /** The held-out rows' probabilities, in one round. */
  static Matrix test(JointConfig config, Roster roster, Parties parties) {
    Matrix sum = parties.sum(new Score()).total().scores();
    return SoftmaxLoss.probabilities(RowScale.heldOut(config, roster, parties, sum));
  }

  private void requireBounded(double objective) {
    boolean free =
        roster.views().stream()
            .allMatch(v -> config.lambda().of(v) == 0 && config.beta().of(v) == 0);
    if (free && objective < SEPARATED * roster.samples()) {
      throw new BadInput(
          "lambda is 0, and the columns separate the classes of all training rows, so the weights grow"
              + " without limit; lambda must be above 0 here; set it, for example 'lambda: 1'");
    }
  }
}
