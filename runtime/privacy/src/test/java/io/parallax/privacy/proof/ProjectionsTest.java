package io.parallax.privacy.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProjectionsTest {
  private static final byte[] KEY = new byte[32];
  private final Random random = new Random(5);

  private static Projections.Words words(long[] vector) {
    return (from, to, count) -> System.arraycopy(vector, from, to, 0, count);
  }

  private long[] vector(int size) {
    return random.longs(size).map(word -> Field64.has(word) ? word : 0).toArray();
  }

  /** Each word counts −1, 0, 0 or 1 times, and so in every projection of any vector. */
  @Test
  void projectionsAreLinearInWordsThatCountMinusOneNoneOrOnce() {
    int size = 20;
    int[] counts = new int[3];
    long[] vector = vector(size);
    long[] expected = new long[Projections.COUNT];
    for (int i = 0; i < size; i++) {
      long[] unit = new long[size];
      unit[i] = 1;
      long[] signs = Projections.of(KEY, 0, size, words(unit));
      for (int k = 0; k < signs.length; k++) {
        int sign = (int) Field64.signed(signs[k]);
        counts[sign + 1]++;
        expected[k] = Field64.add(expected[k], Field64.mul(Field64.of(sign), vector[i]));
      }
    }
    assertThat(Projections.of(KEY, 0, size, words(vector))).isEqualTo(expected);
    int all = size * Projections.COUNT;
    assertThat(counts[0]).isBetween(all / 5, all * 3 / 10);
    assertThat(counts[1]).isBetween(all * 9 / 20, all * 11 / 20);
  }

  @Test
  void weightedSumsAreThoseOfTheProjections() {
    for (int size : new int[] {1, 7, 8, 9, 2048, 5003}) {
      int from = size / 3;
      long[] weights = vector(Projections.COUNT);
      List<long[]> vectors = List.of(vector(size), vector(size), new long[size]);
      List<Projections.Words> all = new ArrayList<>();
      vectors.forEach(one -> all.add(words(one)));
      long[] found = Projections.weighted(KEY, from, size, weights, all);
      for (int v = 0; v < found.length; v++) {
        long[] projections = Projections.of(KEY, from, size, all.get(v));
        long sum = 0;
        for (int k = 0; k < projections.length; k++) {
          sum = Field64.add(sum, Field64.mul(weights[k], projections[k]));
        }
        assertThat(found[v]).isEqualTo(sum);
      }
      assertThat(found[2]).isZero();
      assertThat(Arrays.stream(found).distinct().count()).isEqualTo(3);
    }
  }

  /** Returns the share of many challenges that a vector of some size passes. */
  private double accepted(long[] vector, double limit, int times) {
    NormProof proof = new NormProof(List.of(Ball.ofProjections(Projections.COUNT, limit)));
    int passed = 0;
    for (int i = 0; i < times; i++) {
      byte[] key = new byte[32];
      random.nextBytes(key);
      long[] numbers = Projections.of(key, 0, vector.length, words(vector));
      passed += proof.bits(numbers).isPresent() ? 1 : 0;
    }
    return (double) passed / times;
  }

  /** Returns a vector of random direction. */
  private long[] ofLength(double length) {
    double[] values = random.doubles(60, -1, 1).toArray();
    double norm = Math.sqrt(Arrays.stream(values).map(x -> x * x).sum());
    return Arrays.stream(values).mapToLong(x -> Field64.of((long) (x / norm * length))).toArray();
  }

  /**
   * Half the sum of squares of 128 projections is about chi-squared; the intervals are five
   * standard deviations wide to either side. A party may take the best of eight challenges.
   */
  @Test
  void longerVectorsPassAsOftenAsComputed() {
    double limit = 0x1p40;
    int times = 1000;
    double[][] expected = {{1, 0.9915}, {1.15, 0.5166}, {1.3, 0.0327}, {1.4, 0.0018}};
    for (double[] one : expected) {
      double deviation = Math.sqrt(one[1] * (1 - one[1]) / times);
      assertThat(accepted(ofLength(one[0] * limit), limit, times))
          .as("%.2f times too long", one[0])
          .isBetween(one[1] - 5 * deviation, one[1] + 5 * deviation + 0.002);
    }
    assertThat(accepted(ofLength(1.5 * limit), limit, times)).isLessThan(0.004); // 6e-5
    assertThat(accepted(ofLength(2 * limit), limit, times)).isZero(); // 5e-14
  }

  /**
   * Two words of half of p each are nothing to signs alone. A projection that takes one of them and
   * not the other, as a half of all do, is far out of its range.
   */
  @Test
  void vectorsThatWrapAroundPassNoChallenge() {
    double limit = 0x1p40;
    long half = Long.divideUnsigned(Field64.P, 2) + 1;
    long[] pair = ofLength(limit / 2);
    pair[3] = Field64.add(pair[3], half);
    pair[50] = Field64.add(pair[50], half);
    double most = 6.5 * limit;
    int within = 0;
    int times = 100;
    for (int i = 0; i < times; i++) {
      byte[] key = new byte[32];
      random.nextBytes(key);
      long[] numbers = Projections.of(key, 0, pair.length, words(pair));
      within +=
          (int) Arrays.stream(numbers).filter(x -> Math.abs(Field64.signed(x)) <= most).count();
    }
    int all = times * Projections.COUNT;
    assertThat(within).isBetween((int) (0.48 * all), (int) (0.52 * all));
    assertThat(accepted(pair, limit, 300)).isZero();
    assertThat(accepted(vector(60), limit, 300)).isZero(); // words as large as there are
  }
}
