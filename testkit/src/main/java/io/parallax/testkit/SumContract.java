package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Rng;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The contract of every sum protocol. */
public abstract class SumContract {
  private static final int PARTIES = 7;
  private static final int WORDS = 50;
  private static final int BLOCK = 17;

  /** The protocol among parties p-0 … p-6. */
  protected abstract SumProtocol protocol();

  @Test
  void theSumIsExact() {
    SumProtocol protocol = protocol();
    SortedMap<PartyId, SumProtocol.PartySide> sides = new TreeMap<>();
    for (int p = 0; p < PARTIES; p++) {
      PartyId id = PartyId.of("p-" + p);
      sides.put(id, protocol.partySide(id));
    }
    SumProtocol.CoordinatorSide coordinator = protocol.coordinatorSide();
    Rng rng = Rng.of(1);
    for (long sequence = 1; sequence <= 20; sequence++) {
      long at = sequence;
      byte[] ask = {(byte) sequence};
      SumProtocol.Notes notes = note -> replies(sides, at, note);
      coordinator.prepare(sequence, notes);
      long[] expected = new long[WORDS];
      SortedMap<PartyId, long[]> answers = new TreeMap<>();
      SortedMap<PartyId, SumProtocol.Seal> seals = new TreeMap<>();
      sides.forEach(
          (id, side) -> {
            long[] words = new long[WORDS];
            for (int i = 0; i < WORDS; i++) {
              words[i] = rng.bits() >> 4; // a sum of seven is within ±2^62
              expected[i] += words[i];
            }
            answers.put(id, words);
            seals.put(id, side.seal(at, () -> Hashes.of(ask)));
          });
      long[] total = new long[WORDS];
      for (int from = 0; from < WORDS; from += BLOCK) {
        coordinator.add(block(answers, seals, from), total, from);
      }
      coordinator.open(sequence, () -> Hashes.of(ask), new TreeSet<>(sides.keySet()), total, notes);
      assertThat(total).isEqualTo(expected);
    }
  }

  private static SortedMap<PartyId, LongBuffer> block(
      SortedMap<PartyId, long[]> answers, SortedMap<PartyId, SumProtocol.Seal> seals, int from) {
    SortedMap<PartyId, LongBuffer> block = new TreeMap<>();
    answers.forEach(
        (id, words) -> {
          long[] some = Arrays.copyOfRange(words, from, Math.min(from + BLOCK, WORDS));
          long[] again = some.clone();
          seals.get(id).apply(from, LongBuffer.wrap(some));
          seals.get(id).apply(from, LongBuffer.wrap(again));
          assertThat(again).as("the same words, sealed again").isEqualTo(some);
          block.put(id, LongBuffer.wrap(some));
        });
    return block;
  }

  private static SortedMap<PartyId, byte[]> replies(
      SortedMap<PartyId, SumProtocol.PartySide> sides, long sequence, byte[] note) {
    SortedMap<PartyId, byte[]> replies = new TreeMap<>();
    sides.forEach((id, side) -> replies.put(id, side.reply(sequence, note)));
    return replies;
  }
}
