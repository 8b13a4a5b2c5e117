package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.SumProtocol;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Sums of all members after one agreement, and coordinators that lie about either. */
class WholeSumTest {
  private static final int PARTIES = 5;
  private static final int WORDS = 3000;
  private static final byte[] ASK = {1, 2, 3};
  private final SortedSet<PartyId> ids = Round.ids(PARTIES);
  private final MaskedSum protocol = MaskedSum.inProcess(ids, new byte[32]);
  private final SortedMap<PartyId, SumProtocol.PartySide> sides = new TreeMap<>();
  private final SortedMap<PartyId, long[]> plain = new TreeMap<>();
  private final SortedMap<PartyId, long[]> masked = new TreeMap<>();
  private final Random random = new Random(3);
  private SumProtocol.CoordinatorSide coordinator = protocol.coordinatorSide();
  private int notes;

  WholeSumTest() {
    ids.forEach(id -> sides.put(id, protocol.partySide(id)));
    ids.forEach(id -> plain.put(id, random.longs(WORDS).map(word -> word >> 4).toArray()));
  }

  /** What a party hears in place of a note or an ask. */
  private interface Wire {
    byte[] toParty(PartyId party, int stage, byte[] note);
  }

  private static final Wire HONEST = (party, stage, note) -> note;

  private long[] sum(long sequence, Wire wire) {
    SumProtocol.Notes sent = note -> replies(sequence, note, wire);
    coordinator.prepare(sequence, sent);
    sides.forEach(
        (id, side) -> {
          byte[] ask = wire.toParty(id, Round.ASK, ASK);
          long[] words = plain.get(id).clone();
          side.requireReady(sequence);
          side.seal(sequence, () -> Hashes.of(ask)).apply(0, LongBuffer.wrap(words));
          masked.put(id, words);
        });
    return opened(sequence, sent);
  }

  private long[] opened(long sequence, SumProtocol.Notes sent) {
    SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
    masked.forEach((id, own) -> words.put(id, LongBuffer.wrap(own)));
    long[] total = new long[WORDS];
    coordinator.add(words, total, 0);
    coordinator.open(sequence, () -> Hashes.of(ASK), new TreeSet<>(masked.keySet()), total, sent);
    return total;
  }

  private SortedMap<PartyId, byte[]> replies(long sequence, byte[] note, Wire wire) {
    notes++;
    SortedMap<PartyId, byte[]> replies = new TreeMap<>();
    sides.forEach(
        (id, side) -> replies.put(id, side.reply(sequence, wire.toParty(id, note[0], note))));
    return replies;
  }

  private long[] expected() {
    long[] total = new long[WORDS];
    plain.values().forEach(own -> Arrays.setAll(total, i -> total[i] + own[i]));
    return total;
  }

  @Test
  void keysAreAgreedOnceAndSumsNeedNoOtherNote() {
    for (int sequence = 1; sequence <= 20; sequence++) {
      assertThat(sum(sequence, HONEST)).isEqualTo(expected());
    }
    assertThat(notes).isEqualTo(2);
  }

  @Test
  void noTwoSumsAndNoTwoAgreementsHaveTheSameMask() {
    SortedMap<PartyId, long[]> before = new TreeMap<>();
    for (int time = 0; time < 4; time++) {
      sum(time / 2 * 7 + 1, HONEST); // exchange 1 twice, then 8 twice
      masked.forEach(
          (id, words) -> {
            long[] old = before.put(id, words);
            for (int i = 0; old != null && i < WORDS; i++) {
              assertThat(words[i]).isNotEqualTo(old[i]);
            }
          });
      coordinator = protocol.coordinatorSide(); // agrees anew
    }
  }

  @Test
  void aMaskIsUsedOnceInAnAgreement() {
    sum(4, HONEST);
    for (long sequence : new long[] {1, 4}) {
      assertThatThrownBy(() -> sum(sequence, HONEST)).isInstanceOf(AttemptLost.class);
      SumProtocol.PartySide side = sides.get(ids.first());
      assertThatThrownBy(() -> side.seal(sequence, () -> Hashes.of(ASK)))
          .isInstanceOf(ProtocolViolation.class)
          .hasMessageContaining("only once");
    }
    assertThat(sum(5, HONEST)).isEqualTo(expected());
  }

