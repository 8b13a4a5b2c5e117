package io.parallax.engine;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Threads;
import java.nio.LongBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Adds up the words of many parties, readable for the coordinator or masked. A sum of words is
 * within ±2^62, so that it is the same modulo 2^64 and modulo the prime by which masks are added.
 *
 * <p>A protocol may exchange notes of its own (keys, shares) over the same link, before a sum and
 * after its words have arrived.
 */
public interface SumProtocol {
  PartySide partySide(PartyId me);

  CoordinatorSide coordinatorSide();

  /** The party's side of a sum. */
  interface PartySide {
    /** Answers a note of this protocol; the same note again gets the same answer. */
    default byte[] reply(long sequence, byte[] note) {
      throw new ProtocolViolation("a plain sum has no notes, but one was received");
    }

    /** Returns true if masks depend on all asks of the part so far, see {@link History}. */
    default boolean bindsHistory() {
      return false;
    }

    /** Returns true if a note asks this party to prove what it has added. */
    default boolean challenges(byte[] note) {
      return false;
    }

    /**
     * Makes sure that the words of an exchange, which were sealed before, may be sent again.
     *
     * @throws AttemptLost if their masks belong to another attempt
     */
    default void requireCurrent(long sequence) {}

    /**
     * Returns the seal for the words of an answer.
     *
     * @param askHash gives the SHA-256 of what they answer, without the number of the exchange; of
     *     all asks so far if masks depend on them
     */
    Seal seal(long sequence, Supplier<byte[]> askHash);

    /**
     * Returns the seal for words about which the party may have to prove something later.
     *
     * @param own these words
     */
    default Seal seal(long sequence, Supplier<byte[]> askHash, OwnWords own) {
      return seal(sequence, askHash);
    }

    /**
     * Makes sure, before the party steps, that its words can be sealed.
     *
     * @throws AttemptLost where they cannot
     */
    default void requireReady(long sequence) {}

    /** Returns true if this party has helped to open the sum of an exchange. */
    default boolean opened(long sequence) {
      return false;
    }

    /** Returns true if a new attempt at this exchange has begun whose words are not sealed yet. */
    default boolean awaits(long sequence) {
      return false;
    }
  }

  /**
   * Seals the words of one answer, some at a time; the same words are always sealed in the same
   * way.
   */
  @FunctionalInterface
  interface Seal {
    /**
     * Seals words in place, before they leave the party.
     *
     * @param from the index of the first of these words
     */
    void apply(int from, LongBuffer words);
  }

  /** The words of one party, as long as it can give them again. */
  interface OwnWords {
    int count();

    /** Reads words before they are sealed, from this one on, as many as the buffer holds. */
    void read(int from, LongBuffer words);

    /** Returns the limits of any party's rows in this sum. */
    List<LimitedRows> limits(PartyId party);
  }

  /**
   * The coordinator's side: computes the sum from sealed words, a block of all parties at a time.
   */
  interface CoordinatorSide {
    /** Returns true if the coordinator can read a single party's words. */
    default boolean inSight() {
      return true;
    }

    /** Returns the number of parties that must be left for a sum. */
    default int least() {
      return 1;
    }

    /**
     * Returns true if a party that was left out of a sum may be in a later one of the same
     * training.
     */
    default boolean takesBack() {
      return true;
    }

    /** Returns true if the result is the exact sum rather than a robust estimate of it. */
    default boolean exact() {
      return true;
    }

    /** Returns true if masks depend on all asks of the part so far, and proofs need to know. */
    default boolean bindsHistory() {
      return false;
    }

    /** Begins a new attempt at an exchange. */
    default void prepare(long sequence, Notes notes) {}

    /**
     * Announces the words that are added up next, from the first one on.
     *
     * @param count how many each party has
     * @param limits the limits of each party's rows
     */
    default void expect(int count, Function<PartyId, List<LimitedRows>> limits) {}

    /** Returns true if each party has to prove that all of its words are within these limits. */
    default boolean proves(int count, Function<PartyId, List<LimitedRows>> limits) {
      return false;
    }

    /**
     * Adds up the words of all parties.
     *
     * @param words the same number from each party
     * @param total the result, which holds zeros from this word on
     */
    void add(SortedMap<PartyId, LongBuffer> words, long[] total, int from);

    /**
     * Computes the sum from the total of all sealed words.
     *
     * @param askHash returns the SHA-256 of the ask, without the number of the exchange; of all
     *     asks so far if masks depend on them
     * @param among the parties whose words were added
     */
    default void open(
        long sequence,
        Supplier<byte[]> askHash,
        SortedSet<PartyId> among,
        long[] total,
        Notes notes) {}
  }

  /**
   * Sends a note to every party and returns the replies; parties that have dropped out give none.
   */
  @FunctionalInterface
  interface Notes {
    SortedMap<PartyId, byte[]> send(byte[] note);

    /**
     * Sends a note whose replies may be long.
     *
     * @param most the bytes of the longest reply
     */
    default SortedMap<PartyId, byte[]> send(byte[] note, long most) {
      return send(note);
    }
  }

  /** Returns a protocol without masks: the coordinator can read each party's words. */
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
