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
}
