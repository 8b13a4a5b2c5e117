package io.parallax.trees;

/**
 * A way to cut a leaf in two: rows whose bin in a column is at most {@code code} go left.
 *
 * @param score G²/(H + l2) of both sides together; 0 where there is no split
 */
record Split(int column, int code, double score) {
  static final Split NONE = new Split(-1, -1, 0);

  /** The one with the higher score; of equals this one, which is that of the lower column. */
  Split or(Split next) {
    return next.score > score ? next : this;
  }
}
