package io.parallax.privacy.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Field64Test {
  private static final BigInteger P =
      BigInteger.TWO.pow(64).subtract(BigInteger.TWO.pow(32)).add(BigInteger.ONE);

  private static BigInteger big(long word) {
    return new BigInteger(Long.toUnsignedString(word));
  }

  /** Numbers near every power of 2 and near p, and random ones. */
  private static List<Long> elements() {
    List<Long> all = new ArrayList<>();
    Random random = new Random(5);
    for (int bit = 0; bit < 64; bit++) {
      for (long off = -1; off <= 1; off++) {
        all.add((1L << bit) + off);
      }
      all.add(random.nextLong());
    }
    for (long off = 1; off <= 5; off++) {
      all.add(Field64.P - off);
    }
    all.removeIf(word -> !Field64.has(word));
    return all;
  }

  @Test
  void itCountsAsWholeNumbersDoModuloP() {
    assertThat(big(Field64.P)).isEqualTo(P).matches(p -> p.isProbablePrime(50));
    for (long a : elements()) {
      for (long b : elements()) {
        boolean right =
            big(Field64.mul(a, b)).equals(big(a).multiply(big(b)).mod(P))
                && big(Field64.add(a, b)).equals(big(a).add(big(b)).mod(P))
                && big(Field64.sub(a, b)).equals(big(a).subtract(big(b)).mod(P));
        assertThat(right).as("%x and %x", a, b).isTrue();
      }
      assertThat(Field64.mul(a, Field64.inverse(a))).isEqualTo(a == 0 ? 0 : 1);
      assertThat(Field64.add(a, Field64.negative(a))).isZero();
      assertThat(Field64.of(Field64.signed(a))).isEqualTo(a);
    }
  }

  @Test
  void sumsOfProductsAreReducedOnce() {
    Random random = new Random(6);
    List<Long> all = elements();
    for (int count : new int[] {0, 1, 2, 3, 100, 3000}) {
      long[] a = new long[count];
      long[] b = new long[count];
      BigInteger sum = BigInteger.ZERO;
      for (int i = 0; i < count; i++) {
        a[i] = count == 3000 ? Field64.P - 1 : all.get(random.nextInt(all.size()));
        b[i] = count == 3000 ? Field64.P - 1 : all.get(random.nextInt(all.size()));
        sum = sum.add(big(a[i]).multiply(big(b[i])));
      }
      assertThat(big(Field64.dot(a, b, count))).isEqualTo(sum.mod(P));
    }
  }

  /** Factors are as large as there are, of one sign: upper halves add up to nearly 2^62. */
  @Test
  void sumsOfShortProductsAreReducedOnceInAWhile() {
    Random random = new Random(7);
    List<Long> all = elements();
    for (int count : new int[] {0, 1, 2, 511, 512, 513, 3000}) {
      for (long largest : new long[] {(1L << 53) - 1, -(1L << 53) + 1, 0}) {
        long[] factors = new long[count];
        long[] words = new long[count];
        BigInteger sum = BigInteger.ZERO;
        for (int i = 0; i < count; i++) {
          factors[i] = largest == 0 ? random.nextLong() >> 11 : largest;
          words[i] = largest == 0 ? all.get(random.nextInt(all.size())) : Field64.P - 1;
          sum = sum.add(BigInteger.valueOf(factors[i]).multiply(big(words[i])));
        }
        assertThat(big(Field64.shortDot(factors, words, count))).isEqualTo(sum.mod(P));
      }
    }
  }

  @Test
  void numbersOfElementsAsDigitsAreReducedOnce() {
    Random random = new Random(8);
    List<Long> all = elements();
    for (int count = 0; count <= 31; count++) {
      long[] digits = new long[count + 2];
      BigInteger sum = BigInteger.ZERO;
      for (int i = 0; i < count; i++) {
        digits[i + 2] = count % 2 == 0 ? Field64.P - 1 : all.get(random.nextInt(all.size()));
        sum = sum.add(big(digits[i + 2]).shiftLeft(2 * i));
      }
      assertThat(big(Field64.ofDigits(digits, 2, count + 2))).isEqualTo(sum.mod(P));
    }
  }

  @Test
  void wholeNumbersOfEitherSignComeBack() {
    for (long whole : new long[] {0, 1, -1, 1L << 62, -(1L << 62), Field64.MOST, -Field64.MOST}) {
      assertThat(Field64.has(Field64.of(whole))).isTrue();
      assertThat(Field64.signed(Field64.of(whole))).isEqualTo(whole);
    }
  }

  @Test
  void aTransformGivesTheValuesAtTheRoots() {
    Random random = new Random(1);
    for (int size = 1; size <= 64; size *= 2) {
      Ntt ntt = Ntt.of(size);
      long[] coefficients = random.longs(size).map(word -> word >>> 1).toArray();
      long[] values = coefficients.clone();
      ntt.values(values);
      for (int k = 0; k < size; k++) {
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
          value = Field64.add(Field64.mul(value, ntt.root(k)), coefficients[i]);
        }
        assertThat(values[k]).isEqualTo(value);
      }
      ntt.coefficients(values);
      assertThat(values).isEqualTo(coefficients);
    }
    assertThat(Field64.pow(Field64.root(1 << 20), 1 << 19)).isEqualTo(Field64.P - 1);
  }
}
