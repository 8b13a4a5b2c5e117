package io.parallax.fedmsgl;

import io.parallax.core.Roster;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import io.parallax.math.Svd;
import java.util.Arrays;

/**
 * Rows explained by m anchors, the same rows at every party: S is n × m, and no matrix is n × n.
 * With the anchors' thin SVD ZΣQᵀ all computations are in the r ≤ m dimensions that they span: X̂ =
 * XQ, Â = ZΣ.
 */
final class Anchored implements Explanation {
  private final Matrix x; // X̂, n × r
  private final Matrix a; // Â, m × r
  private final Svd svd;
  private final int[] self; // n
  private final double outside; // what no anchor explains

  private Anchored(Matrix rows, int[] anchors) {
    svd = rows.selectRows(anchors).thinSvd();
    x = rows.times(svd.v());
    a = scaleColumns(svd.u(), svd.s());
    outside = Math.max(0, rows.squaredNorm() - x.squaredNorm());
    self = new int[rows.rows()];
    Arrays.fill(self, -1);
    for (int j = 0; j < anchors.length; j++) {
      self[anchors[j]] = j;
    }
  }

  static Anchored of(Matrix rows, int[] anchors) {
    return new Anchored(rows, anchors);
  }

  /** Returns the m rows that all parties use, in ascending order; all rows if m is 0. */
  static int[] choose(FedMsglConfig config, Roster roster) {
    int n = roster.samples();
    int m = config.anchors() == 0 ? n : Math.min(n, config.anchors()); // fewer only to predict
    int[] order = config.anchors() == 0 ? null : roster.rng("study", "anchors").permutation(n);
    int[] chosen = new int[m];
    Arrays.setAll(chosen, j -> order == null ? j : order[j]);
    Arrays.sort(chosen);
    return chosen;
  }

  /** X̂ − SÂ, n × r. */
  @Override
  public Matrix rest(Matrix s) {
    return x.minus(s.times(a));
  }

  /** rest · Âᵀ(ÂÂᵀ + aI)⁻¹ = rest · Σ(Σ² + aI)⁻¹Zᵀ. */
  @Override
  public Matrix explain(double weight, Matrix rest) {
    double[] factors = Arrays.stream(svd.s()).map(s -> s / (s * s + weight)).toArray();
    return rest.times(scaleColumns(svd.u(), factors).transpose());
  }

  @Override
  public Part nothing(Matrix zeros) {
    return new Part(zeros, x, new double[zeros.rows()]);
  }

  @Override
  public double residual(Matrix restOfC, Matrix restOfU) {
    return outside + restOfC.plus(restOfU).squaredDistance(x);
  }

  @Override
  public Matrix regression(double weight, Matrix y) {
    Matrix system = x.gram().plus(Matrix.identity(x.cols()).scale(weight));
    return svd.v().times(system.cholesky().solve(x.transposeTimes(y)));
  }

  @Override
  public int self(int i) {
    return self[i];
  }

  private static Matrix scaleColumns(Matrix m, double[] factors) {
    return RowWise.map(m, (i, row) -> Arrays.setAll(row, j -> row[j] * factors[j]));
  }
}
