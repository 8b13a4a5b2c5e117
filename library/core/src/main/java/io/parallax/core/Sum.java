package io.parallax.core;

import io.parallax.math.Matrix;

/**
 * The total of all parties' answers to one ask, and how many parties are in it.
 *
 * @param <U> the answers' type
 * @param exact whether it is their sum, and not one that stands for it, such as their median so
 *     many times
 */
public record Sum<U extends Summand>(U total, int count, boolean exact) {
  /**
   * Whole numbers above 0 on which all parties agree, from the sum of what each has told.
   *
   * @throws ProtocolViolation where the sum shows that they do not
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
