package io.parallax.core;

/** A party failed: a full disk, a program error. Its own log has details. */
public final class PartyFailed extends Failure {
  private static final long serialVersionUID = 1;

  public PartyFailed(PartyId party, String text) {
    super("party " + party + " failed: " + text + "; its own log says more", null);
  }

  @Override
  public Kind kind() {
    return Kind.INTERNAL;
  }
}
