package io.parallax.data;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Adds up the numbers of a column and their squares without rounding: the bits of each number are
 * added to the 32-bit words at their positions.
 */
final class ExactColumn {
  /** Sums are whole multiples of 2^-1074, as all doubles are. */
  static final int UNIT = 1074;

  /** Sums of squares are whole multiples of 2^-2148. */
  static final int SQUARE_UNIT = 2 * UNIT;

  private static final long LOW = 0xffffffffL;
  private static final int MANTISSA = 52;
  private static final int PLACES = (2046 + 53) / 32 + 3;
  private static final int SQUARE_PLACES = (2 * 2046 + 106) / 32 + 5;
  private final long[] sums = new long[PLACES]; // each takes 2^31 numbers before it is full
  private final long[] squares = new long[SQUARE_PLACES];
  private long count;

  /** Adds a number, which must be finite. */
  void add(double x) {
    long bits = Double.doubleToRawLongBits(x);
    int exponent = (int) (bits >>> MANTISSA) & 0x7ff;
    long m = bits & (1L << MANTISSA) - 1;
    m = exponent == 0 ? m : m | 1L << MANTISSA;
    int from = exponent == 0 ? 0 : exponent - 1;
    count++;
    long sign = bits >> 63 | 1; // 1 or -1
    int place = from >>> 5;
    int shift = from & 31;
    long low = m << shift;
    sums[place] += sign * (low & LOW);
    sums[place + 1] += sign * (low >>> 32);
    sums[place + 2] += sign * (shift == 0 ? 0 : m >>> 64 - shift);
    square(m, 2 * from);
  }

  /** Adds m² · 2^from: 106 bits, over five places. */
  private void square(long m, int from) {
    long high = Math.multiplyHigh(m, m);
    long low = m * m;
    int place = from >>> 5;
    int shift = from & 31;
    long a = low << shift;
    long b = shift == 0 ? high : high << shift | low >>> 64 - shift;
    squares[place] += a & LOW;
    squares[place + 1] += a >>> 32;
    squares[place + 2] += b & LOW;
    squares[place + 3] += b >>> 32;
    squares[place + 4] += shift == 0 ? 0 : high >>> 64 - shift;
  }

  long count() {
    return count;
  }

  BigInteger sum() {
    return total(sums);
  }

  BigInteger squares() {
    return total(squares);
  }

  private static BigInteger total(long[] places) {
    int last = places.length - 1;
    int first = 0;
    while (last > 0 && places[last] == 0) {
      last--;
    }
    while (first < last && places[first] == 0) {
      first++;
    }
    BigInteger total = BigInteger.ZERO;
    for (long place : reversed(Arrays.copyOfRange(places, first, last + 1))) {
      total = total.shiftLeft(32).add(BigInteger.valueOf(place));
    }
    return total.shiftLeft(32 * first);
  }

  private static long[] reversed(long[] places) {
    long[] other = new long[places.length];
    Arrays.setAll(other, i -> places[places.length - 1 - i]);
    return other;
  }
}
