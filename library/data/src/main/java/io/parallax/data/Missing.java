package io.parallax.data;

/** The treatment of missing values. */
public enum Missing {
  /** Reject them. */
  ERROR,
  /** Replace them by the column's mean. */
  MEAN
}
