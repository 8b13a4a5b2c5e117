package io.parallax.privacy.proof;

/**
 * A ball in which some numbers lie: their distance from a middle is at most a length, but for
 * rounding. Numbers are written with digits 0 to 3. They are compared in units of 2^shift, in which
 * each has 15 or 16 bits with its sign.
 *
 * @param numbers how many there are
 * @param digits in each, with its sign
 * @param shift the bits below a unit, two for each digit
 * @param most the largest sum of their squares, in units
 * @param middle of each number
 */
public record Ball(int numbers, int digits, int shift, long most, long middle) {
  /**
   * The longest vector whose projections cannot wrap around p unnoticed. A folded vector is twice
   * as long, and its projections have 60 bits with their sign: they stay below p/32. Then something
   * that wraps around passes with 2^-40 at most.
   */
  public static final double LONGEST_PROJECTED = 0x1.ffffp57 / Ball.TAIL;

  /** The largest number that a ball can be about: it has 62 bits with its sign. */
  public static final double LARGEST = 0x1.ffffp60;

  /**
   * The largest projection, in lengths of the vector that is projected. Its deviation is 1/√2; of
   * 128 projections one is larger with a probability of 2 · 128 · exp(−6.5²) = 1e-16.
   */
  private static final double TAIL = 6.5;

  /**
   * The allowance for chance, in lengths. Half the sum of squares of 128 projections is about
   * chi-squared: of a vector of just the length it is larger with a probability of 1.0 %, of one
   * 1.5 times as long it is smaller with 1.2e-4 at most, of one twice as long with 2e-9.
   */
  private static final double ALLOWANCE = 1.15;

  private static final int KEPT = 8; // digits

  /** Returns the ball of numbers around a middle. */
  public static Ball of(int numbers, double length, long middle) {
    return of(numbers, length + 1, length, middle);
  }

  /**
   * Returns the ball of random projections of a vector.
   *
   * @param length of the vector
   * @param words of the vector
   */
  public static Ball ofProjections(int projections, double length, int words) {
    double projected = Projections.stretch(words) * length;
    double radius = ALLOWANCE * Math.sqrt(projections / 2.0) * projected;
    return of(projections, TAIL * projected, radius, 0);
  }

  private static Ball of(int numbers, double largest, double radius, long middle) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros((long) Math.ceil(largest)) + 1; // and a sign
    int digits = (bits + 1) / 2;
    int shift = 2 * Math.max(0, digits - KEPT);
    return new Ball(numbers, digits, shift, most(numbers, radius, shift), middle);
  }

  /** Returns the sum of squares; a number that was rounded down is up to one unit larger. */
  private static long most(int numbers, double radius, int shift) {
    double rounded = Math.scalb(radius, -shift) + (shift == 0 ? 0 : Math.sqrt(numbers));
    return (long) Math.ceil(rounded * rounded);
  }

  /** Returns what is added to a number, so that it is not negative. */
  long half() {
    return 1L << (2 * digits - 1);
  }

  /** Returns the number of digits of what is left below the largest sum of squares. */
  int rest() {
    return (Long.SIZE - Long.numberOfLeadingZeros(most) + 1) / 2;
  }

  /** Returns the number of all digits that show that numbers lie in the ball. */
  int allDigits() {
    return numbers * digits + rest();
  }
}
