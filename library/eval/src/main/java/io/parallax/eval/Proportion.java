package io.parallax.eval;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * The number of successes among independent trials, with the exact 95 % confidence interval of
 * their probability (Clopper and Pearson 1934).
 */
public record Proportion(long successes, long trials) {
  private static final double TAIL = 0.025;

  public Proportion {
    if (successes < 0 || successes > trials || trials < 1) {
      throw new IllegalArgumentException(
          "%d of %d trials are no successes".formatted(successes, trials));
    }
  }

  /** Returns the share of successes. */
  public double share() {
    return (double) successes / trials;
  }

  /** Returns the lower end of the interval. */
  public double low() {
    return successes == 0
        ? 0
        : BetaDistribution.of(successes, trials - successes + 1).inverseCumulativeProbability(TAIL);
  }

  /** Returns the upper end of the interval. */
  public double high() {
    return successes == trials
        ? 1
        : BetaDistribution.of(successes + 1, trials - successes).inverseSurvivalProbability(TAIL);
  }
}
