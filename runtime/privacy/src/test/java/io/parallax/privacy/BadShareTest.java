package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.SumProtocol;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One party whose shares are too short, too long, those of an earlier sum, or late. */
class BadShareTest {
  private static final int PARTIES = 6;
  private static final PartyId BAD = PartyId.of("p-2");
  private static final byte[] ASK = {1, 2, 3};
  private final Round round = new Round(PARTIES, 4);

  /** The bad party's change of its honest reply. */
  private interface Reply {
    byte[] change(int stage, byte[] honest);
  }

  private void replying(Reply change) {
    SumProtocol.PartySide honest = round.sides.get(BAD);
    round.sides.put(
        BAD,
        new SumProtocol.PartySide() {
          @Override
          public byte[] reply(long sequence, byte[] note) {
            return change.change(note[0], honest.reply(sequence, note).clone());
          }

          @Override
          public SumProtocol.Seal seal(long sequence, Supplier<byte[]> askHash) {
            return honest.seal(sequence, askHash);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"0, -1", "0, 1", "1, -32", "1, 80", "3, -32", "4, -1", "4, 32"})
  void aReplyOfAnotherSizeEndsTheSumWithThePartysName(int stage, int more) {
    replying((at, own) -> at == stage ? Arrays.copyOf(own, own.length + more) : own);
    assertThatThrownBy(() -> round.sum(1, ASK, (id, at, note) -> note))
        .isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void sharesOfAnEarlierSumAreNoticed() {
    Map<Integer, byte[]> earlier = new HashMap<>();
    replying((stage, own) -> earlier.computeIfAbsent(stage, s -> own));
    assertThat(round.sum(1, ASK, (id, at, note) -> note)).isEqualTo(round.expected());
    assertThatThrownBy(() -> round.sum(2, ASK, (id, at, note) -> note))
        .isInstanceOf(ProtocolViolation.class);
  }

  /** It gave no shares when they were due, and speaks again later: it is not in the sum. */
  @Test
  void lateSharesChangeNothing() {
    SumProtocol.PartySide honest = round.sides.get(BAD);
    round.sides.put(
        BAD,
        new SumProtocol.PartySide() {
          @Override
          public byte[] reply(long sequence, byte[] note) {
            return note[0] == MaskNotes.KEYS ? honest.reply(sequence, note) : new byte[] {1};
          }

          @Override
          public SumProtocol.Seal seal(long sequence, Supplier<byte[]> askHash) {
            return (from, words) -> {};
          }
        });
    long[] sum =
        round.sum(
            1,
            ASK,
            (id, stage, note) ->
                id.equals(BAD) && (stage == MaskNotes.SHARES || stage == Round.ASK) ? null : note);
    assertThat(round.plain).doesNotContainKey(BAD).hasSize(PARTIES - 1);
    assertThat(sum).isEqualTo(round.expected());
  }
}
