package io.parallax.mmvfl;

import io.parallax.core.Party;
import io.parallax.math.Features;
import io.parallax.math.Matrix;

/**
 * What one party has learned, for its owner: it never crosses the wire.
 *
 * @param w W_k, d × C
 */
public record MmvflModel(Matrix w) {
  /** What a party's state has in both modes. */
  interface Kept {
    Matrix wk();
  }

  /** The model of a party that {@link Mmvfl} made. */
  public static MmvflModel of(Party party) {
    if (party.state() instanceof Kept kept) {
      return new MmvflModel(kept.wk());
    }
    throw new IllegalArgumentException(party.getClass().getName() + " is no party of MMVFL");
  }

  /** How much each feature matters: the norms of the rows of W_k. */
  public double[] importance() {
    return w.rowNorms();
  }

  /** Scores of new rows by the most important features, n × C; the class is the largest column. */
  public Matrix scores(Features x, double percent) {
    return Selection.scores(x, w, Selection.top(importance(), percent));
  }
}
