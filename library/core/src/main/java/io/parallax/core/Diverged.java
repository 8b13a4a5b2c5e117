package io.parallax.core;

/** Training went astray: the loss is no finite number any more. */
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
