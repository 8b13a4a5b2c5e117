package io.parallax.eval;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Quality of predicted numbers.
 *
 * @param rootMeanSquare the root of the mean squared error
 * @param meanAbsolute the mean absolute error
 * @param explained R², the share of variance explained; below 0 if the mean predicts better, NaN if
 *     the numbers do not vary
 */
public record NumberErrors(double rootMeanSquare, double meanAbsolute, double explained) {
  /** The names under which a result has these numbers. */
  public static final String RMSE = "rmse";

  public static final String MAE = "mae";
  public static final String R_SQUARED = "rSquared";

  public static NumberErrors of(double[] truth, double[] predicted) {
    if (truth.length == 0 || truth.length != predicted.length) {
      throw new IllegalArgumentException(
          truth.length
              + " numbers and "
              + predicted.length
              + " predictions; there must be as many");
    }
    double mean = Arrays.stream(truth).average().orElseThrow();
    double squares = 0;
    double sizes = 0;
    double spread = 0;
    for (int i = 0; i < truth.length; i++) {
      double error = truth[i] - predicted[i];
      squares += error * error;
      sizes += Math.abs(error);
      spread += (truth[i] - mean) * (truth[i] - mean);
    }
    int n = truth.length;
    double explained = spread > 0 ? 1 - squares / spread : Double.NaN;
    return new NumberErrors(Math.sqrt(squares / n), sizes / n, explained);
  }

  /** The numbers by name. */
  public Map<String, Double> asMap() {
    Map<String, Double> map = new LinkedHashMap<>();
    map.put(RMSE, rootMeanSquare);
    map.put(MAE, meanAbsolute);
    map.put(R_SQUARED, explained);
    return map;
  }
}
