package io.parallax.eval;

import io.parallax.math.Matrix;
import java.util.Arrays;

/**
 * The temperature T that makes class probabilities agree with what is observed: p_c becomes
 * p_c^(1/T) / Σ p^(1/T). Above 1 they become less sure. The order of the classes stays.
 */
public final class Temperature {
  private static final double HOTTEST = 20;
  private static final int STEPS = 60; // each halves the interval of 1/T

  private Temperature() {}

  /**
   * Returns the temperature of least log loss on these rows, between 1/20 and 20, given that 1/T is
   * normal around an expected one: few rows, or rows that are all right, would else make every
   * probability 0 or 1.
   *
   * @param expected the expected temperature
   * @param spread the standard deviation of 1/T
   */
  public static double fit(Matrix probabilities, int[] truth, double expected, double spread) {
    Matrix logs = logs(probabilities);
    double low = 1 / HOTTEST;
    double high = HOTTEST;
    for (int step = 0; step < STEPS; step++) {
      double inverse = (low + high) / 2;
      double slope = slope(logs, truth, inverse) + (inverse - 1 / expected) / (spread * spread);
      if (slope > 0) { // the loss, which is convex in 1/T, grows
        high = inverse;
      } else {
        low = inverse;
      }
    }
    return 2 / (low + high);
  }

  /** Returns the probabilities at a temperature. */
  public static Matrix apply(Matrix probabilities, double temperature) {
    double[][] rows = logs(probabilities).toRows();
    for (double[] row : rows) {
      powers(row, 1 / temperature);
    }
    return Matrix.of(rows);
  }

  /** Returns the derivative of the log loss by 1/T: Σ (mean of ln p at T − ln p of the truth). */
  private static double slope(Matrix logs, int[] truth, double inverse) {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      double[] own = logs.row(i);
      double[] at = own.clone();
      powers(at, inverse);
      for (int c = 0; c < at.length; c++) {
        sum += at[c] * own[c];
      }
      sum -= own[truth[i]];
    }
    return sum;
  }

  /** Replaces logarithms by the probabilities of a power. */
  private static void powers(double[] row, double power) {
    double most = Arrays.stream(row).max().orElse(0);
    Arrays.setAll(row, c -> StrictMath.exp(power * (row[c] - most)));
    double sum = Arrays.stream(row).sum();
    Arrays.setAll(row, c -> row[c] / sum);
  }

  private static Matrix logs(Matrix probabilities) {
    return probabilities.map(p -> StrictMath.log(Math.max(Probabilities.LEAST, p)));
  }
}
