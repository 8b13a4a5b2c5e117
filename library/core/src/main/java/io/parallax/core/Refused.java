package io.parallax.core;

/**
 * A party's owner does not allow a request; the message says what the owner would have to allow.
 */
public final class Refused extends Failure {
  public Refused(String message) {
    super(message, null);
  }

  /**
   * @param message the text that may leave this machine
   * @param own the continuation for people at this machine
   */
  public Refused(String message, String own) {
    super(message, message + own, null);
  }

  @Override
  public Kind kind() {
    return Kind.REFUSED;
  }
}
