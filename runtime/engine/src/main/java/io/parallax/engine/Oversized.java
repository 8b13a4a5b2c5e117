package io.parallax.engine;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;

/** A party's answer is larger than any answer to what it was asked can be. */
public final class Oversized extends ProtocolViolation {
  private final PartyId party;

  public Oversized(PartyId party, long bytes, long due) {
    super(
        "party %s answers with %d bytes, and at most %d are due; its rows or its program do not fit the study"
            .formatted(party, bytes, due));
    this.party = party;
  }

  public PartyId party() {
    return party;
  }
}
