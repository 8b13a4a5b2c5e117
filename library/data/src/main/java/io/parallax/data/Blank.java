package io.parallax.data;

/** The treatment of rows that a party lacks. */
public enum Blank {
  /** Every party has every row. */
  NONE,
  /** A row has the mean in every column. */
  MEAN,
  /** The same, and a last column says whether the party has the row. */
  INDICATED
}
