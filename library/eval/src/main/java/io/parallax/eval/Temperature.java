package io.parallax.eval;

import io.parallax.math.Matrix;
import java.util.Arrays;

/**
 * The temperature T that makes class probabilities agree with what is observed: p_c becomes
 * p_c^(1/T) / Σ p^(1/T). Above 1 they become less sure. The order of the classes stays.
 */
public final class Temperature {
  private static final double HOTTEST = 20;
  private static final int STEPS = 60; // each halves the interval of ln T

  private Temperature() {}

  /** Returns the temperature of least log loss on these rows, from 1/20 to 20. */
  public static double fit(Matrix probabilities, int[] truth) {
    Matrix logs = logs(probabilities);
    double cold = -Math.log(HOTTEST);
    double hot = Math.log(HOTTEST);
    for (int step = 0; step < STEPS; step++) {
      double middle = (cold + hot) / 2;
      if (slope(logs, truth, StrictMath.exp(-middle)) > 0) { // the loss grows with 1/T
        cold = middle;
      } else {
        hot = middle;
      }
    }
    return StrictMath.exp((cold + hot) / 2);
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
