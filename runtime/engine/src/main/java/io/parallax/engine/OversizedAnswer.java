package io.parallax.engine;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;

/** A party's answer is larger than any answer to its ask can be. */
public final class OversizedAnswer extends ProtocolViolation {
  private final PartyId party;

  public OversizedAnswer(PartyId party, long bytes, long due) {
    super(
        "party %s answered with %d bytes; the answer must have at most %d; its rows or its program do not match the study"
            .formatted(party, bytes, due));
    this.party = party;
  }

  public PartyId party() {
    return party;
  }
}
