package io.parallax.run;

import io.parallax.eval.PairedDifference;
import java.util.Locale;

/**
 * The method minus something that it is compared with, mean over splits. What is null cannot be
 * told, see {@link Differences}.
 *
 * @param low the lower end of the 95 % interval
 * @param high its upper end
 * @param t of the corrected resampled t-test
 * @param p of the same, on both sides, for this comparison alone
 */
public record Difference(double mean, Double low, Double high, Double t, Double p) {
  /**
   * The mean of differences, and where rows are drawn anew for each split, the test.
   *
   * @param ratio held-out rows over training rows; NaN if it is unknown
   * @param drawn whether they are: the same rows every time tell nothing of others
   */
  public static Difference of(double[] differences, double ratio, boolean drawn) {
    boolean known = !Double.isNaN(ratio);
    PairedDifference found = PairedDifference.of(differences, known ? ratio : 0);
    return drawn && known && !Double.isNaN(found.p())
        ? new Difference(found.mean(), found.low(), found.high(), found.t(), found.p())
        : new Difference(found.mean(), null, null, null, null);
  }

  /** Returns a share in points of percent, with its sign. */
  public static String points(double share) {
    return String.format(Locale.ROOT, "%+.2f", 100 * share);
  }

  /** Returns the ends of the interval in points of percent. */
  public String interval() {
    return low == null ? "–" : points(low) + " to " + points(high);
  }
}
