package io.parallax.fedmv.sequential;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.Sum;
import io.parallax.core.Updates;
import io.parallax.fedmv.horizontal.HFedMv;
import io.parallax.fedmv.sequential.SFedMvMessages.AskChannels;
import io.parallax.fedmv.sequential.SFedMvMessages.Channels;
import io.parallax.fedmv.sequential.SFedMvMessages.Embed;
import io.parallax.fedmv.sequential.SFedMvMessages.NetworkChange;
import io.parallax.fedmv.sequential.SFedMvMessages.Train;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;

/** The server of Algorithm 4, for all views at once, and of the H-FedMV that follows. */
final class SFedMvCoordinator implements Coordinator<SFedMvResult> {
  private final SFedMvConfig config;
  private final Roster roster;

  SFedMvCoordinator(SFedMvConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public SFedMvResult run(Parties parties, Rounds rounds) {
    Matrix w = start(parties); // w_0
    for (Round round : rounds) {
      NetworkChange sum = parties.sum(new Train(round.number(), w)).total(); // LocalTraining
      Matrix change = Updates.OF_STEPS.heard(sum.weighted(), round.number());
      w = w.plus(change); // w_{t+1} = w_t + Σ N_l/N (w^l − w_t)
      round.objective(sum.loss());
      round.change(change.norm() / w.norm());
    }
    parties.sum(new Embed(w)); // X_k^l
    var linear = new HFedMv().coordinator(config.horizontal(), roster);
    return new SFedMvResult(List.of(w), linear.run(parties, Rounds.of(1, 0)), rounds.objectives());
  }

  private Matrix start(Parties parties) {
    Sum<Channels> sum = parties.sum(new AskChannels());
    List<Integer> channels =
        Arrays.stream(sum.agreed(sum.total().ofView(), "the channels of views")).boxed().toList();
    ViewNetworks networks = new ViewNetworks(config, roster.views(), channels, roster.classes());
    return networks.layout().start(roster.rng("coordinator", "start"));
  }
}
