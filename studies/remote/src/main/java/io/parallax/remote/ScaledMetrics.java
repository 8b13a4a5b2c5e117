package io.parallax.remote;

import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.ValuesJudged;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Metrics of any magnitude as numbers that can be added to zeros: value = mantissa · 2^exponent.
 *
 * @param metrics mantissas, and a one where a metric is defined, 2 × metrics
 * @param exponents 1 × metrics
 */
record ScaledMetrics(Matrix metrics, Matrix exponents) {
  /** The significant digits that are told. */
  private static final int DIGITS = 4;

  static ScaledMetrics none(int count) {
    return new ScaledMetrics(Matrix.zeros(2, count), Matrix.zeros(1, count));
  }

  /**
   * Writes metrics, rounded: with all digits of a metric, predictions that are chosen for it would
   * tell every held-out value. One that is absent or not finite is undefined.
   */
  static ScaledMetrics of(Map<String, Double> found, List<String> names) {
    double[] values =
        names.stream().mapToDouble(name -> rounded(found.getOrDefault(name, Double.NaN))).toArray();
    return new ScaledMetrics(
        Matrix.fill(
            2,
            values.length,
            (i, j) -> {
              boolean known = Double.isFinite(values[j]);
              return !known ? 0 : i == 1 ? 1 : Math.scalb(values[j], -exponent(values[j]));
            }),
        Matrix.fill(1, values.length, (i, j) -> exponent(values[j])));
  }

  private static double rounded(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(DIGITS)).doubleValue()
        : value;
  }

  private static int exponent(double value) {
    return Double.isFinite(value) && value != 0 ? Math.getExponent(value) : 0;
  }

  ValuesJudged judged(int judges, int cut) {
    return new ValuesJudged(metrics, exponents, judges, cut);
  }

  /** Reads the metrics that the one party with the target has told. */
  static Map<String, Double> read(ValuesJudged told, List<String> names) {
    Map<String, Double> found = new LinkedHashMap<>();
    for (int j = 0; j < names.size() && told.judges() == 1; j++) {
      if (told.metrics().get(1, j) == 1) {
        found.put(
            names.get(j), Math.scalb(told.metrics().get(0, j), (int) told.exponents().get(0, j)));
      }
    }
    return found;
  }
}
