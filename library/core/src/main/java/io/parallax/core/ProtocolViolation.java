package io.parallax.core;

/** A message violates the protocol; it was ignored. */
public non-sealed class ProtocolViolation extends Failure {
  public ProtocolViolation(String message) {
    super(message, null);
  }

  @Override
  public final Kind kind() {
    return Kind.VIOLATION;
  }
}
