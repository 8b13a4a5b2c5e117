package io.parallax.fedmood;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.Sum;
import io.parallax.fedmood.FedMoodMessages.Adopt;
import io.parallax.fedmood.FedMoodMessages.AskChannels;
import io.parallax.fedmood.FedMoodMessages.Channels;
import io.parallax.fedmood.FedMoodMessages.LocalModel;
import io.parallax.fedmood.FedMoodMessages.Train;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;

/** The server of Algorithm 1, federated averaging. */
final class FedMoodCoordinator implements Coordinator<FedMoodResult> {
  private final FedMoodConfig config;
  private final Roster roster;

  FedMoodCoordinator(FedMoodConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public FedMoodResult run(Parties parties, Rounds rounds) {
    Matrix model = start(parties); // ω_0
    long affordable = affordable();
    int trained = 0;
    for (Round round : rounds) {
      LocalModel sum = parties.sum(new Train(round.number(), model)).total(); // local training
      Matrix mean = sum.weighted().scale(1 / sum.weight()); // ω = Σ n_k/n ω^(k)
      round.objective(sum.loss() / sum.weight());
      round.change(mean.minus(model).norm() / mean.norm());
      model = mean;
      trained = round.number();
      if (trained == affordable) {
        break; // the next round would cost more privacy than was allowed
      }
    }
    parties.sum(new Adopt(model));
    return new FedMoodResult(
        model, rounds.objectives(), rounds.converged(), trained, spent(trained));
  }

  private Matrix start(Parties parties) {
    Sum<Channels> sum = parties.sum(new AskChannels());
    List<Integer> channels =
        Arrays.stream(sum.total().ofView().row(0))
            .mapToObj(all -> (int) Math.rint(all / sum.count()))
            .toList();
    DeepMood network = new DeepMood(config, roster.views(), channels, roster.classes());
    return network.layout().start(roster.rng("coordinator", "start"));
  }

  /** How many rounds the party with the least rows, for which noise hides least, can train in. */
  private long affordable() {
    if (!config.isPrivate() || config.epsilon() == 0) {
      return Long.MAX_VALUE;
    }
    return new Budget(config).rounds(roster);
  }

  private double spent(int rounds) {
    Budget budget = new Budget(config);
    return !config.isPrivate()
        ? 0
        : roster.members().stream()
            .mapToDouble(m -> budget.epsilon(m.samples(), rounds))
            .max()
            .orElseThrow();
  }
}
