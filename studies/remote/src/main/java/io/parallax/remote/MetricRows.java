package io.parallax.remote;

import io.parallax.math.Matrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Metrics of several things that were judged, as numbers that can travel.
 *
 * @param values one row for each thing, one column for each metric
 * @param defined a one where there is a value
 */
record MetricRows(Matrix values, Matrix defined) {

  /** Collects metrics as rows; a metric that is absent or not a number is undefined. */
  static MetricRows of(List<Map<String, Double>> rows, List<String> names) {
    Matrix all =
        Matrix.fill(
            rows.size(),
            names.size(),
            (i, j) -> rows.get(i).getOrDefault(names.get(j), Double.NaN));
    return new MetricRows(
        Matrix.fill(all.rows(), all.cols(), (i, j) -> known(all, i, j) ? all.get(i, j) : 0),
        Matrix.fill(all.rows(), all.cols(), (i, j) -> known(all, i, j) ? 1 : 0));
  }

  private static boolean known(Matrix all, int i, int j) {
    return Double.isFinite(all.get(i, j));
  }

  /** One thing's metrics; empty where nobody could judge it. */
  Map<String, Double> row(int i, List<String> names) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (int j = 0; j < names.size(); j++) {
      if (defined.get(i, j) == 1) {
        metrics.put(names.get(j), values.get(i, j));
      }
    }
    return metrics;
  }
}
