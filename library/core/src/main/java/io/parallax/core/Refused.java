package io.parallax.core;

/**
 * A party's owner does not allow what was asked; the message says what would have to be allowed.
 */
public final class Refused extends Failure {
  public Refused(String message) {
    super(message, null);
  }

  /**
   * @param message what everybody may know
   * @param own what goes on behind it for people at this machine
   */
  public Refused(String message, String own) {
    super(message, message + own, null);
  }

  @Override
  public Kind kind() {
    return Kind.REFUSED;
  }
}
