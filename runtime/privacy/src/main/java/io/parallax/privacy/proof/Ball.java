package io.parallax.privacy.proof;

/**
 * A ball in which some numbers lie: their distance from a middle is at most a length, but for
 * rounding. Numbers are compared in units of 2^shift, in which each has 16 bits with its sign.
 *
 * @param numbers how many there are
 * @param bits in each, with its sign
 * @param most the largest sum of their squares, in units
 * @param middle of each number
 */
public record Ball(int numbers, int bits, int shift, long most, long middle) {
  /** The longest vector whose projections cannot wrap around p unnoticed: they stay below p/64. */
  public static final double LONGEST_PROJECTED = 0x1p58 / Ball.TAIL;

  /** The largest number that a ball can be about. */
  public static final double LARGEST = 0x1p61;

  /**
   * The largest projection, in lengths of the vector. Its deviation is 1/√2; of 128 projections one
   * is larger with a probability of 2 · 128 · exp(−6.5²) = 1e-16.
   */
  private static final double TAIL = 6.5;

  /**
   * The allowance for chance, in lengths. Half the sum of squares of 128 projections is about
   * chi-squared: of a vector of just the length it is larger with a probability of 0.9 %, of one
   * 1.5 times as long it is smaller with 6e-5, of one twice as long with 5e-14.
   */
  private static final double ALLOWANCE = 1.15;

  private static final int KEPT = 16;

  /** Returns the ball of numbers around a middle. */
  public static Ball of(int numbers, double length, long middle) {
    int bits = bits(length + 1);
    int shift = Math.max(0, bits - KEPT);
    return new Ball(numbers, bits, shift, most(numbers, Math.scalb(length, -shift), shift), middle);
  }

  /** Returns the ball of random projections of a vector: each of its words −1, 0, 0 or 1 times. */
  public static Ball ofProjections(int projections, double length) {
    int bits = bits(TAIL * length);
    int shift = Math.max(0, bits - KEPT);
    double radius = ALLOWANCE * Math.sqrt(projections / 2.0) * Math.scalb(length, -shift);
    return new Ball(projections, bits, shift, most(projections, radius, shift), 0);
  }

  /** Returns the number of bits of whole numbers up to a size, with their sign. */
  private static int bits(double size) {
    return Long.SIZE - Long.numberOfLeadingZeros((long) Math.ceil(size)) + 1;
  }

  /** Returns the sum of squares; a number that was rounded down is up to one unit larger. */
  private static long most(int numbers, double radius, int shift) {
    double rounded = radius + (shift == 0 ? 0 : Math.sqrt(numbers));
    return (long) Math.ceil(rounded * rounded);
  }

  /** Returns the number of bits of what is left below the largest sum of squares. */
  int rest() {
    return Long.SIZE - Long.numberOfLeadingZeros(most);
  }

  /** Returns the number of all bits that show that numbers lie in the ball. */
  int allBits() {
    return numbers * bits + rest();
  }
}
