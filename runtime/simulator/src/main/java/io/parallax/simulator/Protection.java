package io.parallax.simulator;

/** The protection of a part's sums. */
public enum Protection {
  PLAIN,
  MASKED,
  PROVED
}
