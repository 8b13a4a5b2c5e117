package io.parallax.engine;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Threads;
import java.nio.LongBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Supplier;

/**
 * How the words of many parties become their sum modulo 2^64: in plain sight, or masked.
 *
 * <p>A protocol may exchange notes of its own (keys, shares) over the same link, before a sum and
 * after its words have come.
 */
public interface SumProtocol {
  PartySide partySide(PartyId me);

  CoordinatorSide coordinatorSide();

  /** What a party does for a sum. */
  interface PartySide {
    /** Answers a note of this protocol; the same note again gets the same answer. */
    default byte[] reply(long sequence, byte[] note) {
      throw new ProtocolViolation("a plain sum has no notes, and one came");
    }

    /**
     * How the words of an answer are sealed.
     *
     * @param askHash gives the SHA-256 of what they answer, without the number of the exchange
     */
    Seal seal(long sequence, Supplier<byte[]> askHash);

    /**
     * Makes sure, before the party steps, that its words can be sealed.
     *
     * @throws AttemptLost where they cannot
     */
    default void requireReady(long sequence) {}

    /** Whether this party has helped to open the sum of an exchange. */
    default boolean opened(long sequence) {
      return false;
    }

    /** Whether a new attempt at this exchange has begun whose words are still to be sealed. */
    default boolean awaits(long sequence) {
      return false;
    }
  }

  /** Seals the words of one answer, some at a time; the same words are sealed alike each time. */
  @FunctionalInterface
  interface Seal {
    /**
     * Seals words in place, before they leave the party.
     *
     * @param from which word of the answer comes first
     */
    void apply(int from, LongBuffer words);
  }

  /** How the coordinator gets the sum out of sealed words, a block of all parties at a time. */
  interface CoordinatorSide {
    /** Whether it could read a single party's words. */
    default boolean inSight() {
      return true;
    }

    /** How many parties have to be left for a sum. */
    default int least() {
      return 1;
    }

    /** Whether who was left out of a sum may be in a later one of the same training. */
    default boolean takesBack() {
      return true;
    }

    /** Whether it is the sum that comes out, and not one that stands for it. */
    default boolean exact() {
      return true;
    }

    /** Begins a new attempt at an exchange. */
    default void prepare(long sequence, Notes notes) {}

    /**
     * Puts the words of all parties together.
     *
     * @param words equally many of each
     * @param total where they go, from this word on; it holds zeros there
     */
    void add(SortedMap<PartyId, LongBuffer> words, long[] total, int from);

    /**
     * Makes the sum out of what all words came to.
     *
     * @param askHash gives the SHA-256 of what was asked, without the number of the exchange
     * @param among whose words they were
     */
    default void open(
        long sequence,
        Supplier<byte[]> askHash,
        SortedSet<PartyId> among,
        long[] total,
        Notes notes) {}
  }

  /** The way of a note to every party, and of their replies; who has dropped out gives none. */
  @FunctionalInterface
  interface Notes {
    SortedMap<PartyId, byte[]> send(byte[] note);
  }

  /** Words as they are: the coordinator could read each party's. */
  static SumProtocol plain() {
    return new SumProtocol() {
      @Override
      public PartySide partySide(PartyId me) {
        return (sequence, askHash) -> (from, words) -> {};
      }

      @Override
      public CoordinatorSide coordinatorSide() {
        return SumProtocol::sum;
      }
    };
  }

  /** Adds equally long runs of words to a total, from this word of it on, modulo 2^64. */
  static void sum(SortedMap<PartyId, LongBuffer> parts, long[] total, int first) {
    List<LongBuffer> all = List.copyOf(parts.values());
    int count = all.get(0).remaining();
    int stretch = 1 << 14;
    Threads.forEach(
        (count + stretch - 1) / stretch,
        k -> {
          int from = k * stretch;
          long[] words = new long[Math.min(stretch, count - from)];
          for (LongBuffer one : all) {
            one.get(one.position() + from, words);
            for (int i = 0; i < words.length; i++) {
              total[first + from + i] += words[i];
            }
          }
        });
  }
}
