package io.parallax.engine;

import io.parallax.core.Ask;
import io.parallax.core.Often;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import java.util.List;

/**
 * What a party lets itself be asked in one part of a study: no more often and nothing larger than
 * the approved study implies, and each exchange in one way only.
 */
public final class AskRules {
  private static final long NOTES = 1 << 20;
  private final List<Class<? extends Ask<?>>> asks;
  private final Sizes sizes;
  private final AskJournal journal;
  private final boolean skips;

  /**
   * @param asks what may be asked, as the endpoint has it
   * @param sizes what letters in sizes and numbers of asks mean, with R for rounds
   * @param journal remembers what was asked
   * @param skips whether the study goes on without a party, which then misses exchanges
   */
  public AskRules(
      List<Class<? extends Ask<?>>> asks, Sizes sizes, AskJournal journal, boolean skips) {
    this.asks = List.copyOf(asks);
    this.sizes = sizes;
    this.journal = journal;
    this.skips = skips;
  }

  /** The bytes of the largest ask, or of a note of a sum. */
  long mostBytes() {
    long most = NOTES;
    for (Class<? extends Ask<?>> ask : asks) {
      most = Math.max(most, sizes.mostAsked(ask));
    }
    return most > Long.MAX_VALUE - Envelope.HEADER ? most : most + Envelope.HEADER;
  }

  /** Refuses an ask with more bytes than its type can have, before it is read. */
  void requireBytes(Class<? extends Ask<?>> type, long bytes) {
    if (bytes - Envelope.HEADER > sizes.mostAsked(type)) {
      throw new ProtocolViolation(
          "%s has %d bytes; in this study it has at most %d"
              .formatted(type.getSimpleName(), bytes - Envelope.HEADER, sizes.mostAsked(type)));
    }
  }

  /** Refuses what is too large, comes too often, or came otherwise before; remembers the rest. */
  void require(long sequence, Ask<?> ask, byte[] hash) {
    sizes.requireAsked(ask);
    int number = asks.indexOf(ask.getClass());
    if (journal.isNew(sequence) && journal.count(number) >= most(ask.getClass())) {
      throw new Refused(
          "%s was asked %d times, which is as often as this study implies"
              .formatted(ask.getClass().getSimpleName(), journal.count(number)));
    }
    journal.require(sequence, number, hash);
  }

  private long most(Class<?> type) {
    Often often = type.getAnnotation(Often.class);
    return often == null ? 1 : sizes.product(often.value(), type.getSimpleName());
  }

  void skip(long from, long to, SumProtocol.PartySide sums) {
    if (!skips) {
      throw new Refused(
          "this study does not go on without a party, so that none misses an exchange; to skip one"
              + " would take the party back");
    }
    journal.skip(from, to, sums::opened);
  }
}
