package io.parallax.experiments;

import io.parallax.math.BlockLanczos;
import io.parallax.math.KMeans;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.List;

/**
 * One clustering of many, without labels: evidence accumulation (Fred and Jain, 2005). Two rows are
 * as near as the share of clusterings in which they are together, and the graph of these shares is
 * cut by spectral clustering.
 */
final class Consensus {
  private static final int STARTS = 20;

  private Consensus() {}

  /**
   * Returns the group of each row.
   *
   * @param clusterings of the same rows
   * @param count of the groups
   */
  static int[] of(List<int[]> clusterings, int count, Rng rng) {
    int n = clusterings.get(0).length;
    double share = 1.0 / clusterings.size();
    double[] together = new double[n * n];
    for (int[] groups : clusterings) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          together[i * n + j] += groups[i] == groups[j] ? share : 0;
        }
      }
    }
    double[] roots = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        roots[i] += together[i * n + j];
      }
      roots[i] = Math.sqrt(roots[i]);
    }
    Matrix graph = Matrix.fill(n, n, (i, j) -> together[i * n + j] / (roots[i] * roots[j]));
    Matrix vectors = BlockLanczos.largest(n, count, graph::times, rng.child("eigen")).vectors();
    return KMeans.cluster(unit(vectors), count, STARTS, rng.child("k-means")).clusters();
  }

  /** Rows of length 1. */
  private static Matrix unit(Matrix rows) {
    double[] norms = rows.rowNorms();
    return Matrix.fill(
        rows.rows(), rows.cols(), (i, j) -> norms[i] > 0 ? rows.get(i, j) / norms[i] : 0);
  }
}
