package io.parallax.core;

/** A message that does not follow the protocol; nothing was done with it. */
public class ProtocolViolation extends RuntimeException {
  public ProtocolViolation(String message) {
    super(message);
  }
}
