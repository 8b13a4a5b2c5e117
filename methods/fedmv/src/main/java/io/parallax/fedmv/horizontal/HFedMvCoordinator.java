package io.parallax.fedmv.horizontal;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopt;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskWidths;
import io.parallax.fedmv.horizontal.HFedMvMessages.GlobalModel;
import io.parallax.fedmv.horizontal.HFedMvMessages.LocalModel;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.Map;

/** The server of Algorithm 3. */
final class HFedMvCoordinator implements Coordinator<HFedMvResult> {
  private final Roster roster;

  HFedMvCoordinator(Roster roster) {
    this.roster = roster;
  }

  @Override
  public HFedMvResult run(Parties parties, Rounds rounds) {
    int width = Arrays.stream(widths(parties)).sum();
    return run(
        parties,
        rounds,
        Matrix.gaussian(width, roster.classes(), roster.rng("coordinator", "start")));
  }

  /** Algorithm 3, training phase, from given W_k. */
  HFedMvResult run(Parties parties, Rounds rounds, Matrix start) {
    Matrix w = start; // D × C
    double objective = Double.NaN;
    for (Round round : rounds) {
      LocalModel sum = parties.sum(new GlobalModel(w)).total(); // parties: Eqs. (14) … (17)
      Matrix next = sum.weighted(); // W_k = Σ n_l/N W_k^l
      objective = sum.loss();
      round.objective(objective);
      round.change(Math.sqrt(next.squaredDistance(w)) / Math.max(next.norm(), Double.MIN_NORMAL));
      w = next;
    }
    parties.sum(new Adopt(w));
    return HFedMvResult.of(w, objective, Map.of()).ended(rounds);
  }

  /** d_k of every view, on which all parties must agree. */
  static int[] widths(Parties parties) {
    var sum = parties.sum(new AskWidths());
    return sum.agreed(sum.total().columns(), "the columns of views");
  }
}
