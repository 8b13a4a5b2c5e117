package io.parallax.core;

/** A message that does not follow the protocol; nothing was done with it. */
public non-sealed class ProtocolViolation extends Failure {
  public ProtocolViolation(String message) {
    super(message, null);
  }

  @Override
  public final Kind kind() {
    return Kind.VIOLATION;
  }
}
