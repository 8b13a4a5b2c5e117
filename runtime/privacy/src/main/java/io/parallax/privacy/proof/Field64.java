package io.parallax.privacy.proof;

/**
 * The integers modulo p = 2^64 − 2^32 + 1, each as the unsigned long below p (Field64 of
 * draft-irtf-cfrg-vdaf). As 2^64 = 2^32 − 1 and 2^96 = −1 modulo p, a product is reduced by shifts
 * and additions.
 */
public final class Field64 {
  public static final long P = 0xffffffff00000001L;

  /** The largest number that is read back with its sign. */
  public static final long MOST = (P >>> 1);

  private static final long EPSILON = 0xffffffffL; // 2^64 mod p
  private static final long GENERATOR = 7;

  private Field64() {}

  /** Returns true if a word is an element. */
  public static boolean has(long word) {
    return Long.compareUnsigned(word, P) < 0;
  }

  /** Returns the element of a whole number between −{@link #MOST} and {@link #MOST}. */
  public static long of(long whole) {
    return whole < 0 ? whole + P : whole;
  }

  /** Returns the whole number nearest to 0 that an element stands for. */
  public static long signed(long a) {
    return Long.compareUnsigned(a, MOST) > 0 ? a - P : a;
  }

  public static long add(long a, long b) {
    long sum = a + b;
    if (Long.compareUnsigned(sum, a) < 0) {
      return sum + EPSILON; // below p: both were
    }
    return has(sum) ? sum : sum - P;
  }

  public static long sub(long a, long b) {
    long difference = a - b;
    return Long.compareUnsigned(a, b) < 0 ? difference + P : difference;
  }

  public static long negative(long a) {
    return a == 0 ? 0 : P - a;
  }

  public static long mul(long a, long b) {
    long high = Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    long low = a * b;
    long top = high >>> 32;
    long rest = low - top;
    if (Long.compareUnsigned(low, top) < 0) {
      rest -= EPSILON;
    }
    long middle = (high & EPSILON) * EPSILON;
    long result = rest + middle;
    if (Long.compareUnsigned(result, middle) < 0) {
      result += EPSILON;
    }
    return has(result) ? result : result - P;
  }

  /** Returns the sum of the products of the first elements, reduced once. */
  public static long dot(long[] a, long[] b, int count) {
    long low = 0;
    long high = 0; // in 2^64
    long top = 0; // in 2^128
    for (int i = 0; i < count; i++) {
      long product = a[i] * b[i];
      long upper = Math.multiplyHigh(a[i], b[i]) + ((a[i] >> 63) & b[i]) + ((b[i] >> 63) & a[i]);
      low += product;
      upper += Long.compareUnsigned(low, product) < 0 ? 1 : 0; // it is at most 2^64 - 3 before
      high += upper;
      top += Long.compareUnsigned(high, upper) < 0 ? 1 : 0;
    }
    long sum = add(reduced(low), mul(reduced(high), EPSILON));
    return add(sum, mul(top, P - (1L << 32))); // 2^128 mod p
  }

  private static long reduced(long word) {
    return has(word) ? word : word - P;
  }

  /**
   * @param exponent unsigned
   */
  public static long pow(long a, long exponent) {
    long result = 1;
    long square = a;
    for (long left = exponent; left != 0; left >>>= 1) {
      if ((left & 1) == 1) {
        result = mul(result, square);
      }
      square = mul(square, square);
    }
    return result;
  }

  /** Returns 1 / a, and 0 for 0. */
  public static long inverse(long a) {
    return pow(a, P - 2);
  }

  /** Returns an element whose powers are the n roots of 1, n a power of 2 up to 2^32. */
  public static long root(int n) {
    if (Integer.bitCount(n) != 1) {
      throw new IllegalArgumentException("there are no roots of unity of order " + n + " in use");
    }
    return pow(GENERATOR, Long.divideUnsigned(P - 1, n));
  }
}
