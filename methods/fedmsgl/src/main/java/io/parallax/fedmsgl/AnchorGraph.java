package io.parallax.fedmsgl;

import io.parallax.core.Eq;
import io.parallax.math.Eigen;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import java.util.Arrays;

/**
 * A hyperedge for every anchor: the rows that have it among their k nearest. B = D_v^-½ H D_e^-½ is
 * n × m, so the eigenvectors of BBᵀ = I − L_h follow from those of the m × m BᵀB.
 */
final class AnchorGraph {
  private final int[][] joined; // n × k: the hyperedges of row i
  private final double[] weights; // m: 1/√(k · rows in the hyperedge), 0 for an empty one

  private AnchorGraph(int[][] joined, double[] weights) {
    this.joined = joined;
    this.weights = weights;
  }

  /**
   * @param affinity of rows and anchors, n × m
   */
  @Eq("7")
  static AnchorGraph of(Matrix affinity, int k) {
    int[][] joined = new int[affinity.rows()][];
    RowWise.measure(
        affinity,
        (i, row) -> {
          joined[i] = Hypergraph.largest(row, Math.min(k, row.length));
          return 0;
        });
    double[] weights = new double[affinity.cols()];
    for (int[] edges : joined) {
      for (int j : edges) {
        weights[j]++;
      }
    }
    double size = joined[0].length;
    Arrays.setAll(weights, j -> weights[j] > 0 ? 1 / Math.sqrt(size * weights[j]) : 0);
    return new AnchorGraph(joined, weights);
  }

  /** The c smallest eigenvalues of L_h in ascending order, with vectors; at most m. */
  @Eq("25")
  Eigen smallest(int c) {
    Eigen small = gram().largestEigenpairs(c);
    double[] sigma = Arrays.stream(small.values()).map(v -> Math.sqrt(Math.max(v, 0))).toArray();
    Matrix vectors =
        RowWise.build(
            joined.length,
            c,
            (i, row) -> {
              for (int j : joined[i]) {
                for (int t = 0; t < c; t++) {
                  row[t] += sigma[t] > 0 ? weights[j] * small.vectors().get(j, t) / sigma[t] : 0;
                }
              }
            });
    return new Eigen(Arrays.stream(small.values()).map(v -> 1 - v).toArray(), vectors);
  }

  /** BᵀB, m × m. */
  private Matrix gram() {
    int m = weights.length;
    double[] sums = new double[m * m];
    for (int[] edges : joined) {
      for (int a : edges) {
        for (int b : edges) {
          sums[a * m + b] += weights[a] * weights[b];
        }
      }
    }
    return Matrix.of(m, m, sums);
  }
}
