package io.parallax.core;

import java.util.SortedMap;

/** The parties as the coordinator sees them. */
public interface Parties {
  /** Asks every party and returns the sum of the answers; single answers are not available. */
  <U extends Summand> Sum<U> sum(Ask<U> ask);

  /** Asks every party for an answer that its owner has allowed to be seen. */
  <U extends Disclosed> SortedMap<PartyId, U> gather(Ask<U> ask);
}
