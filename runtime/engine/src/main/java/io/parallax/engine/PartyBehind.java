package io.parallax.engine;

import io.parallax.core.PartyId;

/**
 * A party came back from an older state than the exchange at hand. The coordinator runs its
 * algorithm again from the round log, which leads the party through what it has missed.
 */
public final class PartyBehind extends RuntimeException {
  public PartyBehind(PartyId party, long position, long sequence) {
    this("party " + party + " stands after exchange " + position + ", before " + sequence);
  }

  public PartyBehind(String message) {
    super(message);
  }
}
