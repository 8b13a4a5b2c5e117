package io.parallax.joint;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;

/**
 * Random numbers that one party adds to a sum, and that only this party can subtract again. Sums
 * and pads are multiples of one step, so that the sum without its pad has the same bits whatever
 * the pad was.
 *
 * <p>A pad is uniform in ±2^32. It hides a smaller number g, except with probability |g|/2^33, when
 * the padded number lies where that of another g could not.
 */
final class Pad {
  private static final double STEPS = 0x1p20; // in 1: with 2^33 of them exact in a double
  private static final int BITS = 53;

  private final Rng rng;

  Pad(Rng rng) {
    this.rng = rng;
  }

  /** Returns a bound on the error of a sum of this many rounded numbers. */
  static double error(int parties) {
    return parties / STEPS;
  }

  /** Rounds every number to a multiple of the step. */
  static Matrix rounded(Matrix a) {
    return a.map(x -> Math.rint(x * STEPS) / STEPS);
  }

  /** Returns the pad of a matrix of this name: the same on every call. */
  Matrix of(String name, int rows, int cols) {
    Rng own = rng.child(name);
    double[] pad = new double[Math.multiplyExact(rows, cols)];
    for (int i = 0; i < pad.length; i++) {
      pad[i] = ((own.bits() >>> (Long.SIZE - BITS)) - (1L << (BITS - 1))) / STEPS;
    }
    return Matrix.of(rows, cols, pad);
  }
}
