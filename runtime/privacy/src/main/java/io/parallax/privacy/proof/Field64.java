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
  private static final int SHORT = 1 << 9; // products of which the upper halves cannot overflow

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
    return sub(a, P - b);
  }

  /** Subtracts without a branch, so that several words of arrays are computed at once. */
  public static long sub(long a, long b) {
    long difference = a - b;
    long borrowed = ((~a & b) | (~(a ^ b) & difference)) >> 63;
    return difference - (borrowed & EPSILON);
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
    return dot(a, b, 0, 1, count);
  }

  /**
   * Returns the sum of the products of the first elements with others.
   *
   * @param from the first of the others
   * @param step from one of them to the next
   */
  static long dot(long[] some, long[] others, int from, int step, int count) {
    long low = 0; // four sums of 32 bits of each product: no carries
    long second = 0;
    long third = 0;
    long high = 0;
    for (int i = 0; i < count; i++) {
      long a = some[i];
      long b = others[from + i * step];
      long product = a * b;
      long upper = Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
      low += product & EPSILON;
      second += product >>> 32;
      third += upper & EPSILON;
      high += upper >>> 32;
    }
    return sub(add(add(low, mul(second, 1L << 32)), mul(third, EPSILON)), high); // 2^96 = −1
  }

  /**
   * Returns the sum of the products of whole numbers with elements.
   *
   * @param factors below 2^53, or above −2^53
   */
  public static long shortDot(long[] factors, long[] elements, int count) {
    long sum = 0;
    for (int from = 0; from < count; from += SHORT) {
      sum = add(sum, shortDot(factors, elements, from, Math.min(count, from + SHORT)));
    }
    return sum;
  }

  private static long shortDot(long[] factors, long[] elements, int from, int end) {
    long low = 0;
    long middle = 0; // in 2^32
    long high = 0; // in 2^64, with its sign: 2^9 products that are below 2^117
    for (int i = from; i < end; i++) {
      long factor = factors[i];
      long element = elements[i];
      long product = factor * element;
      low += product & EPSILON;
      middle += product >>> 32;
      high += Math.multiplyHigh(factor, element) + ((element >> 63) & factor);
    }
    return add(add(low, mul(middle, 1L << 32)), mul(of(high), EPSILON));
  }

  /**
   * Returns the number with these digits, the lowest first, reduced once.
   *
   * @param digits each two bits above the one before, at most 31 of them
   */
  static long ofDigits(long[] digits, int from, int end) {
    long low = 0; // three sums of 32 bits of each digit, shifted: no carries
    long middle = 0;
    long high = 0;
    for (int i = from; i < end; i++) {
      int shift = 2 * (i - from);
      long lower = digits[i] << shift;
      low += lower & EPSILON;
      middle += lower >>> 32;
      high += digits[i] >>> 1 >>> 63 - shift;
    }
    return add(add(low, mul(middle, 1L << 32)), mul(reduced(high), EPSILON));
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
