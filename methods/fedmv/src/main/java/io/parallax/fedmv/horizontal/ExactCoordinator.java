package io.parallax.fedmv.horizontal;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopt;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskProducts;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Matrix;
import java.util.Arrays;

/**
 * The coordinator of mode exact. With Z_k and Z at their best values, Eq. (1) over all rows depends
 * on the rows only through XᵀX and XᵀY, which are sums over the parties: one round gives the model
 * that all rows in one place would give.
 */
final class ExactCoordinator implements Coordinator<HFedMvResult> {
  private final HFedMvConfig config;
  private final Roster roster;

  ExactCoordinator(HFedMvConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public HFedMvResult run(Parties parties, Rounds rounds) {
    int[] widths = HFedMvCoordinator.widths(parties);
    Stack views = new Stack(widths);
    AskProducts ask = new AskProducts(Arrays.stream(widths).sum());
    JointProblem.Solution best = null;
    for (Round round : rounds) {
      Products sum = Possible.require(parties.sum(ask), roster);
      best = new JointProblem(config, roster.views(), views, sum).solve();
      round.objective(best.objective());
      round.change(0); // nothing is left to do
    }
    Matrix w = best.w();
    parties.sum(new Adopt(w));
    return new HFedMvResult(w, best.objective(), rounds.objectives(), rounds.converged());
  }
}
