package io.parallax.fedmv.sequential;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.fedmv.sequential.SFedMvMessages.AskLabels;
import io.parallax.fedmv.sequential.SFedMvMessages.Labelled;
import io.parallax.fedmv.sequential.SFedMvMessages.LearnAlone;
import io.parallax.fedmv.vertical.VFedMv;
import io.parallax.math.Matrix;
import java.util.List;

/** The server for parties with a view each: every party trains its GRU, then V-FedMV. */
final class OwnViewsCoordinator implements Coordinator<SFedMvResult> {
  private final SFedMvConfig config;
  private final Roster roster;

  OwnViewsCoordinator(SFedMvConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public SFedMvResult run(Parties parties, Rounds rounds) {
    Matrix y =
        parties.gather(new AskLabels()).values().stream()
            .filter(Labelled::held)
            .map(Labelled::y)
            .findFirst()
            .orElseThrow();
    parties.sum(new LearnAlone(y));
    var linear = new VFedMv().coordinator(config.vertical(), roster);
    return new SFedMvResult(List.of(), linear.run(parties, rounds), rounds.objectives());
  }
}
