package io.parallax.data;

import java.math.BigInteger;

/**
 * Numbers that add up without rounding, so that their sum has the same bits in any order: whole
 * multiples of a step, below 2^159. Divided into limbs, they can also be added limb by limb, by
 * sums of small integers.
 *
 * @param steps the number of bits after the point: a step is 2^-steps
 * @param limbs the number of limbs, the lowest first; all but the last are from 0 to 2^16 - 1
 */
public record ExactSum(int steps, int limbs) {
  /** The number of bits in a limb. */
  public static final int LIMB_BITS = 16;

  /** Limbs of a sum of numbers. */
  public static final int SUM_LIMBS = 20;

  /** Limbs of a sum of squares, whose step is the square of a number's. */
  public static final int SQUARE_LIMBS = 30;

  /** Sums of numbers. */
  static final ExactSum SUMS = new ExactSum(160, SUM_LIMBS);

  /** Sums of squares. */
  static final ExactSum SQUARES = new ExactSum(320, SQUARE_LIMBS);

  private int topBits() {
    return limbs * LIMB_BITS - steps - 1;
  }

  /**
   * Returns true if a number can be added: it must be below 2^159, about 7e47.
   *
   * @param unit the number is in steps of 2^-unit
   */
  boolean fits(BigInteger number, int unit) {
    return number.abs().bitLength() <= topBits() + unit;
  }

  /** Converts a number to steps, rounding to the nearest and half a step up. */
  BigInteger steps(BigInteger number, int unit) {
    if (!fits(number, unit)) {
      throw new IllegalArgumentException("a number is beyond ±2^" + topBits());
    }
    int shift = unit - steps;
    return number.add(BigInteger.ONE.shiftLeft(shift - 1)).shiftRight(shift);
  }

  /** Converts steps to a finer unit. */
  BigInteger number(BigInteger inSteps, int unit) {
    return inSteps.shiftLeft(unit - steps);
  }

  /** Returns a number's limbs. */
  long[] limbs(BigInteger inSteps) {
    BigInteger rest = inSteps;
    long[] all = new long[limbs];
    for (int i = 0; i < limbs - 1; i++) {
      all[i] = rest.longValue() & ((1 << LIMB_BITS) - 1);
      rest = rest.shiftRight(LIMB_BITS);
    }
    all[limbs - 1] = rest.longValueExact();
    return all;
  }

  /** Returns the steps of a sum of numbers whose limbs were added one by one. */
  BigInteger ofLimbs(long[] sums) {
    BigInteger total = BigInteger.ZERO;
    for (int i = limbs - 1; i >= 0; i--) {
      total = total.shiftLeft(LIMB_BITS).add(BigInteger.valueOf(sums[i]));
    }
    return total;
  }
}
