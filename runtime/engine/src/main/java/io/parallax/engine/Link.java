package io.parallax.engine;

import io.parallax.core.PartyId;
import java.time.Duration;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * The link to the parties: in process, or over a network. Both pass the same contract suite.
 *
 * <p>An exchange may be repeated with the same bytes: a party that has answered it repeats its
 * answer and does not step twice.
 */
public interface Link extends AutoCloseable {
  /** Gives every party the ask and returns what each answered. */
  SortedMap<PartyId, byte[]> exchange(byte[] ask);

  /** Returns the number of the exchange that an ask's bytes belong to. */
  static long sequenceOf(byte[] ask) {
    return Envelope.sequence(ask);
  }

  /** Performs the exchange with some of the parties. */
  default SortedMap<PartyId, byte[]> exchange(byte[] ask, Set<PartyId> among) {
    throw new UnsupportedOperationException("this link reaches all parties or none");
  }

  /** Sets the largest number of bytes of answers to the following exchanges. */
  default void due(long bytes) {}

  /** Releases the memory of answers that have been read. */
  default void read(SortedMap<PartyId, byte[]> answers) {}

  /**
   * Makes a party continue after exchanges that it has missed.
   *
   * @param due the last exchange that it must have answered
   * @return whether it can be reached
   * @throws PartyBehind if it resumed from an older state
   */
  default boolean skip(PartyId party, long sequence, long due) {
    return false;
  }

  /**
   * Returns the number of the last exchange that each party has answered; 0 for a party that has
   * not begun.
   */
  SortedMap<PartyId, Long> positions();

  /** Stops waiting for some parties once they have been away for some time. */
  default void givingUp(Predicate<PartyId> parties, Duration after) {}

  /** Says to the parties that the part is over. */
  default void finish() {}

  @Override
  default void close() {}
}
