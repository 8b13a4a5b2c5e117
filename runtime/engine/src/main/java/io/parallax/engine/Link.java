package io.parallax.engine;

import io.parallax.core.PartyId;
import java.util.Set;
import java.util.SortedMap;

/**
 * The way to the parties: in process, or over a network. Both pass the same contract suite.
 *
 * <p>An exchange may be repeated with the same bytes: a party that has answered it gives the same
 * answer again and does not step twice.
 */
public interface Link {
  /** Gives every party the ask and returns what each answered. */
  SortedMap<PartyId, byte[]> exchange(byte[] ask);

  /** The number of the exchange that an ask's bytes belong to. */
  static long sequenceOf(byte[] ask) {
    return Envelope.sequence(ask);
  }

  /** The same with some of the parties. */
  default SortedMap<PartyId, byte[]> exchange(byte[] ask, Set<PartyId> among) {
    throw new UnsupportedOperationException("this link reaches all parties or none");
  }

  /** No answer of the exchanges to come is larger than so many bytes. */
  default void due(long bytes) {}

  /** These answers have been read: their memory may be used again. */
  default void read(SortedMap<PartyId, byte[]> answers) {}

  /**
   * Has a party go on behind exchanges that it has missed.
   *
   * @param due the last exchange that it has to have answered before
   * @return whether it can be reached
   * @throws PartyBehind if it came back from an older state than that
   */
  default boolean skip(PartyId party, long sequence, long due) {
    return false;
  }

  /** The number of the last exchange that each party has answered; 0 for one that has not begun. */
  SortedMap<PartyId, Long> positions();
}
