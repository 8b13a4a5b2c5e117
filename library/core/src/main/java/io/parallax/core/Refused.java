package io.parallax.core;

/**
 * A party's owner does not allow what was asked; the message says what would have to be allowed.
 */
public final class Refused extends RuntimeException {
  public Refused(String message) {
    super(message);
  }
}
