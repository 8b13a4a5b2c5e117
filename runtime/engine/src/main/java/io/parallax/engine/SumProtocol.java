package io.parallax.engine;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Threads;
import java.nio.LongBuffer;
import java.util.List;
import java.util.SortedMap;

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
     * Seals words in place, before they leave the party.
     *
     * @param ask what the words answer, as it came
     */
    void seal(long sequence, byte[] ask, LongBuffer words);

    /**
     * Makes sure, before the party steps, that its words can be sealed.
     *
     * @throws AttemptLost where they cannot
     */
    default void requireReady(long sequence) {}

    /** Whether a new attempt at this exchange has begun whose words are still to be sealed. */
    default boolean awaits(long sequence) {
      return false;
    }
  }

  /** How the coordinator gets the sum out of sealed words, all of the same length. */
  interface CoordinatorSide {
    /** Whether it could read a single party's words. */
    default boolean inSight() {
      return true;
    }

    /** How many parties have to be left for a sum. */
    default int least() {
      return 1;
    }

    /** Whether it is the sum that comes out, and not one that stands for it. */
    default boolean exact() {
      return true;
    }

    /** Begins a new attempt at an exchange. */
    default void prepare(long sequence, Notes notes) {}

    /**
     * @param ask what was asked
     */
    long[] open(long sequence, byte[] ask, SortedMap<PartyId, LongBuffer> words, Notes notes);
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
        return (sequence, ask, words) -> {};
      }

      @Override
      public CoordinatorSide coordinatorSide() {
        return (sequence, ask, words, notes) -> add(words);
      }
    };
  }

  /** The sum of equally long runs of words, modulo 2^64. */
  static long[] add(SortedMap<PartyId, LongBuffer> parts) {
    List<LongBuffer> all = List.copyOf(parts.values());
    long[] total = new long[all.get(0).remaining()];
    int stretch = 1 << 14;
    Threads.forEach(
        (total.length + stretch - 1) / stretch,
        k -> {
          int from = k * stretch;
          long[] words = new long[Math.min(stretch, total.length - from)];
          for (LongBuffer one : all) {
            one.get(one.position() + from, words);
            for (int i = 0; i < words.length; i++) {
              total[from + i] += words[i];
            }
          }
        });
    return total;
  }
}
