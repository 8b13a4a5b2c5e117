package io.parallax.benchmarks;

import io.parallax.math.Eigen;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * FedMSGL's equations as they are written, n × n matrices throughout: every update factors its
 * system again, L_h is written out, and all of its eigenvectors are computed. As printed, with λ2
 * diag(M²) in Eq. (13) and neighbours by the distance of rows of A; or kinder, without that term
 * and by affinity, as in mode best.
 */
final class LiteralFedMsgl {
  private static final double LAMBDA1 = 100;
  private static final double LAMBDA3 = 100;
  private static final double BETA = 0.1;
  private static final int K = 25;
  private static final int STEPS = 2;
  private final List<Matrix> grams; // n × n each
  private final Matrix[] c;
  private final Matrix[] u;
  private final List<Matrix> manifolds; // M of Eq. (3), n × n each; none in the kinder form
  private final int n;
  private final int clusters;
  private Matrix g;

  LiteralFedMsgl(List<Matrix> views, int clusters, boolean printed) {
    this.clusters = clusters;
    grams = views.stream().map(LiteralFedMsgl::scaled).map(x -> x.timesTranspose(x)).toList();
    n = grams.get(0).rows();
    manifolds = printed ? grams.stream().map(LiteralFedMsgl::manifold).toList() : List.of();
    c = new Matrix[grams.size()];
    u = new Matrix[grams.size()];
    Arrays.fill(c, Matrix.zeros(n, n));
    Arrays.fill(u, Matrix.zeros(n, n));
  }

  /** Every row to 0 … 1. */
  private static Matrix scaled(Matrix x) {
    double[][] rows = x.toRows();
    for (double[] row : rows) {
      double low = Arrays.stream(row).min().orElseThrow();
      double span = Arrays.stream(row).max().orElseThrow() - low;
      Arrays.setAll(row, j -> span == 0 ? 0 : (row[j] - low) / span);
    }
    return Matrix.of(rows);
  }

  void round() {
    for (int k = 0; k < c.length; k++) {
      for (int step = 0; step < STEPS; step++) {
        Matrix system = grams.get(k).plusScaled(LAMBDA1, Matrix.identity(n));
        if (!manifolds.isEmpty()) {
          Matrix square = manifolds.get(k).times(manifolds.get(k));
          system = system.plus(Matrix.fill(n, n, (i, j) -> i == j ? square.get(i, i) : 0));
        }
        c[k] = feasible(explain(grams.get(k), system, u[k]), u[k]); // Eqs. (13), (17)
        system = grams.get(k).plusScaled(LAMBDA3, Matrix.identity(n));
        u[k] = feasible(explain(grams.get(k), system, c[k]), c[k]); // Eqs. (19), (20)
      }
    }
    g = g == null ? mean(c) : g;
    for (int step = 0; step < STEPS; step++) {
      centre();
    }
  }

  /** Distances of rows, each column divided by its sum, Eq. (3). */
  private static Matrix manifold(Matrix gram) {
    Matrix d = distances(gram).map(v -> Math.sqrt(Math.max(0, v)));
    double[] sums = new double[d.cols()];
    for (double[] row : d.toRows()) {
      Arrays.setAll(sums, j -> sums[j] + row[j]);
    }
    return Matrix.fill(d.rows(), d.cols(), (i, j) -> d.get(i, j) / sums[j]);
  }

  /** Squared distances of rows with these inner products. */
  private static Matrix distances(Matrix gram) {
    return Matrix.fill(
        gram.rows(), gram.rows(), (i, j) -> gram.get(i, i) + gram.get(j, j) - 2 * gram.get(i, j));
  }

  /** A⁻¹ K (I − V). */
  private Matrix explain(Matrix gram, Matrix system, Matrix v) {
    return system.cholesky().solve(gram.times(Matrix.identity(n).minus(v)));
  }

  private Matrix feasible(Matrix latent, Matrix other) {
    double[] shift = new double[n];
    for (int i = 0; i < n; i++) {
      shift[i] = (1 - Arrays.stream(latent.row(i)).sum() - Arrays.stream(other.row(i)).sum()) / n;
    }
    return Matrix.fill(n, n, (i, j) -> i == j ? 0 : Math.max(latent.get(i, j) + shift[i], 0));
  }

  private void centre() {
    Matrix clipped = g.map(v -> Math.max(v, 0));
    double[] weights = weights(clipped); // Eq. (6)
    Matrix own = mean(u);
    Matrix a = clipped.plus(clipped.transpose()).plus(own).plus(own.transpose()).scale(0.5);
    Eigen all = laplacian(a).smallestEigenpairs(n); // Eq. (25)
    Matrix f = all.vectors().selectColumns(IntStream.range(0, clusters).toArray());
    Matrix inner = f.timesTranspose(f);
    Matrix sum = Matrix.zeros(n, n);
    double total = 0;
    for (int k = 0; k < c.length; k++) {
      sum = sum.plusScaled(weights[k], c[k]);
      total += weights[k];
    }
    Matrix weighted = sum;
    double all2 = total;
    g = // Eq. (24)
        Matrix.fill(
            n,
            n,
            (i, j) ->
                (weighted.get(i, j)
                        - BETA / 4 * (inner.get(i, i) + inner.get(j, j) - 2 * inner.get(i, j)))
                    / all2);
  }

  private double[] weights(Matrix clipped) {
    double[] distance = new double[c.length];
    Arrays.setAll(distance, k -> Math.sqrt(c[k].squaredDistance(clipped)));
    double mean = Arrays.stream(distance).average().orElseThrow();
    return Arrays.stream(distance).map(d -> Math.exp(-d / mean)).toArray();
  }

  /** L_h = I − D_v^-½ H D_e⁻¹ Hᵀ D_v^-½, Eq. (8), written out. */
  private Matrix laplacian(Matrix a) {
    Matrix nearness = manifolds.isEmpty() ? a : distances(a.timesTranspose(a)).scale(-1);
    double[][] h = new double[n][n];
    for (int j = 0; j < n; j++) {
      double[] row = nearness.row(j);
      int self = j;
      row[j] = Double.POSITIVE_INFINITY;
      IntStream.range(0, n)
          .boxed()
          .sorted(Comparator.comparingDouble(i -> -row[i]))
          .limit(K)
          .forEach(i -> h[i][self] = 1);
    }
    Matrix incidence = Matrix.of(h);
    double[] root = new double[n];
    Arrays.setAll(root, i -> 1 / Math.sqrt(Math.max(1, Arrays.stream(h[i]).sum())));
    Matrix product = incidence.timesTranspose(incidence);
    return Matrix.fill(
        n, n, (i, j) -> (i == j ? 1 : 0) - root[i] * product.get(i, j) / K * root[j]);
  }

  private static Matrix mean(Matrix[] parts) {
    return Arrays.stream(parts).reduce(Matrix::plus).orElseThrow().scale(1.0 / parts.length);
  }
}
