package io.parallax.core;

/** Training diverged: the loss is no longer finite. */
public final class Diverged extends Failure {
  private static final long serialVersionUID = 1;

  public Diverged(String message) {
    super(message, null);
  }

  @Override
  public Kind kind() {
    return Kind.DIVERGED;
  }
}
