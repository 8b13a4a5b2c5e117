package io.parallax.core;

/** A party did not answer. */
public final class PartyLost extends Failure {
  private final transient PartyId party;

  public PartyLost(PartyId party, String reason, Throwable cause) {
    super("party " + party + " did not answer: " + reason, cause);
    this.party = party;
  }

  public PartyId party() {
    return party;
  }

  @Override
  public Kind kind() {
    return Kind.LOST;
  }
}
