package io.parallax.run.check;

import java.util.Locale;

/**
 * Predictions of rows whose classes are known, beside those of held-out rows in training.
 *
 * @param right number of known rows that are right
 * @param rows number of known rows
 * @param heldOutRight number of held-out rows that were right
 * @param heldOut number of held-out rows
 */
public record KnownRows(int right, int rows, int heldOutRight, int heldOut) {
  /** The chance of a normal variable more than three standard deviations below its mean. */
  private static final double CHANCE = 0.00135;

  /**
   * Returns the chance that so few known rows, or fewer, are right if each is right with the same
   * unknown probability as each held-out row: the beta-binomial distribution, from a uniform prior.
   */
  double chance() {
    double a = heldOutRight + 1.0;
    double b = heldOut - heldOutRight + 1.0;
    double log = 0; // of the probability that none is right
    for (int i = 0; i < rows; i++) {
      log += Math.log((b + i) / (a + b + i));
    }
    double sum = 0;
    for (int k = 0; k <= right; k++) {
      sum += Math.exp(log);
      if (k < rows) {
        log += Math.log((rows - k) / (k + 1.0) * (a + k) / (b + rows - k - 1));
      }
    }
    return Math.min(1, sum);
  }

  /** Returns true if fewer are right than chance explains. */
  public boolean worse() {
    return chance() < CHANCE;
  }

  /** Returns a sentence on predictions that are worse. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%,d of %,d people with known classes are predicted right (%.1f %%), and in training %.1f %% of the held-out rows were, which chance does not explain (it has %.1g); a party may add wrong numbers to predictions, or people have changed; the predictions are not shown; compare the parties' rows of these people, and train again",
        right,
        rows,
        100.0 * right / rows,
        100.0 * heldOutRight / heldOut,
        chance());
  }
}
