package io.parallax.engine;

import io.parallax.core.PartyId;

/**
 * A party resumed from an older state than the current exchange. The coordinator runs its algorithm
 * again from the round log, which leads the party through the exchanges that it has missed.
 */
public final class PartyBehind extends RuntimeException {
  public PartyBehind(PartyId party, long position, long sequence) {
    this("party " + party + " is at exchange " + position + ", behind exchange " + sequence);
  }

  public PartyBehind(String message) {
    super(message);
  }
}
