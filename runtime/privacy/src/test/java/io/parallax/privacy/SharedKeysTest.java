package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Several runs among parties that keep their keys with each other, such as predictions. */
class SharedKeysTest {
  private static final byte[] PURPOSE = {1};
  private final SortedSet<PartyId> ids = Round.ids(4);
  private final AtomicInteger signed = new AtomicInteger();
  private final AtomicInteger verified = new AtomicInteger();
  private final Signing signing = counting(Signing.inProcess(ids));

  private Signing counting(Signing inner) {
    return new Signing() {
      @Override
      public byte[] sign(PartyId me, byte[] content) {
        signed.incrementAndGet();
        return inner.sign(me, content);
      }

      @Override
      public boolean signed(PartyId who, byte[] content, byte[] signature) {
        verified.incrementAndGet();
        return inner.signed(who, content, signature);
      }
    };
  }

  private SortedMap<PartyId, MaskedSum.Keys> keys() {
    SortedMap<PartyId, MaskedSum.Keys> keys = new TreeMap<>();
    ids.forEach(id -> keys.put(id, new MaskedSum.Keys(ids, PURPOSE, id, signing)));
    return keys;
  }

  /** The last run has the name, the exchange and the ask of the first. */
  @Test
  void noMaskIsUsedTwiceAndSignaturesAreLookedAtOnce() {
    SortedMap<PartyId, MaskedSum.Keys> keys = keys();
    Set<Long> masks = new HashSet<>();
    int words = 0;
    for (byte run : new byte[] {7, 8, 9, 7}) {
      Round round = new Round(keys, new byte[] {run}, 1);
      for (int sequence = 1; sequence <= 2; sequence++) {
        byte[] ask = {(byte) sequence};
        assertThat(round.sum(sequence, ask, (id, stage, note) -> note)).isEqualTo(round.expected());
        for (PartyId id : ids) {
          for (int i = 0; i < Round.WORDS; i++) {
            masks.add(round.masked.get(id)[i] - round.plain.get(id)[i]);
            words++;
          }
        }
      }
    }
    assertThat(masks).hasSize(words);
    assertThat(signed).hasValue(4);
    assertThat(verified).hasValue(12);
  }

  @Test
  void keysOfAnotherPurposeAreRejected() {
    SortedMap<PartyId, MaskedSum.Keys> keys = keys();
    PartyId other = ids.first();
    keys.put(other, new MaskedSum.Keys(ids, new byte[] {2}, other, signing));
    Round round = new Round(keys, new byte[] {7}, 1);
    assertThatThrownBy(() -> round.sum(1, new byte[] {1}, (id, stage, note) -> note))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("was not signed by it");
  }
}
