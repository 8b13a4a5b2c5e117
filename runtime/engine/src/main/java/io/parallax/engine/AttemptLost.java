package io.parallax.engine;

import io.parallax.core.ProtocolViolation;

/**
 * A party does not know the attempt at a sum that a note refers to: it was restarted, or never
 * received the attempt. The sum must be attempted again from the beginning.
 */
public final class AttemptLost extends ProtocolViolation {
  public AttemptLost(String message) {
    super(message);
  }
}
