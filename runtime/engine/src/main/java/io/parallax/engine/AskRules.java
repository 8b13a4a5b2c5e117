package io.parallax.engine;

import io.parallax.core.Ask;
import io.parallax.core.Often;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import java.util.List;

/**
 * Limits on the asks to a party in one part of a study: no more and no larger than the approved
 * study implies, and each exchange with one ask only.
 */
public final class AskRules {
  private static final long NOTES = 1 << 20;
  private final List<Class<? extends Ask<?>>> asks;
  private final Sizes sizes;
  private final AskJournal journal;
  private final boolean skips;

  /**
   * @param asks the allowed asks, as in the endpoint
   * @param sizes the values of letters in sizes and counts of asks, with R for rounds
   * @param journal the record of asks
   * @param skips whether the study continues without a party, which then misses exchanges
   */
  public AskRules(
      List<Class<? extends Ask<?>>> asks, Sizes sizes, AskJournal journal, boolean skips) {
    this.asks = List.copyOf(asks);
    this.sizes = sizes;
    this.journal = journal;
    this.skips = skips;
  }

  /** Returns the bytes of the largest ask, or of a note of a sum. */
  long mostBytes() {
    long most = NOTES;
    for (Class<? extends Ask<?>> ask : asks) {
      most = Math.max(most, sizes.mostAsked(ask));
    }
    return most > Long.MAX_VALUE - Envelope.HEADER ? most : most + Envelope.HEADER;
  }

  /** Rejects an ask with more bytes than its type can have, before it is read. */
  void requireBytes(Class<? extends Ask<?>> type, long bytes) {
    if (bytes - Envelope.HEADER > sizes.mostAsked(type)) {
      throw new ProtocolViolation(
          "%s has %d bytes; in this study it must have at most %d"
              .formatted(type.getSimpleName(), bytes - Envelope.HEADER, sizes.mostAsked(type)));
    }
  }

  /**
   * Rejects an ask that is too large, too frequent, or differs from an earlier one of its exchange;
   * records the others.
   */
  void require(long sequence, Ask<?> ask, byte[] hash) {
    sizes.requireAsked(ask);
    int number = asks.indexOf(ask.getClass());
    if (journal.isNew(sequence) && journal.count(number) >= most(ask.getClass())) {
      throw new Refused(
          "%s was already asked %d times; the study allows no more"
              .formatted(ask.getClass().getSimpleName(), journal.count(number)));
    }
    journal.require(sequence, number, hash);
  }

  private long most(Class<?> type) {
    Often often = type.getAnnotation(Often.class);
    return often == null ? 1 : sizes.product(often.value(), type.getSimpleName());
  }

  /** Returns the hash of all asks up to an exchange. */
  byte[] history(long sequence) {
    return journal.history(sequence);
  }

  /** Counts a challenge to prove the sum of an exchange; fails if there were too many. */
  void challenged(long sequence) {
    journal.challenged(sequence);
  }

  void skip(long from, long to, SumProtocol.PartySide sums) {
    if (!skips) {
      throw new Refused(
          "this study does not continue without a party, so no exchange may be skipped; a skip would reset the party");
    }
    journal.skip(from, to, sums::opened);
  }
}
