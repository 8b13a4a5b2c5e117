package io.parallax.fedavg;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.Sum;
import io.parallax.core.Updates;
import io.parallax.fedavg.FedAvgMessages.Adopt;
import io.parallax.fedavg.FedAvgMessages.AskWidths;
import io.parallax.fedavg.FedAvgMessages.ModelChange;
import io.parallax.fedavg.FedAvgMessages.Train;
import io.parallax.fedavg.FedAvgMessages.Widths;
import io.parallax.math.Matrix;
import java.util.Arrays;

/** The server of FedAvg, Algorithm 1 with all parties in every round. */
final class FedAvgCoordinator implements Coordinator<FedAvgResult> {
  private final FedAvgConfig config;
  private final Roster roster;

  FedAvgCoordinator(FedAvgConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public FedAvgResult run(Parties parties, Rounds rounds) {
    Matrix model = start(parties); // w_0
    for (Round round : rounds) {
      ModelChange sum = parties.sum(new Train(round.number(), model)).total(); // local training
      Matrix change = Updates.OF_DESCENT.heard(sum.weighted(), round.number());
      model = model.plus(change); // w_t+1 = w_t + Σ n_k/n (w_t+1^k − w_t)
      round.objective(sum.loss());
      round.change(change.norm() / Math.max(model.norm(), Double.MIN_NORMAL));
    }
    parties.sum(new Adopt(model));
    return new FedAvgResult(model, rounds.objectives(), rounds.converged());
  }

  private Matrix start(Parties parties) {
    Sum<Widths> sum = parties.sum(new AskWidths());
    int[] columns = sum.agreed(sum.total().columns(), "the columns of views");
    Classifier classifier =
        new Classifier(Arrays.stream(columns).sum(), config.hidden(), roster.classes());
    return classifier.layout().start(roster.rng("coordinator", "start"));
  }
}
