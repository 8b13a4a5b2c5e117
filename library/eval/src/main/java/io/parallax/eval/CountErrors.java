package io.parallax.eval;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Quality of predicted means of counts.
 *
 * @param deviance the mean Poisson deviance 2(y·ln(y/μ) − y + μ); 0 is best
 * @param explained the share of the deviance of equal rates that is explained
 */
public record CountErrors(double deviance, double explained) {
  /** The names under which a result has these numbers. */
  public static final String DEVIANCE = "poissonDeviance";

  public static final String EXPLAINED = "explainedDeviance";

  /**
   * @param means predicted, above 0
   * @param exposure of each row, with which counts grow; ones if there is none
   */
  public static CountErrors of(double[] counts, double[] means, double[] exposure) {
    if (counts.length == 0 || counts.length != means.length || counts.length != exposure.length) {
      throw new IllegalArgumentException(
          counts.length + " counts and " + means.length + " predictions; there must be as many");
    }
    double rate = Arrays.stream(counts).sum() / Arrays.stream(exposure).sum();
    double sum = 0;
    double without = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += deviance(counts[i], means[i]);
      without += deviance(counts[i], rate * exposure[i]);
    }
    return new CountErrors(sum / counts.length, without > 0 ? 1 - sum / without : Double.NaN);
  }

  /** Returns the deviance of one row. */
  public static double deviance(double count, double mean) {
    if (!(mean > 0)) {
      return count == 0 && mean == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    return 2 * ((count > 0 ? count * Math.log(count / mean) : 0) - count + mean);
  }

  /** The numbers by name. */
  public Map<String, Double> asMap() {
    Map<String, Double> map = new LinkedHashMap<>();
    map.put(DEVIANCE, deviance);
    map.put(EXPLAINED, explained);
    return map;
  }
}
