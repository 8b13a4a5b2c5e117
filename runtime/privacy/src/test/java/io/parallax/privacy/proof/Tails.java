package io.parallax.privacy.proof;

/**
 * The probabilities with which vectors pass one challenge, computed: half the sum of squares of 128
 * projections is about chi-squared, of the vector or of what it is folded into.
 */
final class Tails {
  private static final double ALLOWED = 1.15 * 1.15 * Projections.COUNT;

  private Tails() {}

  /** Returns the probability that chi-squared of 128 is at most this. */
  static double chiSquared(double value) {
    double half = value / 2;
    int k = Projections.COUNT / 2;
    if (half > 3 * k) {
      return 1;
    }
    double logarithm = k * Math.log(half) - half;
    for (int j = 2; j <= k; j++) {
      logarithm -= Math.log(j);
    }
    double term = Math.exp(logarithm);
    double sum = 0;
    for (int j = k + 1; term > 1e-20 * sum; j++) {
      sum += term;
      term *= half / j;
    }
    return Math.min(1, sum);
  }

  /** Returns the probability for a projected vector with this squared length, in limits. */
  private static double ofSquare(double square) {
    return square == 0 ? 1 : chiSquared(ALLOWED / square);
  }

  /**
   * Returns the probability for a vector of many words. When folded, its squared length changes by
   * a random share, of variance 2/4096 and about normal.
   */
  static double spread(double times, boolean folded) {
    if (!folded) {
      return ofSquare(times * times);
    }
    double deviation = Math.sqrt(2.0 / Folding.WORDS);
    double sum = 0;
    double all = 0;
    for (double z = -8; z <= 8; z += 0.01) {
      double density = Math.exp(-z * z / 2);
      sum += density * ofSquare(times * times * (1 + deviation * z));
      all += density;
    }
    return sum / all;
  }

  /** Returns the probability for a folded vector of a few equal words, the others being 0. */
  static double equal(int count, double times) {
    double[] block = squares(count);
    double[] all = {1};
    for (int i = 0; i < Folding.BLOCKS; i++) {
      all = product(all, block, Folding.BLOCKS * (block.length - 1));
    }
    double sum = 0;
    for (int square = 0; square < all.length; square++) {
      double share = (double) square / (Folding.BLOCKS * count);
      sum += all[square] == 0 ? 0 : all[square] * ofSquare(times * times * share);
    }
    return sum;
  }

  /**
   * Returns the distribution of a block's sum of squares when this many words of 1 or −1 are in it.
   * Its generating function is the power of a bucket's, in which t counts words: t^c/c! times that
   * of the squared sum of c signs. Sums beyond four for each word count as that.
   */
  private static double[] squares(int count) {
    int most = 4 * count;
    double[][] buckets = new double[count + 1][most + 1];
    for (int c = 0; c <= count; c++) {
      double ways = Math.pow(Folding.BUCKETS, -c); // over 2^c and all orders
      for (int minus = 0; minus <= c; minus++) {
        int sum = c - 2 * minus;
        if (sum * sum <= most) {
          buckets[c][sum * sum] += ways / Math.scalb(factorial(minus) * factorial(c - minus), c);
        }
      }
    }
    for (int size = 1; size < Folding.BUCKETS; size *= 2) {
      double[][] twice = new double[count + 1][most + 1];
      for (int i = 0; i <= count; i++) {
        for (int j = 0; i + j <= count; j++) {
          double[] both = product(buckets[i], buckets[j], most);
          for (int s = 0; s <= most; s++) {
            twice[i + j][s] += both[s];
          }
        }
      }
      buckets = twice;
    }
    double[] distribution = buckets[count];
    double rest = 1;
    for (int s = 0; s <= most; s++) {
      distribution[s] *= factorial(count);
      rest -= distribution[s];
    }
    distribution[most] += Math.max(0, rest);
    return distribution;
  }

  private static double factorial(int n) {
    double product = 1;
    for (int i = 2; i <= n; i++) {
      product *= i;
    }
    return product;
  }

  private static double[] product(double[] a, double[] b, int most) {
    double[] product = new double[Math.min(most, a.length + b.length - 2) + 1];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length && i + j < product.length; j++) {
        product[i + j] += a[i] * b[j];
      }
    }
    return product;
  }
}