  /** The words of an earlier agreement cannot be had again, whatever a coordinator repeats. */
  @Test
  void anOlderAgreementIsOver() {
    Map<Integer, byte[]> first = new HashMap<>();
    sum(
        1,
        (id, stage, note) -> {
          first.put(stage, note);
          return note;
        });
    SumProtocol.PartySide side = sides.get(ids.first());
    SumProtocol.Seal old = side.seal(2, () -> Hashes.of(ASK));
    coordinator = protocol.coordinatorSide();
    sum(2, HONEST);
    assertThatThrownBy(() -> old.apply(0, LongBuffer.wrap(new long[3])))
        .isInstanceOf(AttemptLost.class);
    side.reply(1, first.get(MaskNotes.KEYS)); // new keys under the old name
    assertThatThrownBy(() -> side.reply(1, first.get(MaskNotes.MEET)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("own key was changed");
    assertThatThrownBy(() -> side.requireReady(3)).isInstanceOf(AttemptLost.class);
  }

  @Test
  void aPartyThatHasStartedAgainAsksForANewAgreement() {
    sum(1, HONEST);
    sides.put(ids.last(), protocol.partySide(ids.last()));
    assertThatThrownBy(() -> sum(2, HONEST)).isInstanceOf(AttemptLost.class);
    coordinator = protocol.coordinatorSide();
    assertThat(sum(2, HONEST)).isEqualTo(expected());
  }

  @Test
  void partiesThatWereAskedDifferentThingsAddUpToNoise() {
    for (int told = 1; told < PARTIES; told++) {
      PartyId last = PartyId.of("p-" + told);
      long sequence = told;
      assertThatThrownBy(
              () ->
                  sum(
                      sequence,
                      (id, stage, note) ->
                          stage == Round.ASK && id.compareTo(last) >= 0 ? new byte[] {9} : note))
          .isInstanceOf(ProtocolViolation.class)
          .hasMessageContaining("do not cancel");
    }
    assertThat(sum(9, HONEST)).isEqualTo(expected()); // nothing is lost by it
  }

  /** Neither a key of its own in place of a party's nor one left out gets the coordinator a sum. */
  @Test
  void keysThatTheCoordinatorChangesAgreeNothing() {
    byte[] known = Curve.pair().open();
    for (int kind = 0; kind < 4; kind++) {
      for (int victim = 2; victim <= PARTIES; victim++) {
        int way = kind;
        int changed = victim;
        coordinator = protocol.coordinatorSide();
        assertThatThrownBy(
                () ->
                    sum(
                        1,
                        (id, stage, note) ->
                            stage == MaskNotes.MEET && id.equals(ids.first())
                                ? keys(note, changed, way, known)
                                : note))
            .isInstanceOf(ProtocolViolation.class);
      }
    }
  }

  private static byte[] keys(byte[] note, int victim, int way, byte[] known) {
    SortedMap<Integer, MaskNotes.Keys> all = MaskNotes.readKeys(note);
    MaskNotes.Keys old = all.remove(victim);
    if (way == 0) { // the new key, which is not signed
      all.put(victim, new MaskNotes.Keys(old.channel(), old.signature(), known));
    } else if (way == 1) { // the signed one
      all.put(victim, new MaskNotes.Keys(known, old.signature(), old.mask()));
    } else if (way == 2) { // that of another party
      all.put(victim, all.get(1));
    }
    return MaskNotes.keys(all);
  }

  /** Even one that tells each party its own keys of the others can open nothing. */
  @Test
  void masksNeedTheSignedKeysToo() {
    SortedMap<PartyId, byte[]> heard = new TreeMap<>();
    byte[] known = Curve.pair().open();
    byte[] begin = MaskNotes.begin();
    SortedMap<Integer, MaskNotes.Keys> keys = new TreeMap<>();
    int number = 1;
    for (var side : sides.values()) {
      keys.put(number++, MaskNotes.Keys.of(side.reply(1, begin)));
    }
    number = 1;
    for (var side : sides.entrySet()) {
      SortedMap<Integer, MaskNotes.Keys> told = new TreeMap<>();
      int me = number++;
      keys.forEach(
          (n, k) ->
              told.put(n, n == me ? k : new MaskNotes.Keys(k.channel(), k.signature(), known)));
      heard.put(side.getKey(), side.getValue().reply(1, MaskNotes.keys(told)));
      long[] words = plain.get(side.getKey()).clone();
      side.getValue().seal(1, () -> Hashes.of(ASK)).apply(0, LongBuffer.wrap(words));
      masked.put(side.getKey(), words);
    }
    assertThat(new TreeSet<>(heard.values().stream().map(Arrays::toString).toList()))
        .as("all agree on something else")
        .hasSize(PARTIES);
    assertThatThrownBy(() -> opened(1, note -> new TreeMap<>()))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("do not cancel");
  }

  @Test
  void aSumWithoutOneIsNoise() {
    sum(1, HONEST);
    masked.remove(ids.last());
    assertThatThrownBy(() -> opened(1, note -> new TreeMap<>()))
        .isInstanceOf(PartyLost.class)
        .hasMessageContaining("needs all");
    long[] total = new long[WORDS];
    SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
    masked.forEach((id, own) -> words.put(id, LongBuffer.wrap(own)));
    coordinator.add(words, total, 0);
    long[] others = new long[WORDS];
    masked.keySet().forEach(id -> Arrays.setAll(others, i -> others[i] + plain.get(id)[i]));
    assertThat(Math.abs(correlation(total, others))).isLessThan(0.1);
    assertThat(correlation(others, expected())).as("control").isGreaterThan(0.8);
  }

  private static double correlation(long[] a, long[] b) {
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      ab += (double) a[i] * b[i];
      aa += (double) a[i] * a[i];
      bb += (double) b[i] * b[i];
    }
    return ab / Math.sqrt(aa * bb);
  }
}
