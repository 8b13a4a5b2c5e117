package io.parallax.joint;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.joint.AdditiveMessages.Fit;
import io.parallax.joint.AdditiveMessages.Keep;
import io.parallax.joint.AdditiveMessages.Teach;
import io.parallax.joint.JointMessages.Begin;
import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * The coordinator for parties with a {@link Learner}. In every round all of them fit the residual
 * of the scores so far; held-out training rows determine how much of the sum is used, and which
 * round was the best.
 */
final class AdditiveCoordinator implements Coordinator<JointResult> {
  private final JointConfig config;
  private final Roster roster;

  AdditiveCoordinator(JointConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public JointResult run(Parties parties, Rounds rounds) {
    Matrix y = parties.sum(new Begin()).total().y();
    AdditiveScores told = new AdditiveScores(y, config.judges(), roster);
    parties.sum(new Teach(told.toTeach()));
    for (Round round : rounds) {
      Matrix sum = parties.sum(new Fit(told.scores())).total().scores();
      told.add(sum);
      round.change(told.gain());
      round.objective(told.loss());
    }
    parties.sum(new Keep(told.steps(rounds.most()), told.intercept()));
    return new JointResult(
        Optional.of(told.bestScores()),
        roster.heldOut() > 0
            ? Optional.of(JointCoordinator.test(config, roster, parties))
            : Optional.empty(),
        told.leastLoss(),
        rounds.objectives(),
        rounds.converged());
  }
}
