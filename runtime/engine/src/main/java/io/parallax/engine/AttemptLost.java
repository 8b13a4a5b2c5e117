package io.parallax.engine;

import io.parallax.core.ProtocolViolation;

/**
 * A party does not know the attempt at a sum that it is told of: it has started again meanwhile, or
 * never heard of it. Another attempt, from the beginning, is needed.
 */
public final class AttemptLost extends ProtocolViolation {
  public AttemptLost(String message) {
    super(message);
  }
}
