package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.SumProtocol;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A coordinator that tells some parties other things than the rest. */
class LyingCoordinatorTest {
  private static final byte[] ASK = {1, 2, 3};
  private static final int PARTIES = 5;
  private final Random random = new Random(7);
  private final Map<Integer, byte[]> earlier = new HashMap<>();

  @Test
  void anHonestPartyEndsEveryOneOfAThousandEquivocations() {
    Round round = new Round(PARTIES, 1);
    round.sum(1, ASK, this::remember);
    for (int sequence = 2; sequence <= 1001; sequence++) {
      Lie lie = lie(random.nextInt(9));
      long at = sequence;
      assertThatThrownBy(() -> round.sum(at, ASK, lie))
          .as("%s", lie)
          .isInstanceOf(ProtocolViolation.class);
    }
    assertThat(round.sum(1002, ASK, (id, stage, note) -> note)).isEqualTo(round.expected());
  }

  private byte[] remember(PartyId id, int stage, byte[] note) {
    earlier.put(stage, note);
    return note;
  }

  private interface Change {
    byte[] of(byte[] note);
  }

  /** A different note for some parties at one stage. */
  private record Lie(String kind, int stage, List<PartyId> told, Change change)
      implements Round.Wire {
    @Override
    public byte[] toParty(PartyId party, int at, byte[] note) {
      return at == stage && told.contains(party) ? change.of(note) : note;
    }
  }

  private Lie lie(int kind) {
    List<Integer> order = new ArrayList<>(List.of(1, 2, 3, 4, 5));
    Collections.shuffle(order, random);
    int victim = order.get(0);
    List<PartyId> told =
        order.subList(1, 2 + random.nextInt(PARTIES - 1)).stream()
            .map(number -> PartyId.of("p-" + (number - 1)))
            .toList();
    byte[] known = Curve.pair().open();
    return switch (kind) {
      case 0 ->
          new Lie("mask key", MaskNotes.SHARES, told, n -> keys(n, victim, null, known, false));
      case 1 ->
          new Lie("channel", MaskNotes.SHARES, told, n -> keys(n, victim, known, null, false));
      case 2 -> new Lie("left out", MaskNotes.SHARES, told, n -> keys(n, victim, null, null, true));
      case 3 -> new Lie("shares", MaskNotes.DELIVER, told, this::flip);
      case 4 -> new Lie("survivors", MaskNotes.COMMIT, told, n -> without(n, victim));
      case 5 -> new Lie("codes", MaskNotes.UNMASK, told, LyingCoordinatorTest::wreck);
      case 6 -> new Lie("ask", Round.ASK, told, n -> new byte[] {1, 2, 4});
      case 7 -> {
        int stage =
            List.of(MaskNotes.SHARES, MaskNotes.DELIVER, MaskNotes.UNMASK).get(random.nextInt(3));
        yield new Lie("replay", stage, told, n -> earlier.get(stage));
      }
      default -> new Lie("attempt", MaskNotes.KEYS, told, this::flip);
    };
  }

  private static byte[] keys(byte[] note, int victim, byte[] channel, byte[] mask, boolean drop) {
    SortedMap<Integer, MaskNotes.Keys> all = MaskNotes.readKeys(note);
    MaskNotes.Keys old = all.get(victim);
    byte[] newChannel = channel == null ? old.channel() : channel;
    byte[] newMask = mask == null ? old.mask() : mask;
    all.put(victim, new MaskNotes.Keys(newChannel, old.signature(), newMask));
    if (drop) {
      all.remove(victim);
    }
    return MaskNotes.keys(all);
  }

  private static byte[] without(byte[] note, int victim) {
    List<Integer> numbers = MaskNotes.readNumbers(note);
    numbers.remove((Integer) victim);
    return MaskNotes.numbers(numbers);
  }

  private byte[] flip(byte[] note) {
    byte[] changed = note.clone();
    changed[2 + random.nextInt(note.length - 2)] ^= (byte) (1 << random.nextInt(8));
    return changed;
  }

  private static byte[] wreck(byte[] note) {
    SortedMap<Integer, byte[]> codes = MaskNotes.readCollected(note, (PARTIES - 1) * Secrets.SIZE);
    SortedMap<Integer, byte[]> wrong = new TreeMap<>();
    codes.forEach((number, code) -> wrong.put(number, new byte[code.length]));
    return MaskNotes.collected(MaskNotes.UNMASK, wrong);
  }

