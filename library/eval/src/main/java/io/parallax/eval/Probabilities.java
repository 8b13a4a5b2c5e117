package io.parallax.eval;

import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Quality of class probabilities.
 *
 * @param logLoss the mean of −ln p, p being what the true class was given, at least {@value
 *     #LEAST}; less is better, ln C is what equal probabilities of C classes give
 * @param calibrationError the expected calibration error: rows are put into {@value #BINS} bins of
 *     equal width by their highest probability; in each, that probability's mean is set beside the
 *     share of rows that are right, and the absolute difference is averaged over all rows
 */
public record Probabilities(double logLoss, double calibrationError) {
  /** A smaller probability of the true class counts as this, so that one row is never all. */
  public static final double LEAST = 1e-15;

  /** Into how many bins rows are put to judge calibration. */
  public static final int BINS = 10;

  private static final double ROUNDING = 1e-6;

  /** The names under which a result has these numbers. */
  public static final String LOG_LOSS = "logLoss";

  public static final String CALIBRATION_ERROR = "calibrationError";

  /**
   * Judges probabilities (one row per sample, one column per class).
   *
   * @throws IllegalArgumentException where a row's are below 0 or do not add up to 1
   */
  public static Probabilities of(int[] truth, Matrix probabilities) {
    check(truth, probabilities);
    double loss = 0;
    for (int i = 0; i < truth.length; i++) {
      loss -= Math.log(Math.min(1, Math.max(LEAST, probabilities.get(i, truth[i]))));
    }
    return new Probabilities(loss / truth.length, calibrationError(truth, probabilities));
  }

  /** The numbers by name. */
  public Map<String, Double> asMap() {
    Map<String, Double> map = new LinkedHashMap<>();
    map.put(LOG_LOSS, logLoss);
    map.put(CALIBRATION_ERROR, calibrationError);
    return map;
  }

  private static double calibrationError(int[] truth, Matrix probabilities) {
    int[] found = probabilities.argmaxRows();
    double[] excess = new double[BINS]; // the sum of the highest probabilities, less the right rows
    for (int i = 0; i < truth.length; i++) {
      double highest = probabilities.get(i, found[i]);
      int bin = (int) Math.min(BINS - 1, Math.floor(BINS * highest));
      excess[bin] += highest - (found[i] == truth[i] ? 1 : 0);
    }
    return Arrays.stream(excess).map(Math::abs).sum() / truth.length;
  }

  private static void check(int[] truth, Matrix probabilities) {
    if (truth.length == 0 || truth.length != probabilities.rows()) {
      throw new IllegalArgumentException(
          "%d rows of probabilities do not match %d labels; there must be one row per label"
              .formatted(probabilities.rows(), truth.length));
    }
    for (int i = 0; i < truth.length; i++) {
      if (!fit(probabilities.row(i))) {
        throw new IllegalArgumentException(
            "scores of sample %d are not probabilities: they must be at least 0 and add up to 1"
                .formatted(i));
      }
    }
  }

  /** Returns whether a row's scores are at least 0 and add up to 1. */
  public static boolean fit(double[] row) {
    return Arrays.stream(row).allMatch(p -> p >= -ROUNDING)
        && Math.abs(Arrays.stream(row).sum() - 1) <= ROUNDING;
  }
}
