package io.parallax.fedmsgl;

import io.parallax.math.Matrix;
import io.parallax.math.RowWise;

/**
 * How a view's rows are explained by some of them: S has a row for each sample and a column for
 * each sample that explains. Either all do, {@link SelfExpression}, or some, {@link Anchored}.
 */
interface Explanation {
  /** What S leaves unexplained, in the form that the updates need. */
  Matrix rest(Matrix s);

  /** The S' that explains the rest best, with a‖S'‖² to pay. */
  Matrix explain(double a, Matrix rest);

  /**
   * The same made feasible.
   *
   * @param kept whether S' itself is wanted, not only what follows from it
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
   * @param s null where it was not to be kept
   * @param rest what it leaves unexplained
   * @param sums of its rows
   */
  record Part(Matrix s, Matrix rest, double[] sums) {}

  /** The squared error of C + U from the rests of C and U. */
  double residual(Matrix restOfC, Matrix restOfU);

  /** The ridge regression of Y on the rows, d × c. */
  Matrix regression(double a, Matrix y);

  /** The column that stands for row i, −1 if none does. */
  int self(int i);
}
