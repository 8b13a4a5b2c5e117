package io.parallax.core;

/**
 * Something that has no name here: a mistake in the program, or one that a library did not name.
 */
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
