package io.parallax.mmvfl;

import io.parallax.core.Selection;
import io.parallax.math.Features;
import io.parallax.math.Matrix;

/**
 * The model of one party, for its owner: it never crosses the wire.
 *
 * @param w W_k, d × C
 */
public record MmvflModel(Matrix w) {
  /** Returns the importance of each feature: the norms of the rows of W_k. */
  public double[] importance() {
    return w.rowNorms();
  }

  /** W_k with zeros in the rows of all but the most important features. */
  Matrix keeping(double percent) {
    return Selection.restrict(w, Selection.top(importance(), percent));
  }

  /** Scores of new rows by the most important features, n × C; the class is the largest column. */
  public Matrix scores(Features x, double percent) {
    return Selection.scores(x, w, Selection.top(importance(), percent));
  }
}
