package io.parallax.core;

/** An unexpected failure: a mistake in the program or in a library. */
public final class Unforeseen extends Failure {
  private static final long serialVersionUID = 1;

  Unforeseen(Throwable thrown) {
    super(
        thrown instanceof OutOfMemoryError
            ? "the memory is too small; set PARALLAX_MEMORY"
            : "internal error",
        "internal error: " + thrown,
        thrown);
  }

  @Override
  public Kind kind() {
    return Kind.INTERNAL;
  }
}
