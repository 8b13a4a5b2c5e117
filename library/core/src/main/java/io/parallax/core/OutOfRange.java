package io.parallax.core;

/** A contribution is larger than the bound that its message declares, or is not a number. */
public final class OutOfRange extends RuntimeException {
  /** As a party on another machine has put it. */
  public OutOfRange(String message) {
    super(message);
  }

  public OutOfRange(String component, double bound, int parties) {
    super(
        component
            + " holds a value that is not finite or beyond its bound of ±"
            + bound
            + " (for a sum over "
            + parties
            + " parties); scale the view's columns, or lower the weights in the settings");
  }
}
