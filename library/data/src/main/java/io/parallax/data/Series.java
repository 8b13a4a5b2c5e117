package io.parallax.data;

import java.util.Arrays;

/** Statistics of a short series; all of them finite, 0 if there are too few values. */
record Series(double[] values) {
  private static final double TINY = 1e-12;

  int size() {
    return values.length;
  }

  double mean() {
    return Arrays.stream(values).average().orElse(0);
  }

  double deviation() {
    double mean = mean();
    return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0));
  }

  /** The quantiles at these shares, by linear interpolation. */
  double[] quantiles(double... shares) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return Arrays.stream(shares).map(share -> between(sorted, share)).toArray();
  }

  private static double between(double[] sorted, double share) {
    if (sorted.length == 0) {
      return 0;
    }
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  /** The correlation with another series of the same length. */
  double correlation(Series other) {
    double mean = mean();
    double otherMean = other.mean();
    double both = 0;
    double mine = TINY;
    double others = TINY;
    for (int i = 0; i < size(); i++) {
      double a = values[i] - mean;
      double b = other.values[i] - otherMean;
      both += a * b;
      mine += a * a;
      others += b * b;
    }
    return both / Math.sqrt(mine * others);
  }

  /** The correlation of each value with the one before it. */
  double autocorrelation() {
    return size() < 3 ? 0 : from(0, size() - 1).correlation(from(1, size()));
  }

  /** Returns the difference of the means of the second half and the first. */
  double trend() {
    return from(size() / 2, size()).mean() - from(0, size() / 2).mean();
  }

  /** Returns the share of values above the bound. */
  double shareAbove(double bound) {
    return Arrays.stream(values).map(v -> v > bound ? 1 : 0).average().orElse(0);
  }

  /** The mean size of the step from value to value. */
  double meanStep() {
    double sum = 0;
    for (int i = 1; i < size(); i++) {
      sum += Math.abs(values[i] - values[i - 1]);
    }
    return size() < 2 ? 0 : sum / (size() - 1);
  }

  /** The mean power at a frequency given in cycles per sample (Goertzel's recursion). */
  double power(double frequency) {
    double mean = mean();
    double turn = 2 * StrictMath.cos(2 * Math.PI * frequency);
    double last = 0;
    double before = 0;
    for (double v : values) {
      double now = v - mean + turn * last - before;
      before = last;
      last = now;
    }
    return (last * last + before * before - turn * last * before) / Math.max(1, size());
  }

  Series from(int start, int end) {
    return new Series(Arrays.copyOfRange(values, start, end));
  }

  Series log(double floor) {
    return new Series(Arrays.stream(values).map(v -> StrictMath.log(Math.max(v, floor))).toArray());
  }

  Series absolute() {
    return new Series(Arrays.stream(values).map(Math::abs).toArray());
  }
}
