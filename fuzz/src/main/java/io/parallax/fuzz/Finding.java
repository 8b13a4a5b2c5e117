package io.parallax.fuzz;

/** A property of a target that an input breaks. */
public final class Finding extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Finding(String message) {
    super(message);
  }

  public Finding(String message, Throwable cause) {
    super(message, cause);
  }

  /** Requires a property. */
  public static void unless(boolean holds, String property) {
    if (!holds) {
      throw new Finding(property);
    }
  }
}
