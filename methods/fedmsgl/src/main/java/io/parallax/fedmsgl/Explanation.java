package io.parallax.fedmsgl;

import io.parallax.math.Matrix;
import io.parallax.math.RowWise;

/**
 * A representation of a view's rows by some of them: S has a row for each sample and a column for
 * each sample used to explain. These are all samples, {@link SelfExpression}, or some, {@link
 * Anchored}.
 */
interface Explanation {
  /** Returns the part of the rows that S leaves unexplained, in the form that the updates need. */
  Matrix rest(Matrix s);

  /** Returns the S' that explains the rest best, with the penalty a‖S'‖². */
  Matrix explain(double a, Matrix rest);

  /**
   * Returns the same, made feasible.
   *
   * @param kept whether S' itself is needed, not only its rest and sums
   */
  default Part explain(double a, Matrix rest, Feasible change, boolean kept) {
    return part(RowWise.map(explain(a, rest), change));
  }

  default Part part(Matrix s) {
    return new Part(s, rest(s), RowWise.sums(s));
  }

  /** {@link #part} of zeros, without a product. */
  Part nothing(Matrix zeros);

  /**
   * C or U.
   *
   * @param s null if it was not kept
   * @param rest the part that it leaves unexplained
   * @param sums the sums of its rows
   */
  record Part(Matrix s, Matrix rest, double[] sums) {}

  /** The squared error of C + U from the rests of C and U. */
  double residual(Matrix restOfC, Matrix restOfU);

  /** The ridge regression of Y on the rows, d × c. */
  Matrix regression(double a, Matrix y);

  /** The column that stands for row i, −1 if none does. */
  int self(int i);
}
