package io.parallax.data;

/** What to do about missing values. */
public enum Missing {
  /** Refuse them. */
  ERROR,
  /** Put the mean of the column in their place. */
  MEAN
}
