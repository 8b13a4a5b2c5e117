package io.parallax.eval;

import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Gradient descent on KL(P‖Q), the divergence of the embedding's q_ij ∝ 1 / (1 + ‖y_i − y_j‖²) from
 * the affinities, with momentum and a gain per coordinate.
 *
 * <p>The rate is n / (4 · exaggeration). The curvature of attraction is at most about 8 ·
 * exaggeration / n, so that with momentum 0.8 almost twice this rate would still be stable, for any
 * n. It is customary to keep n / 48 after the exaggerated steps as well, which is twelve times
 * slower there.
 */
final class Descent {
  private static final int BLOCK = 256;
  private static final int TIDY = 50;
  private static final double LEAST_GAIN = 0.01;

  private final double theta;
  private final int n;
  private final QuadTree tree;
  private final double[] attraction; // n × 2, like all below
  private final double[] repulsion;
  private Affinities affinities;
  private int[] names; // the row of every point in the input
  private double[] y;
  private double[] velocity;
  private double[] gain;
  private int steps;

  Descent(Affinities affinities, Matrix start, double theta) {
    this.affinities = affinities;
    this.theta = theta;
    n = affinities.size();
    tree = new QuadTree(n);
    attraction = new double[2 * n];
    repulsion = new double[2 * n];
    names = IntStream.range(0, n).toArray();
    y = start.toArray();
    velocity = new double[2 * n];
    gain = new double[2 * n];
    Arrays.fill(gain, 1);
    centre();
  }

  /** In the order of the input. */
  Matrix embedding() {
    double[] rows = new double[2 * n];
    for (int i = 0; i < n; i++) {
      rows[2 * names[i]] = y[2 * i];
      rows[2 * names[i] + 1] = y[2 * i + 1];
    }
    return Matrix.of(n, 2, rows);
  }

  void step(double exaggeration, double momentum) {
    tree.build(y);
    if (steps++ % TIDY == 0) {
      reorder(tree.order());
      tree.build(y);
    }
    double total = RowBlocks.sum(n, BLOCK, this::forces);
    double rate = n / (4 * exaggeration);
    for (int c = 0; c < y.length; c++) {
      double gradient = 4 * (exaggeration * attraction[c] - repulsion[c] / total);
      boolean onwards = gradient > 0 != velocity[c] > 0;
      gain[c] = onwards ? gain[c] + 0.2 : Math.max(LEAST_GAIN, 0.8 * gain[c]);
      velocity[c] = momentum * velocity[c] - rate * gain[c] * gradient;
      y[c] += velocity[c];
    }
    centre();
  }

  /** Both forces one after the other, so that each finds its own data in the cache. */
  private double forces(int from, int to) {
    for (int i = from; i < to; i++) {
      affinities.attract(i, y, attraction);
    }
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += tree.repel(i, theta, y, repulsion);
    }
    return sum;
  }

  /** Neighbours in the plane become neighbours in memory, which halves the time of attraction. */
  private void reorder(int[] order) {
    affinities = affinities.reordered(order);
    names = Arrays.stream(order).map(i -> names[i]).toArray();
    y = pairs(y, order);
    velocity = pairs(velocity, order);
    gain = pairs(gain, order);
  }

  private static double[] pairs(double[] values, int[] order) {
    double[] reordered = new double[values.length];
    for (int i = 0; i < order.length; i++) {
      reordered[2 * i] = values[2 * order[i]];
      reordered[2 * i + 1] = values[2 * order[i] + 1];
    }
    return reordered;
  }

  private void centre() {
    double x0 = 0;
    double x1 = 0;
    for (int i = 0; i < n; i++) {
      x0 += y[2 * i];
      x1 += y[2 * i + 1];
    }
    for (int i = 0; i < n; i++) {
      y[2 * i] -= x0 / n;
      y[2 * i + 1] -= x1 / n;
    }
  }
}
