package io.parallax.privacy.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProjectionsTest {
  private static final byte[] KEY = new byte[32];
  private static final int LONG = Folding.WORDS + 904; // words of a vector that is folded
  private final Random random = new Random(5);

  private static Projections.Words words(long[] vector) {
    return (from, to, count) -> System.arraycopy(vector, from, to, 0, count);
  }

  private static long[] elements(long[] whole) {
    return Arrays.stream(whole).map(Field64::of).toArray();
  }

  private long[] vector(int size) {
    return random.longs(size, -(1L << 40), 1L << 40).toArray();
  }

  private byte[] key() {
    byte[] key = new byte[32];
    random.nextBytes(key);
    return key;
  }

  private static long weighted(byte[] key, int from, long[] weights, long[] elements) {
    return Projections.weighted(key, from, elements.length, weights, List.of(words(elements)))[0];
  }

  /** Returns how often words of a vector count in each projection of it: once in the test's. */
  private static int[] counts(int size, int word) {
    long[] unit = new long[size];
    unit[word] = 1;
    return Arrays.stream(Projections.of(KEY, 0, size, words(unit)))
        .mapToInt(one -> (int) Field64.signed(one))
        .toArray();
  }

  /** Each word counts −1, 0, 0 or 1 times, and so in every projection of any vector. */
  @Test
  void projectionsAreLinearInWordsThatCountMinusOneNoneOrOnce() {
    int size = 20;
    int[] found = new int[3];
    long[] vector = vector(size);
    long[] expected = new long[Projections.COUNT];
    for (int i = 0; i < size; i++) {
      int[] counts = counts(size, i);
      for (int k = 0; k < counts.length; k++) {
        found[counts[k] + 1]++;
        expected[k] += counts[k] * vector[i];
      }
    }
    assertThat(Projections.of(KEY, 0, size, words(vector))).isEqualTo(elements(expected));
    int all = size * Projections.COUNT;
    assertThat(found[0]).isBetween(all / 5, all * 3 / 10);
    assertThat(found[1]).isBetween(all * 9 / 20, all * 11 / 20);
  }

  /** A word of a long vector is in one of 1,024 buckets of each of four blocks. */
  @Test
  void longVectorsAreFoldedFirst() {
    int[] squares = new int[17];
    long[] vector = new long[LONG];
    long[] expected = new long[Projections.COUNT];
    for (int i = 0; i < 300; i++) {
      int word = random.nextInt(LONG);
      long more = random.nextInt();
      vector[word] += more;
      int[] counts = counts(LONG, word);
      for (int k = 0; k < counts.length; k++) {
        squares[counts[k] * counts[k]]++;
        expected[k] += counts[k] * more;
      }
    }
    assertThat(Projections.of(KEY, 0, LONG, words(vector))).isEqualTo(elements(expected));
    double all = 300 * Projections.COUNT;
    double mean = IntStream.range(0, 17).mapToDouble(s -> s * squares[s]).sum() / all;
    assertThat(mean).isBetween(1.95, 2.05); // four times a half
    for (int block = 0; block < Folding.BLOCKS; block++) {
      long[] unit = new long[LONG];
      unit[7] = 5;
      long[] folded = new Folding(KEY).of(0, LONG, words(unit));
      int from = block * Folding.BUCKETS;
      assertThat(
              Arrays.stream(folded, from, from + Folding.BUCKETS)
                  .filter(x -> x != 0)
                  .map(Math::abs))
          .containsExactly(5L);
    }
  }

  @Test
  void weightedSumsAreThoseOfTheProjections() {
    for (int size : new int[] {1, 7, 8, 9, 2048, 4096, 4097, 5003, 9001}) {
      for (int from : new int[] {0, size / 3}) {
        long[] weights = NormProof.weights(random.longs(Projections.COUNT).toArray());
        List<long[]> vectors = List.of(vector(size), vector(size), new long[size]);
        List<Projections.Words> all = vectors.stream().map(one -> words(elements(one))).toList();
        long[] found = Projections.weighted(KEY, from, size, weights, all);
        for (int v = 0; v < found.length; v++) {
          long[] projections = Projections.of(KEY, from, size, words(vectors.get(v)));
          assertThat(found[v]).isEqualTo(Field64.dot(weights, projections, weights.length));
        }
        assertThat(found[2]).isZero();
        assertThat(Arrays.stream(found).distinct().count()).isEqualTo(3);
      }
    }
  }

  /** Shares are random elements, with the largest weights and factors that there are. */
  @Test
  void weightedSumsOfSharesAddUp() {
    for (int size : new int[] {100, LONG}) {
      long[] weights = new long[Projections.COUNT];
      Arrays.fill(weights, (1L << NormProof.WEIGHT_BITS) - 1);
      long[] vector = elements(vector(size));
      long[] share = random.longs(size).map(word -> word | 1L << 63).toArray();
      long[] rest = new long[size];
      for (int i = 0; i < size; i++) {
        share[i] = Field64.has(share[i]) ? share[i] : Field64.P - 1;
        rest[i] = Field64.sub(vector[i], share[i]);
      }
      long sum = Field64.add(weighted(KEY, 0, weights, share), weighted(KEY, 0, weights, rest));
      assertThat(sum).isEqualTo(weighted(KEY, 0, weights, vector));
    }
  }

  /** Returns the projections of a vector of elements, modulo p. */
  private static long[] moduloP(byte[] key, long[] elements) {
    long[] all = new long[Projections.COUNT];
    for (int k = 0; k < all.length; k++) {
      long[] weights = new long[all.length];
      weights[k] = 1;
      all[k] = weighted(key, 0, weights, elements);
    }
    return all;
  }

  /** Returns the share of many challenges that a vector of some size passes. */
  private double accepted(long[] vector, double limit, int times) {
    Ball ball = Ball.ofProjections(Projections.COUNT, limit, vector.length);
    NormProof proof = new NormProof(List.of(ball));
    int passed = 0;
    for (int i = 0; i < times; i++) {
      long[] numbers = Projections.of(key(), 0, vector.length, words(vector));
      passed += proof.digits(numbers).isPresent() ? 1 : 0;
    }
    return (double) passed / times;
  }

  /** Returns a vector of random direction. */
  private long[] ofLength(int size, double length) {
    double[] values = random.doubles(size, -1, 1).toArray();
    double norm = Math.sqrt(Arrays.stream(values).map(x -> x * x).sum());
    return Arrays.stream(values).mapToLong(x -> (long) (x / norm * length)).toArray();
  }

  /** Returns a vector of some equal words, and as many as make it long that are 0. */
  private static long[] equal(int count, double length) {
    long[] vector = new long[LONG];
    Arrays.fill(vector, 9, 9 + count, (long) (length / Math.sqrt(count)));
    return vector;
  }

  private void passes(long[] unit, double times, double expected) {
    int tries = unit.length > Folding.WORDS ? 200 : 600;
    double deviation = Math.sqrt(expected * (1 - expected) / tries);
    long[] vector = Arrays.stream(unit).map(word -> (long) (times * word)).toArray();
    assertThat(accepted(vector, 0x1p40, tries))
        .as("%.2f times too long", times)
        .isBetween(expected - 5 * deviation - 0.002, expected + 5 * deviation + 0.004);
  }

  /** The intervals are five standard deviations wide to either side. */
  @Test
  void longerVectorsPassAsOftenAsComputed() {
    for (int size : new int[] {60, LONG}) {
      for (double times : new double[] {0.8, 1, 1.15, 1.3, 1.5, 2}) {
        double expected = Tails.spread(times, size > Folding.WORDS);
        passes(ofLength(size, 0x1p40), times, expected);
      }
    }
  }

  /** A few equal words are the worst there are for folding, since they may cancel. */
  @Test
  void vectorsOfFewWordsPassAsOftenAsComputed() {
    for (int count : new int[] {1, 2, 8}) {
      for (double times : new double[] {1.15, 1.3}) {
        passes(equal(count, 0x1p40), times, Tails.equal(count, times));
      }
    }
  }

  /**
   * Two words of half of p each are nothing to signs alone. A projection that takes one of them and
   * not the other, as a half of all do, is far out of its range.
   */
  @Test
  void vectorsThatWrapAroundPassNoChallenge() {
    long half = Long.divideUnsigned(Field64.P, 2) + 1;
    double most = 6.5 * 0x1p40;
    int within = 0;
    int times = 30;
    for (int i = 0; i < times; i++) {
      long[] pair = elements(ofLength(60, 0x1p39));
      pair[3] = Field64.add(pair[3], half);
      pair[50] = Field64.add(pair[50], half);
      within +=
          (int)
              Arrays.stream(moduloP(key(), pair))
                  .filter(x -> Math.abs(Field64.signed(x)) <= most)
                  .count();
    }
    int all = times * Projections.COUNT;
    assertThat(within).isBetween((int) (0.47 * all), (int) (0.53 * all));
  }

  /** In a long vector as well; and what is beyond all ranges, 2^63 modulo 2^64, is not believed. */
  @Test
  void longVectorsThatWrapAroundPassNoChallenge() {
    NormProof proof = new NormProof(List.of(Ball.ofProjections(Projections.COUNT, 0x1p40, LONG)));
    for (long large :
        new long[] {
          Long.divideUnsigned(Field64.P, 2) + 1, Long.divideUnsigned(Field64.P, 3), 1L << 50
        }) {
      for (int i = 0; i < 2; i++) {
        long[] pair = elements(ofLength(LONG, 0x1p39));
        pair[3] = Field64.add(pair[3], large);
        pair[4000] = Field64.sub(pair[4000], large);
        long[] numbers = moduloP(key(), pair);
        assertThat(proof.digits(numbers)).isEmpty();
        long out = Arrays.stream(numbers).filter(x -> Math.abs(Field64.signed(x)) > 0x1p44).count();
        assertThat(out).isGreaterThan(35); // half of them, or more
      }
    }
  }

  /**
   * Two words that differ in their sign cancel in a block where they meet with the same sign: with
   * 2^-11. Words of half of p cancel with any signs: with 2^-10, in all four blocks with 2^-40.
   */
  @Test
  void twoWordsMeetInABlockAsOftenAsComputed() {
    int opposite = 0;
    int halves = 0;
    int keys = 2500;
    long[] vector = new long[LONG];
    for (int i = 0; i < keys; i++) {
      byte[] key = key();
      vector[5] = 1;
      vector[4099] = -1;
      opposite += cancelled(key, vector);
      vector[5] = 1L << 63; // half of 2^64, modulo which folding counts
      vector[4099] = 1L << 63;
      halves += cancelled(key, vector);
    }
    double blocks = Folding.BLOCKS * keys;
    assertThat((double) opposite).isCloseTo(blocks / 2048, within(blocks / 2048));
    assertThat((double) halves).isCloseTo(blocks / 1024, within(blocks / 1024));
  }

  private static Offset<Double> within(double mean) {
    return Offset.offset(5 * Math.sqrt(mean));
  }

  private static int cancelled(byte[] key, long[] vector) {
    long[] folded = new Folding(key).of(0, LONG, words(vector));
    int none = 0;
    for (int block = 0; block < Folding.BLOCKS; block++) {
      int from = block * Folding.BUCKETS;
      none += Arrays.stream(folded, from, from + Folding.BUCKETS).allMatch(x -> x == 0) ? 1 : 0;
    }
    return none;
  }
}
