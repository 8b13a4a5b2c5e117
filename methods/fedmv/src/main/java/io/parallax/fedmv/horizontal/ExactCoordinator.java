package io.parallax.fedmv.horizontal;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopt;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskLacking;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskProducts;
import io.parallax.fedmv.horizontal.HFedMvMessages.Lacking;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The coordinator of mode exact. With Z_k and Z at their best values, Eq. (1) over all rows depends
 * on the rows only through XᵀX and XᵀY, which are sums over the parties: one round gives the model
 * that all rows in one place would give. The same sums give ridge regression on all columns, and
 * which of the two has less error on new rows.
 */
final class ExactCoordinator implements Coordinator<HFedMvResult> {
  private static final String RATIO = "error of pooled to consensus";
  private static final String LAMBDA = "ridge";
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
    HFedMvResult best = null;
    for (Round round : rounds) {
      Products sum = ProductCheck.require(parties.sum(ask), roster);
      best = roster.partial() ? partial(parties, views, sum) : fitted(views, sum);
      round.objective(best.objective());
      round.change(0); // nothing is left to do
    }
    parties.sum(new Adopt(best.model()));
    return best.ended(rounds);
  }

  /** Returns the model where rows lack views. */
  private HFedMvResult partial(Parties parties, Stack views, Products sum) {
    if (config.fit() == HFedMvConfig.Fit.POOLED) {
      return fitted(views, sum); // a view that a row lacks is 0 there, the mean of each column
    }
    Lacking lacking = parties.sum(new AskLacking(views.height())).total();
    PartialProblem problem = new PartialProblem(config, roster.views(), views, sum, lacking);
    ProductCheck.requireOfRows(problem.weighted(), problem.cross(), problem.rows());
    return result(problem.solve());
  }

  private HFedMvResult fitted(Stack views, Products sum) {
    JointProblem consensus = new JointProblem(config, roster.views(), views, sum);
    return switch (config.fit()) {
      case CONSENSUS -> result(consensus.solve());
      case POOLED -> result(views, new PooledProblem(sum).solve());
      case CHOSEN -> {
        JointProblem.Solution apart = consensus.solve();
        PooledProblem.Solution pooled = new PooledProblem(sum).solve();
        double error = consensus.error(apart);
        yield (pooled.error() < error ? result(views, pooled) : result(apart))
            .with(RATIO, pooled.error() / error);
      }
    };
  }

  private static HFedMvResult result(JointProblem.Solution found) {
    return HFedMvResult.of(found.w(), found.objective(), Map.of());
  }

  /** As maps whose weighted mean over the views, by which parties score, is the pooled model. */
  private HFedMvResult result(Stack views, PooledProblem.Solution found) {
    List<Matrix> w = views.cut(found.w());
    double rhos = roster.views().stream().mapToDouble(config::rho).sum();
    for (int k = 0; k < w.size(); k++) {
      w.set(k, w.get(k).scale(rhos / config.rho(roster.views().get(k))));
    }
    return HFedMvResult.of(views.join(w), found.objective(), Map.of(LAMBDA, found.lambda()));
  }
}
