package io.parallax.eval;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The law of the number of judged rows that stay at or below a threshold, where the threshold is
 * the value of some rank among calibration rows and both are drawn from the same rows at random. If
 * no two values are equal it is beta-binomial, whatever the values: any order of all n + m values
 * is equally likely, and the number is the count of judged rows in front of the k-th calibrating
 * one.
 */
public final class CoverageLaw {
  private static final double TAIL = 0.025;
  private final double[] chances; // of 0, 1, … covered rows

  private CoverageLaw(double[] chances) {
    this.chances = chances;
  }

  /** Returns the law of no rows. */
  public static CoverageLaw none() {
    return new CoverageLaw(new double[] {1});
  }

  /**
   * Returns the law of one draw: P(j) ∝ C(k − 1 + j, j)·C(n − k + m − j, m − j).
   *
   * @param calibrating number n of calibration rows
   * @param rank k from 1; beyond n there is no threshold and every row is covered
   * @param judged number m of judged rows
   */
  public static CoverageLaw of(long calibrating, long rank, int judged) {
    double[] chances = new double[judged + 1];
    if (rank > calibrating) {
      chances[judged] = 1;
      return new CoverageLaw(chances);
    }
    double[] logs = new double[judged + 1];
    for (int j = 0; j < judged; j++) {
      double grow = (rank + j) * (double) (judged - j);
      double shrink = (j + 1.0) * (calibrating - rank + judged - j);
      logs[j + 1] = logs[j] + Math.log(grow / shrink);
    }
    double most = Arrays.stream(logs).max().orElseThrow();
    double sum = Arrays.stream(logs).map(log -> Math.exp(log - most)).sum();
    Arrays.setAll(chances, j -> Math.exp(logs[j] - most) / sum);
    return new CoverageLaw(chances);
  }

  /** Returns the law of the sum of two numbers that do not depend on each other. */
  public CoverageLaw plus(CoverageLaw other) {
    double[] sum = new double[chances.length + other.chances.length - 1];
    for (int i = 0; i < chances.length; i++) {
      for (int j = 0; j < other.chances.length; j++) {
        sum[i + j] += chances[i] * other.chances[j];
      }
    }
    return new CoverageLaw(sum);
  }

  /** Returns the number of judged rows. */
  public int judged() {
    return chances.length - 1;
  }

  /** Returns the expected number of covered rows. */
  public double mean() {
    return IntStream.range(0, chances.length).mapToDouble(j -> j * chances[j]).sum();
  }

  /** Returns the largest number that is passed from below with a chance of at most 2.5 %. */
  public int low() {
    double sum = 0;
    for (int j = 0; j < chances.length; j++) {
      sum += chances[j];
      if (sum > TAIL) {
        return j;
      }
    }
    return judged();
  }

  /** Returns the least number that is passed from above with a chance of at most 2.5 %. */
  public int high() {
    double sum = 0;
    for (int j = judged(); j > 0; j--) {
      sum += chances[j];
      if (sum > TAIL) {
        return j;
      }
    }
    return 0;
  }

  /** Returns twice the chance of a number at least as far out as this one, at most 1. */
  public double twoSided(long covered) {
    if (covered < 0 || covered > judged()) {
      throw new IllegalArgumentException(
          "%d of %d rows cannot be covered".formatted(covered, judged()));
    }
    double below = Arrays.stream(chances, 0, (int) covered + 1).sum();
    double above = Arrays.stream(chances, (int) covered, chances.length).sum();
    return Math.min(1, 2 * Math.min(below, above));
  }
}
