package io.parallax.fedmood;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Roster;
import io.parallax.tensor.Accountant;
import io.parallax.tensor.PrivateTraining;
import io.parallax.tensor.Training;

/** The differential privacy budget of a party's rows, computed from the settings alone. */
final class Budget {
  private final FedMoodConfig config;
  private final PrivateTraining plan;

  Budget(FedMoodConfig config) {
    this.config = config;
    this.plan =
        new PrivateTraining(
            new Training(config.epochs(), config.batch(), config.rate()),
            config.clip(),
            config.noise());
  }

  /** Returns the ε of a party with this many rows after training in this many rounds. */
  double epsilon(int rows, int rounds) {
    return Accountant.epsilon(
        plan.share(rows), config.noise(), rounds * plan.steps(rows), config.delta());
  }

  /** Returns the number of rounds that a party with this many rows can train in. */
  long rounds(int rows) {
    return Accountant.stepsWithin(
            config.epsilon(), plan.share(rows), config.noise(), config.delta())
        / plan.steps(rows);
  }

  /**
   * Returns the number of rounds that the party with the fewest rows can train in; fails if there
   * is none.
   */
  long rounds(Roster roster) {
    long most = roster.members().stream().mapToLong(m -> rounds(m.samples())).min().orElseThrow();
    if (most == 0) {
      throw new BadInput(
          "epsilon is %s, but one round costs %.3g; use more noise, fewer epochs or a larger epsilon"
              .formatted(config.epsilon(), dearest(roster)));
    }
    return most;
  }

  private double dearest(Roster roster) {
    return roster.members().stream().mapToDouble(m -> epsilon(m.samples(), 1)).max().orElseThrow();
  }

  /**
   * Rejects a training that the budget does not cover.
   *
   * @param training its number, by the party's own count
   */
  void require(PartyId id, int rows, int training) {
    if (config.isPrivate() && config.epsilon() > 0 && training > rounds(rows)) {
      throw new Refused(
          "party %s has spent its privacy budget: training %d would go beyond epsilon %s at delta %s"
              .formatted(id, training, config.epsilon(), config.delta()));
    }
  }
}
