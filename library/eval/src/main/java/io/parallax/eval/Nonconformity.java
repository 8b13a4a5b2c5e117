package io.parallax.eval;

import io.parallax.math.Matrix;

/**
 * Numbers that are larger, the less an outcome agrees with what was predicted. Outcomes below a
 * threshold make a prediction set or interval. Of classes it is the set of least mean size
 * (Sadinle, Lei and Wasserman 2019): those whose probability, or score, is large enough.
 */
public final class Nonconformity {
  /** The size of log-odds beyond which probabilities count as 0 and 1. */
  public static final double MOST_ODDS = 40;

  private static final double LEAST_RATE = 1e-12;

  private Nonconformity() {}

  /** Returns ln((1 − p) / p) of each class, at most {@value #MOST_ODDS} in size. */
  public static Matrix ofProbabilities(Matrix probabilities) {
    return probabilities.map(
        p -> {
          double odds = StrictMath.log(1 - p) - StrictMath.log(p);
          return Double.isNaN(odds) || p <= 0 || p >= 1
              ? (p >= 1 ? -MOST_ODDS : MOST_ODDS)
              : Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds));
        });
  }

  /** Returns the negative score of each class. */
  public static Matrix ofScores(Matrix scores) {
    return scores.map(score -> -score);
  }

  /** Returns the distance of a number from its prediction. */
  public static double ofNumber(double number, double predicted) {
    return Math.abs(number - predicted);
  }

  /** Returns the distance of a count from what was expected, in roots of that: Poisson's spread. */
  public static double ofCount(double count, double expected) {
    return Math.abs(count - expected) / spread(expected);
  }

  /** Returns the standard deviation of a Poisson count. */
  public static double spread(double expected) {
    return Math.sqrt(Math.max(LEAST_RATE, expected));
  }
}
