package io.parallax.fedmood;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.Sum;
import io.parallax.core.Updates;
import io.parallax.fedmood.FedMoodMessages.Adopt;
import io.parallax.fedmood.FedMoodMessages.AskChannels;
import io.parallax.fedmood.FedMoodMessages.Channels;
import io.parallax.fedmood.FedMoodMessages.ModelChange;
import io.parallax.fedmood.FedMoodMessages.Train;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The server of Algorithm 1, federated averaging. */
final class FedMoodCoordinator implements Coordinator<FedMoodResult> {
  private static final double ROUNDING = 1e-12;
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
      Sum<ModelChange> sum = parties.sum(new Train(round.number(), model)); // local training
      double weight = weight(sum, round.number());
      Matrix change =
          Updates.OF_STEPS.heard(sum.total().weighted(), round.number()).scale(1 / weight);
      model = model.plus(change); // ω ← ω + Σ n_k/n (ω^(k) − ω)
      round.objective(sum.total().loss() / weight);
      round.change(change.norm() / model.norm());
      trained = round.number();
      if (trained == affordable) {
        break; // the next round would exceed the privacy budget
      }
    }
    parties.sum(new Adopt(model));
    return new FedMoodResult(
        model, rounds.objectives(), rounds.converged(), trained, spent(trained));
  }

  /**
   * Returns the total weight of the models in a sum. It follows from the study alone, and no party
   * can state another number. If parties lower their own weights, or the sum is a robust estimate,
   * the received weight is used; it has a lower bound, because a small one would make the mean of
   * models arbitrarily large.
   */
  private double weight(Sum<ModelChange> sum, int round) {
    Set<PartyId> chosen = FedMood.chosen(config, roster, round);
    double study =
        roster.ids().stream()
            .filter(chosen::contains)
            .mapToDouble(id -> FedMood.weight(config, roster, id))
            .sum();
    double told = sum.total().weight();
    boolean free = FedMood.free(config);
    boolean fits =
        free || !sum.exact()
            ? told > 0 && told >= (free ? 0 : study / roster.members().size())
            : Math.abs(told - study) <= ROUNDING * study;
    if (!fits) {
      throw new ProtocolViolation(
          "the parties' weights in round %d sum up to %s; in this study it must be %s; one of them sent a wrong weight"
              .formatted(round, told, study));
    }
    return free || !sum.exact() ? told : study;
  }

  private Matrix start(Parties parties) {
    Sum<Channels> sum = parties.sum(new AskChannels());
    List<Integer> channels =
        Arrays.stream(sum.agreed(sum.total().ofView(), "the channels of views")).boxed().toList();
    DeepMood network = new DeepMood(config, roster.views(), channels, roster.classes());
    return network.layout().start(roster.rng("coordinator", "start"));
  }

  /**
   * Returns the number of rounds that the party with the fewest rows, which noise protects least,
   * can train in.
   */
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
