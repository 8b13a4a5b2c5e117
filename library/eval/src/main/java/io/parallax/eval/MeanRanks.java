package io.parallax.eval;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Methods compared over several data sets by their ranks (Demšar, Journal of Machine Learning
 * Research 7, 2006): Friedman's test in the form of Iman and Davenport, and Nemenyi's critical
 * difference.
 *
 * @param ranks the mean rank of each method, 1 is best; equals share the mean of their ranks
 * @param sets the number of data sets
 * @param p of the hypothesis that all methods are alike; NaN for fewer than two methods or sets
 * @param criticalDifference two methods whose mean ranks differ by more differ at the level of 5 %;
 *     NaN where there is no test
 */
public record MeanRanks(double[] ranks, int sets, double p, double criticalDifference) {
  private static final double LEVEL = 0.05;
  private static final double BOUND = 8.5; // standard deviations beyond which nothing is left
  private static final int STEPS = 2000;
  private static final double EXACT = 1e-10;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * Returns the ranks.
   *
   * @param values by data set, of each method, larger is better
   */
  public static MeanRanks of(double[][] values) {
    int sets = values.length;
    int methods = values[0].length;
    double[] mean = new double[methods];
    for (double[] set : values) {
      double[] ranks = ranks(set);
      Arrays.setAll(mean, i -> mean[i] + ranks[i] / sets);
    }
    if (methods < 2 || sets < 2) {
      return new MeanRanks(mean, sets, Double.NaN, Double.NaN);
    }
    double critical = range(methods) * Math.sqrt(methods * (methods + 1) / (12.0 * sets));
    return new MeanRanks(mean, sets, friedman(mean, sets), critical);
  }

  /** Returns the rank of each value; the largest has rank 1. */
  static double[] ranks(double[] values) {
    return Arrays.stream(values)
        .map(
            value -> {
              long better = Arrays.stream(values).filter(other -> other > value).count();
              long equal = Arrays.stream(values).filter(other -> other == value).count();
              return better + (equal + 1) / 2.0;
            })
        .toArray();
  }

  private static double friedman(double[] mean, int sets) {
    int k = mean.length;
    double squares = Arrays.stream(mean).map(rank -> rank * rank).sum();
    double chi = 12.0 * sets / (k * (k + 1)) * (squares - k * (k + 1.0) * (k + 1) / 4);
    double rest = sets * (k - 1.0) - chi;
    if (rest <= EXACT) {
      return 0; // every set orders the methods alike
    }
    double f = (sets - 1) * chi / rest;
    return FDistribution.of(k - 1, (k - 1.0) * (sets - 1)).survivalProbability(Math.max(0, f));
  }

  /** Returns the quantile of the range of independent standard normal numbers. */
  static double range(int numbers) {
    double low = 0;
    double high = 2 * BOUND;
    while (high - low > EXACT) {
      double middle = (low + high) / 2;
      if (within(numbers, middle) < 1 - LEVEL) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the probability that so many standard normal numbers lie within this range. */
  private static double within(int numbers, double range) {
    DoubleUnaryOperator density =
        x -> numbers * NORMAL.density(x) * Math.pow(NORMAL.probability(x, x + range), numbers - 1);
    double step = 2 * BOUND / STEPS;
    return step
        * IntStream.range(0, STEPS) // smooth and 0 at both ends: the midpoint rule is exact enough
            .mapToDouble(i -> density.applyAsDouble(-BOUND + (i + 0.5) * step))
            .sum();
  }
}
