package io.parallax.eval;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Bins for numbers of any size, so that parties can add up how many of theirs are in each: {@value
 * #EACH} to a doubling, about 2 % wide, for sizes from 2^−32 to 2^32 of either sign. Smaller ones
 * are in one bin around 0, larger ones in the outermost.
 */
public final class ScoreBins {
  private static final int EACH = 32;
  private static final int DOUBLINGS = 32;

  /** The number of bins. */
  public static final int COUNT = 2 * (2 * EACH * DOUBLINGS + 1) + 1;

  /** The one way of cutting numbers into bins. */
  public static final ScoreBins ALL = new ScoreBins();

  private final double[] uppers; // of all bins but the last

  private ScoreBins() {
    double[] sizes =
        IntStream.rangeClosed(-EACH * DOUBLINGS, EACH * DOUBLINGS)
            .mapToDouble(k -> StrictMath.pow(2, (double) k / EACH))
            .toArray();
    double[] all = new double[COUNT - 1];
    for (int k = 0; k < sizes.length; k++) {
      all[sizes.length + k] = sizes[k];
      all[sizes.length - 1 - k] = -sizes[k];
    }
    uppers = all;
  }

  /** Returns the bin that holds a number; a number at the upper end belongs to the bin. */
  public int bin(double value) {
    int place = Arrays.binarySearch(uppers, value);
    return place >= 0 ? place : -place - 1;
  }

  /** Returns the upper end of a bin; infinite for the last. */
  public double upper(int bin) {
    return bin == uppers.length ? Double.POSITIVE_INFINITY : uppers[bin];
  }

  /** Counts how many of these numbers are in each bin. */
  public double[] counts(double[] values) {
    double[] counts = new double[COUNT];
    Arrays.stream(values).forEach(value -> counts[bin(value)]++);
    return counts;
  }
}
