package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import io.parallax.engine.PartyBehind;

/**
 * A count of the challenges to prove one exchange that came to no end. Whoever has seen a challenge
 * and lies may hope for a better one; a party that leaves each time would get it.
 */
final class Challenges {
  private static final int MOST = 5;
  private long exchange;
  private int begun;
  private String why = "";

  /** Runs the proof of an exchange, unless it was begun too often. */
  synchronized void during(long sequence, Runnable proof) {
    begun = sequence == exchange ? begun : 0;
    exchange = sequence;
    if (begun >= MOST) {
      throw new ProtocolViolation(
          "the proof of exchange %d was begun %d times and never came to an end; the last time: %s"
              .formatted(sequence, MOST, why));
    }
    begun++;
    try {
      proof.run();
      begun = 0;
    } catch (PartyBehind e) {
      why = e.getMessage();
      throw e;
    }
  }
}
