package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Rng;
import java.nio.LongBuffer;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What every way of summing must hold to. */
public abstract class SumContract {
  private static final int PARTIES = 7;
  private static final int WORDS = 50;

  /** The protocol among parties p-0 … p-6. */
  protected abstract SumProtocol protocol();

  @Test
  void theSumModulo2To64IsExact() {
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
      SortedMap<PartyId, LongBuffer> answers = new TreeMap<>();
      sides.forEach(
          (id, side) -> {
            long[] words = new long[WORDS];
            for (int i = 0; i < WORDS; i++) {
              words[i] = rng.bits();
              expected[i] += words[i];
            }
            side.seal(at, ask, LongBuffer.wrap(words));
            answers.put(id, LongBuffer.wrap(words));
          });
      assertThat(coordinator.open(sequence, ask, answers, notes)).isEqualTo(expected);
    }
  }

  private static SortedMap<PartyId, byte[]> replies(
      SortedMap<PartyId, SumProtocol.PartySide> sides, long sequence, byte[] note) {
    SortedMap<PartyId, byte[]> replies = new TreeMap<>();
    sides.forEach((id, side) -> replies.put(id, side.reply(sequence, note)));
    return replies;
  }
}
