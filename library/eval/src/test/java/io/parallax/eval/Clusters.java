package io.parallax.eval;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;

/** Normal clouds around far centres, row i in cloud i modulo their number. */
final class Clusters {
  private Clusters() {}

  static Matrix of(int n, int dimensions, int clouds, Rng rng) {
    Matrix centres = Matrix.gaussian(clouds, dimensions, rng).scale(6);
    return Matrix.fill(n, dimensions, (i, j) -> centres.get(i % clouds, j) + rng.gaussian());
  }

  static int[] labels(int n, int clouds) {
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = i % clouds;
    }
    return labels;
  }

  /** The share of the ten nearest points of every point that have its label. */
  static double agreement(Matrix points, int[] labels) {
    int k = 10;
    int[] near = Neighbours.of(points, k).indices();
    int agreed = 0;
    for (int e = 0; e < near.length; e++) {
      agreed += labels[near[e]] == labels[e / k] ? 1 : 0;
    }
    return agreed / (double) near.length;
  }
}
