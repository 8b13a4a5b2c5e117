package io.parallax.data;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Adds numbers without rounding, so that their sum has the same bits in any order. Each number is a
 * whole multiple of 2^-160, below 2^159; what is smaller than such a step is rounded before. The
 * sum is rounded once. Cut into limbs, numbers can also be added limb by limb, where sums hold
 * small whole numbers only.
 */
public final class ExactSum {
  /** Limbs of a number, the lowest first. All but the last are from 0 to 2^16 - 1. */
  public static final int LIMBS = 20;

  /** What a limb counts up to before the next one does. */
  public static final int LIMB_BITS = 16;

  private static final int STEP = LIMBS * LIMB_BITS / 2;
  private static final double LIMIT = Math.scalb(1.0, STEP - 1);

  private ExactSum() {}

  /** Whether a number can be added: it is one, and below 2^159, which is about 7e47. */
  public static boolean fits(double x) {
    return Math.abs(x) < LIMIT;
  }

  /** A number in steps. */
  static BigInteger steps(double x) {
    if (!fits(x)) {
      throw new IllegalArgumentException("a number is beyond ±2^" + (STEP - 1));
    }
    return new BigDecimal(Math.rint(Math.scalb(x, STEP))).toBigInteger();
  }

  /** The number nearest to so many steps. */
  static double number(BigInteger steps) {
    return Math.scalb(steps.doubleValue(), -STEP);
  }

  /** A number's limbs. */
  public static long[] limbs(double x) {
    BigInteger rest = steps(x);
    long[] limbs = new long[LIMBS];
    for (int i = 0; i < LIMBS - 1; i++) {
      limbs[i] = rest.longValue() & ((1 << LIMB_BITS) - 1);
      rest = rest.shiftRight(LIMB_BITS);
    }
    limbs[LIMBS - 1] = rest.longValueExact();
    return limbs;
  }

  /** The number nearest to a sum of numbers whose limbs were added one by one. */
  public static double ofLimbs(long[] sums) {
    BigInteger total = BigInteger.ZERO;
    for (int i = LIMBS - 1; i >= 0; i--) {
      total = total.shiftLeft(LIMB_BITS).add(BigInteger.valueOf(sums[i]));
    }
    return number(total);
  }
}
