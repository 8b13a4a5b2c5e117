package io.parallax.fedmsgl;

import io.parallax.math.Matrix;

/**
 * How a view's rows are explained by some of them: S has a row for each sample and a column for
 * each sample that explains. Either all do, {@link SelfExpression}, or some, {@link Anchored}.
 */
interface Explanation {
  /** What S leaves unexplained, in the form that the updates need. */
  Matrix rest(Matrix s);

  /** The S' that explains the rest best, with a‖S'‖² to pay. */
  Matrix explain(double a, Matrix rest);

  /** The squared error of C + U from the rests of C and U. */
  double residual(Matrix restOfC, Matrix restOfU);

  /** The ridge regression of Y on the rows, d × c. */
  Matrix regression(double a, Matrix y);

  /** The column that stands for row i, −1 if none does. */
  int self(int i);
}
