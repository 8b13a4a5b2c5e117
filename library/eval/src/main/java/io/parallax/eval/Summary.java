package io.parallax.eval;

import java.util.Arrays;
import java.util.Collection;

/** Mean and sample standard deviation (n − 1; 0 for one value) of repeated measurements. */
public record Summary(double mean, double sd, int n) {

  /** The summary of at least one value. */
  public static Summary of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("nothing to summarise; give at least one value");
    }
    double mean = Arrays.stream(values).sum() / values.length;
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    double sd = values.length == 1 ? 0 : Math.sqrt(squares / (values.length - 1));
    return new Summary(mean, sd, values.length);
  }

  /** The summary of at least one value. */
  public static Summary of(Collection<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
