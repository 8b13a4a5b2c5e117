package io.parallax.fedmv.horizontal;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.Updates;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopt;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskViewRows;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskWidths;
import io.parallax.fedmv.horizontal.HFedMvMessages.GlobalModel;
import io.parallax.fedmv.horizontal.HFedMvMessages.ModelChange;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The server of Algorithm 3. */
final class HFedMvCoordinator implements Coordinator<HFedMvResult> {
  private final Roster roster;

  HFedMvCoordinator(Roster roster) {
    this.roster = roster;
  }

  @Override
  public HFedMvResult run(Parties parties, Rounds rounds) {
    int[] widths = widths(parties);
    Matrix start =
        Matrix.gaussian(
            Arrays.stream(widths).sum(), roster.classes(), roster.rng("coordinator", "start"));
    return roster.partial()
        ? run(parties, rounds, start, shares(parties, widths))
        : run(parties, rounds, start);
  }

  /** Returns, for each column, which part of all rows has its view. */
  private double[] shares(Parties parties, int[] widths) {
    Matrix rows = parties.sum(new AskViewRows()).total().rows();
    return IntStream.range(0, widths.length)
        .mapToObj(k -> DoubleStream.generate(() -> rows.get(0, k)).limit(widths[k]))
        .flatMapToDouble(view -> view)
        .map(count -> count / roster.samples())
        .toArray();
  }

  /** Algorithm 3, training phase, from given W_k. */
  HFedMvResult run(Parties parties, Rounds rounds, Matrix start) {
    return run(parties, rounds, start, new double[0]);
  }

  /**
   * @param shares for each column, which part of all rows has its view; empty: all have it
   */
  private HFedMvResult run(Parties parties, Rounds rounds, Matrix start, double[] shares) {
    Matrix w = start; // D × C
    double objective = Double.NaN;
    for (Round round : rounds) {
      var ask = new GlobalModel(round.number(), Stack.inOneRow(w)); // parties: Eqs. (14) … (17)
      ModelChange sum = parties.sum(ask).total();
      Matrix heard = Updates.OF_SOLUTIONS.heard(sum.weighted(), round.number());
      Matrix change = mean(Matrix.of(w.rows(), w.cols(), heard.toArray()), shares);
      Matrix next = round.number() == 1 ? change : w.plus(change); // W_k = Σ n_l/N W_k^l
      objective = sum.loss();
      round.objective(objective);
      round.change(Math.sqrt(next.squaredDistance(w)) / Math.max(next.norm(), Double.MIN_NORMAL));
      w = next;
    }
    parties.sum(new Adopt(w));
    return HFedMvResult.of(w, objective, Map.of()).ended(rounds);
  }

  private static Matrix mean(Matrix sum, double[] shares) {
    return shares.length == 0
        ? sum
        : Matrix.fill(
            sum.rows(), sum.cols(), (i, c) -> shares[i] > 0 ? sum.get(i, c) / shares[i] : 0);
  }

  /** d_k of every view, on which all parties must agree. */
  static int[] widths(Parties parties) {
    var sum = parties.sum(new AskWidths());
    return sum.agreed(sum.total().columns(), "the columns of views");
  }
}
