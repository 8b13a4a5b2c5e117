package io.parallax.tensor;

import java.util.function.IntToDoubleFunction;

/**
 * The privacy cost of Gaussian noise, by Rényi differential privacy: the costs of each order add up
 * over releases and are converted into one ε for a given δ at the end.
 */
public final class Accountant {
  private static final int MOST = 256;

  private Accountant() {}

  /**
   * The Rényi divergence of order α of one step that draws each sample with chance {@code share}
   * and adds noise of {@code noise} times the clip (Mironov, Talwar, Zhang 2019).
   */
  static double renyi(int alpha, double share, double noise) {
    double perPair = 1 / (2 * noise * noise);
    if (share == 1) {
      return alpha * perPair;
    }
    double[] logs = new double[alpha + 1];
    double logBinomial = 0;
    for (int k = 0; k <= alpha; k++) {
      logs[k] =
          logBinomial
              + (alpha - k) * Math.log1p(-share)
              + k * Math.log(share)
              + ((double) k * k - k) * perPair;
      logBinomial += Math.log(alpha - k) - Math.log(k + 1);
    }
    return logSum(logs) / (alpha - 1);
  }

  private static double logSum(double[] logs) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double log : logs) {
      largest = Math.max(largest, log);
    }
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(log - largest);
    }
    return largest + Math.log(sum);
  }

  /** ε of that many steps at this δ. */
  public static double epsilon(double share, double noise, long steps, double delta) {
    if (steps == 0) {
      return 0;
    }
    if (share == 1) {
      return unsampled(steps / (2 * noise * noise), delta);
    }
    return epsilon(alpha -> steps * renyi(alpha, share, noise), 2, MOST, delta);
  }

  /** The least ε over the orders, each of which has this cost (Canonne, Kamath, Steinke 2020). */
  static double epsilon(IntToDoubleFunction cost, int from, int to, double delta) {
    double least = Double.POSITIVE_INFINITY;
    for (int alpha = from; alpha <= to; alpha++) {
      least = Math.min(least, at(alpha, cost.applyAsDouble(alpha), delta));
    }
    return Math.max(0, least);
  }

  /** Minimises over all orders α, whole or not, for a cost of {@code rate}·α. */
  private static double unsampled(double rate, double delta) {
    double low = 1 + 1e-6;
    double high = 1 + 1e6;
    for (int i = 0; i < 300; i++) { // the function has one minimum
      double a = low + (high - low) / 3;
      double b = high - (high - low) / 3;
      if (at(a, rate * a, delta) < at(b, rate * b, delta)) {
        high = b;
      } else {
        low = a;
      }
    }
    return Math.max(0, at(low, rate * low, delta));
  }

  private static double at(double alpha, double cost, double delta) {
    return cost + Math.log1p(-1 / alpha) - (Math.log(delta) + Math.log(alpha)) / (alpha - 1);
  }

  /** The most steps whose ε is within the budget. */
  public static long stepsWithin(double budget, double share, double noise, double delta) {
    long low = 0;
    long high = 1;
    while (high < 1L << 40 && epsilon(share, noise, high, delta) <= budget) {
      low = high;
      high *= 2;
    }
    while (high - low > 1) {
      long middle = (low + high) / 2;
      if (epsilon(share, noise, middle, delta) <= budget) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
