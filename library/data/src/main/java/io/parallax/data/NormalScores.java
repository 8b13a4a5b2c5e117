package io.parallax.data;

import io.parallax.math.Matrix;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Converts numbers to ranks among a column's training rows, as normal scores. A column is
 * represented by at most {@value #MOST} of its quantiles, between which ranks are interpolated.
 */
final class NormalScores {
  private static final int MOST = 101;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private NormalScores() {}

  /** Returns each column's quantiles in ascending order; none for a column without numbers. */
  static double[][] knots(Matrix x) {
    return IntStream.range(0, x.cols()).mapToObj(j -> knots(x, j)).toArray(double[][]::new);
  }

  private static double[] knots(Matrix x, int column) {
    double[] sorted =
        IntStream.range(0, x.rows())
            .mapToDouble(i -> x.get(i, column))
            .filter(value -> !Double.isNaN(value))
            .map(value -> value + 0.0) // -0 is 0
            .sorted()
            .toArray();
    double[] knots = new double[Math.min(MOST, sorted.length)];
    for (int i = 0; i < knots.length; i++) {
      double place = knots.length == 1 ? 0 : (double) i * (sorted.length - 1) / (knots.length - 1);
      int below = (int) place;
      double share = place - below;
      knots[i] =
          share == 0 ? sorted[below] : (1 - share) * sorted[below] + share * sorted[below + 1];
    }
    return knots;
  }

  /** The score of a number; equal numbers share the mean of their ranks. */
  static double of(double[] knots, double value) {
    if (knots.length < 2 || knots[0] == knots[knots.length - 1]) {
      return 0;
    }
    double rank = (below(knots, value) + above(knots, value)) / 2 / (knots.length - 1);
    double end = 0.5 / knots.length;
    return NORMAL.inverseCumulativeProbability(Math.max(end, Math.min(1 - end, rank)));
  }

  /** The rank counted from the smallest number. */
  private static double below(double[] knots, double value) {
    int next = first(knots, value, true);
    return next == knots.length || knots[next] == value || next == 0
        ? Math.min(next, knots.length - 1)
        : between(knots, next, value);
  }

  /** The rank counted from the largest number. */
  private static double above(double[] knots, double value) {
    int next = first(knots, value, false);
    return next == 0 || next == knots.length || knots[next - 1] == value
        ? Math.max(0, next - 1)
        : between(knots, next, value);
  }

  private static double between(double[] knots, int next, double value) {
    double from = knots[next - 1];
    return next - 1 + (value - from) / (knots[next] - from);
  }

  /** The first knot at or above the value, or only above it. */
  private static int first(double[] knots, double value, boolean at) {
    int low = 0;
    int high = knots.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at ? knots[middle] < value : knots[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** All scores; missing numbers stay missing. */
  static Matrix of(double[][] knots, Matrix x) {
    return Matrix.fill(
        x.rows(),
        x.cols(),
        (i, j) -> Double.isNaN(x.get(i, j)) ? Double.NaN : of(knots[j], x.get(i, j)));
  }
}
