package io.parallax.grpc;

import io.parallax.core.PartyId;

/** A party could not do its part: a full disk, a program error. Its own log says more. */
public final class PartyFailed extends RuntimeException {
  PartyFailed(PartyId party, String text) {
    super("party " + party + " failed: " + text + "; its own log says more");
  }
}
