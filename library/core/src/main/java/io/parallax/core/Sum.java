package io.parallax.core;

import io.parallax.math.Matrix;

/**
 * The total of all parties' answers to one ask, and the number of parties in it.
 *
 * @param <U> the answers' type
 * @param exact whether it is the exact sum rather than a robust estimate of it
 */
public record Sum<U extends Summand>(U total, int count, boolean exact) {
  /**
   * Returns the positive integers on which all parties agree, from the sum of their answers.
   *
   * @throws ProtocolViolation if the sum shows that they do not agree
   */
  public int[] agreed(Matrix told, String what) {
    int[] numbers = new int[told.cols()];
    for (int j = 0; j < numbers.length; j++) {
      double each = told.get(0, j) / count;
      if (each != Math.rint(each) || each < 1 || each > Integer.MAX_VALUE) {
        throw new ProtocolViolation(
            "the parties do not agree on " + what + "; one of them is wrong");
      }
      numbers[j] = (int) each;
    }
    return numbers;
  }
}
