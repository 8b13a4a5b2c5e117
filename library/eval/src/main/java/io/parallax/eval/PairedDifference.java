package io.parallax.eval;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference of two methods on the same splits, with its uncertainty. Splits of one data set
 * share most of their rows, so that their differences vary less than those of new data would. The
 * corrected resampled t-test (Nadeau and Bengio, Machine Learning 52, 2003) takes (1/J +
 * n_test/n_train) s² for the variance of the mean of J differences, where s²/J would be right for
 * independent ones.
 *
 * @param mean of the differences
 * @param low the lower end of the 95 % interval; NaN where there is none, see {@link #of}
 * @param high its upper end
 * @param t the mean over its standard error
 * @param p how likely a mean so far from 0 is where there is no difference, on both sides, with J −
 *     1 degrees of freedom; of one comparison, not of many
 */
public record PairedDifference(double mean, double low, double high, double t, double p) {
  private static final double LEVEL = 0.95;

  /** Shares of rows that are equal differ by rounding alone. */
  private static final double ROUNDING = 1e-12;

  /**
   * The summary of differences, one of each split. Where there is one only, or where all are equal
   * and not 0, nothing can be said about chance: all but the mean is NaN.
   *
   * @param ratio held-out rows over training rows, the mean over the splits
   */
  public static PairedDifference of(double[] differences, double ratio) {
    Summary summary = Summary.of(differences);
    double mean = summary.mean();
    double half = halfWidth(summary, ratio);
    if (summary.sd() <= ROUNDING) {
      boolean same = differences.length > 1 && Math.abs(mean) <= ROUNDING;
      return same
          ? new PairedDifference(0, 0, 0, 0, 1)
          : new PairedDifference(mean, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
    double t = mean / standardError(summary, ratio);
    double p = 2 * student(differences.length).survivalProbability(Math.abs(t));
    return new PairedDifference(mean, mean - half, mean + half, t, p);
  }

  /** Half the corrected 95 % interval around a mean over splits; NaN for one split. */
  public static double halfWidth(Summary summary, double ratio) {
    return summary.n() < 2
        ? Double.NaN
        : student(summary.n()).inverseSurvivalProbability((1 - LEVEL) / 2)
            * standardError(summary, ratio);
  }

  private static double standardError(Summary summary, double ratio) {
    if (!(ratio >= 0 && ratio < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "held-out rows over training rows is " + ratio + "; it must be at least 0");
    }
    return summary.sd() * Math.sqrt(1.0 / summary.n() + ratio);
  }

  private static TDistribution student(int splits) {
    return TDistribution.of(splits - 1);
  }
}