  @Test
  void aPartyUnmasksOnceForOneSetOfSurvivors() {
    Round round = new Round(PARTIES, 2);
    Map<Integer, byte[]> notes = new HashMap<>();
    round.sum(
        1,
        ASK,
        (id, stage, note) -> {
          notes.put(stage, note);
          return note;
        });
    SumProtocol.PartySide side = round.sides.get(PartyId.of("p-0"));
    byte[] once = side.reply(1, notes.get(MaskNotes.UNMASK));
    assertThat(side.reply(1, notes.get(MaskNotes.UNMASK))).isEqualTo(once);
    assertThatThrownBy(() -> side.reply(1, without(notes.get(MaskNotes.COMMIT), 3)))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> side.reply(1, notes.get(MaskNotes.UNMASK)))
        .as("after a lie the attempt is over")
        .isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void theSameWordsAreNotSummedOverOtherSurvivorsInALaterAttempt() {
    Round round = new Round(PARTIES, 3);
    round.sum(1, ASK, (id, stage, note) -> note);
    PartyId dropped = PartyId.of("p-4");
    assertThatThrownBy(
            () ->
                round.sum(
                    1,
                    ASK,
                    (id, stage, note) ->
                        stage >= MaskNotes.COMMIT && id.equals(dropped) ? null : note))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("summed over different members");
  }

  @Test
  void noWordsLeaveWithoutAgreedMasksAndNoMaskIsUsedTwice() {
    Round round = new Round(PARTIES, 4);
    SumProtocol.PartySide side = round.sides.get(PartyId.of("p-0"));
    LongBuffer words = LongBuffer.wrap(new long[4]);
    assertThatThrownBy(() -> side.seal(1, () -> Hashes.of(ASK)).apply(0, words))
        .isInstanceOf(ProtocolViolation.class);
    round.sum(1, ASK, (id, stage, note) -> note);
    assertThatThrownBy(() -> side.seal(1, () -> Hashes.of(ASK)).apply(0, words))
        .isInstanceOf(ProtocolViolation.class);
    assertThat(words.array()).containsOnly(0);
  }

  @Test
  void aRetryOfTheSameWordsHasOtherMasks() {
    Round first = new Round(PARTIES, 5);
    first.sum(1, ASK, (id, stage, note) -> note);
    long[] before = mask(first);
    first.sum(1, ASK, (id, stage, note) -> note);
    long[] after = mask(first);
    for (int i = 0; i < before.length; i++) {
      assertThat(before[i]).isNotEqualTo(after[i]);
    }
  }

  private static long[] mask(Round round) {
    PartyId id = PartyId.of("p-2");
    long[] mask = new long[Round.WORDS];
    Arrays.setAll(mask, i -> round.masked.get(id)[i] - round.plain.get(id)[i]);
    return mask;
  }

  @Test
  void aWrongShareIsNoticedAndNoWrongSumIsUsed() {
    Round round = new Round(PARTIES, 6);
    SumProtocol.PartySide honest = round.sides.get(PartyId.of("p-1"));
    round.sides.put(
        PartyId.of("p-1"),
        new SumProtocol.PartySide() {
          @Override
          public byte[] reply(long sequence, byte[] note) {
            byte[] reply = honest.reply(sequence, note).clone();
            if (note[0] == MaskNotes.UNMASK) {
              reply[40] ^= 1;
            }
            return reply;
          }

          @Override
          public SumProtocol.Seal seal(long sequence, Supplier<byte[]> askHash) {
            return honest.seal(sequence, askHash);
          }
        });
    assertThatThrownBy(() -> round.sum(1, ASK, (id, stage, note) -> note))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("one of them is wrong");
  }

  @Test
  void whatTheCoordinatorSeesLooksLikeNoise() {
    Round round = new Round(3, 8);
    round.sum(1, ASK, (id, stage, note) -> note);
    for (PartyId id : round.masked.keySet()) {
      long[] counts = new long[256];
      for (long word : round.masked.get(id)) {
        for (int shift = 0; shift < 64; shift += 8) {
          counts[(int) (word >>> shift) & 255]++;
        }
      }
      double expected = 8.0 * Round.WORDS / 256;
      double chi = 0;
      for (long count : counts) {
        chi += (count - expected) * (count - expected) / expected;
      }
      assertThat(chi).isLessThan(380); // 255 degrees of freedom: p = 1e-6 at 374
      assertThat(Math.abs(correlation(round.plain.get(id), round.masked.get(id)))).isLessThan(0.1);
    }
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
