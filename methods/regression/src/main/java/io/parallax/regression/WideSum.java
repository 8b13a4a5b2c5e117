package io.parallax.regression;

import io.parallax.math.Matrix;

/**
 * Numbers of very different sizes in fixed-point sums: each is written as several digits to the
 * base 2^40, which are summed one by one. The last digit has a fraction of 20 bits.
 *
 * @param top numbers are below 2^(top + 40)
 * @param digits the number of digits; the last one counts 2^(top − 40·(digits − 1))
 */
record WideSum(int top, int digits) {
  /** The largest digit, which is the bound of a summand. */
  static final double BASE = 0x1p40;

  private static final int BITS = 40;

  /** For sums of columns as they are given, up to 2^120. */
  static final WideSum MOMENTS = new WideSum(80, 4);

  /** For sums over people at risk, of which some are e^40 times as likely to have an event. */
  static final WideSum RISKS = new WideSum(50, 4);

  /** For means over all rows, on standardised columns, and for other numbers below 2^40. */
  static final WideSum MEANS = new WideSum(0, 2);

  private int unit(int digit) {
    return top - BITS * digit;
  }

  /** Returns the digits of a matrix, those of the highest value in its first rows. */
  Matrix written(Matrix values) {
    int rows = values.rows();
    return Matrix.fill(
        digits * rows, values.cols(), (i, j) -> digit(values.get(i % rows, j), i / rows));
  }

  private double digit(double value, int which) {
    double rest = value;
    for (int k = 0; k < which; k++) {
      double whole = truncated(Math.scalb(rest, -unit(k)));
      rest -= Math.scalb(whole, unit(k));
    }
    double scaled = Math.scalb(rest, -unit(which));
    return which < digits - 1 ? truncated(scaled) : scaled;
  }

  private static double truncated(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  /** Returns the sum of the matrices whose digits were summed. */
  Matrix read(Matrix sum) {
    int rows = sum.rows() / digits;
    return Matrix.fill(rows, sum.cols(), (i, j) -> value(sum, rows, i, j));
  }

  private double value(Matrix sum, int rows, int i, int j) {
    double value = 0;
    for (int k = digits - 1; k >= 0; k--) {
      value += Math.scalb(sum.get(k * rows + i, j), unit(k));
    }
    return value;
  }
}
