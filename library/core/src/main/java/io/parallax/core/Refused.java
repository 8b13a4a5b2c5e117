package io.parallax.core;

/**
 * A party's owner does not allow what was asked; the message says what would have to be allowed.
 */
public final class Refused extends Failure {
  public Refused(String message) {
    super(message, null);
  }

  @Override
  public Kind kind() {
    return Kind.REFUSED;
  }
}
