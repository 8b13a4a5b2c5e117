package io.parallax.simulator;

/** A promise is broken. */
public final class Broken extends Error {
  private static final long serialVersionUID = 1;

  /**
   * @param promise the promise and how it is broken
   */
  public Broken(String promise) {
    super(promise);
  }

  /** The same, by an exception that should never be thrown. */
  Broken(String promise, Throwable cause) {
    super(promise, cause);
  }
}
