package io.parallax.math;

/** A computation that ends because some of its numbers are infinite or not numbers. */
public final class NotFinite extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public NotFinite(String message) {
    super(message);
  }
}
