package io.parallax.eval;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * Thresholds of nonconformity under which a new row stays with at least a chosen probability, exact
 * for any number of calibration rows (Vovk, Gammerman and Shafer 2005): the value of rank ⌈(n +
 * 1)(1 − α)⌉ among n rows that are drawn like the new one. Where m parties bring the rows, and the
 * new one is of each party with probability (n_k + 1) / (n + m), the rank is ⌈(n + m)(1 − α)⌉ (Lu
 * and others 2023).
 */
public final class ConformalQuantile {
  private ConformalQuantile() {}

  /**
   * Returns the rank, from 1; beyond the number of rows there is no threshold.
   *
   * @param sources number of parties that bring rows of their own; 1 if all rows are alike
   */
  public static long rank(long rows, int sources, double miscoverage) {
    return BigDecimal.ONE
        .subtract(BigDecimal.valueOf(miscoverage))
        .multiply(BigDecimal.valueOf(rows + sources))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  /** Returns the least number of rows of which there is a threshold. */
  public static long fewest(int sources, double miscoverage) {
    long rows = 1;
    while (rank(rows, sources, miscoverage) > rows) {
      rows++;
    }
    return rows;
  }

  /** Returns the threshold of these rows; infinite if they are too few. */
  public static double of(double[] nonconformity, int sources, double miscoverage) {
    double[] sorted = nonconformity.clone();
    Arrays.sort(sorted);
    long rank = rank(sorted.length, sources, miscoverage);
    return rank > sorted.length ? Double.POSITIVE_INFINITY : sorted[(int) rank - 1];
  }

  /**
   * Returns the threshold of rows that are counted in bins: the upper end of the bin that holds it.
   */
  public static double ofCounts(double[] counts, ScoreBins bins, int sources, double miscoverage) {
    double rows = Arrays.stream(counts).sum();
    long rank = rank((long) rows, sources, miscoverage);
    double seen = 0;
    for (int bin = 0; bin < counts.length && rank <= rows; bin++) {
      seen += counts[bin];
      if (seen >= rank) {
        return bins.upper(bin);
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
