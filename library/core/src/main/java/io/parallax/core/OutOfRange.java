package io.parallax.core;

import java.util.Optional;

/** A contribution is larger than the bound that its message declares, or is not a number. */
public final class OutOfRange extends Failure {
  private final transient Optional<PartyId> party;

  /** Makes the failure that a party on another machine reported. */
  public OutOfRange(PartyId who, String message) {
    super(message, null);
    party = Optional.of(who);
  }

  public OutOfRange(String component, double bound, int parties) {
    super(
        component
            + " holds a value that is not finite or beyond its bound of ±"
            + bound
            + " (for a sum over "
            + parties
            + " parties); scale the view's columns, or lower the weights in the settings",
        null);
    this.party = Optional.empty();
  }

  private OutOfRange(PartyId party, OutOfRange cause) {
    super("party " + party + ": " + cause.getMessage(), cause);
    this.party = Optional.of(party);
  }

  /** Returns the same failure with the party's name. */
  public OutOfRange at(PartyId who) {
    return new OutOfRange(who, this);
  }

  /** Returns the party whose contribution it is, if known. */
  public Optional<PartyId> party() {
    return party;
  }

  @Override
  public Kind kind() {
    return Kind.OUT_OF_RANGE;
  }
}
