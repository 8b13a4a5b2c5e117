package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums of the same words over different members give single members' words away. */
class OpenedTest {
  private static final PartyId LAST = PartyId.of("p-3");
  private static final byte[] ASK = {1, 2, 3};
  @TempDir private Path folder;

  private static final Round.Wire HONEST = (party, stage, note) -> note;

  /** Says that the last party's words have not come, and tells it nothing more. */
  private static final Round.Wire DENYING =
      (party, stage, note) -> stage >= MaskNotes.COMMIT && party.equals(LAST) ? null : note;

  @Test
  void whoForgetsAtARestartGivesAwayWhatOnePartyAdded() {
    Round before = new Round(4, 1);
    long[] all = before.sum(7, ASK, HONEST);
    long[] less = new Round(4, 1).sum(7, ASK, DENYING); // the same words, from new processes
    long[] words = before.plain.get(LAST);
    for (int i = 0; i < words.length; i++) {
      assertThat(all[i] - less[i]).isEqualTo(words[i]);
    }
  }

  @Test
  void whoRemembersDoesNot() {
    long[] all = new Round(4, 1, folder).sum(7, ASK, HONEST);
    assertThatThrownBy(() -> new Round(4, 1, folder).sum(7, ASK, DENYING))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("exchange 7 was summed over other members before");
    assertThat(new Round(4, 1, folder).sum(7, ASK, HONEST)).isEqualTo(all);
    Round next = new Round(4, 1, folder);
    assertThat(next.sum(8, new byte[] {8}, DENYING)).isEqualTo(next.expected());
  }

  @Test
  void aRecordThatWasCutOffIsWrittenAnew() throws Exception {
    Path file = folder.resolve("opened");
    Opened.in(file).require(1, ask(1), List.of(1, 2, 3));
    Opened.in(file).require(2, ask(2), List.of(1, 2));
    Files.write(file, new byte[] {0, 0, 7}, StandardOpenOption.APPEND);
    Opened.in(file).require(3, ask(3), List.of(50));
    assertThat(Files.size(file)).isEqualTo(3 * 52);
    Opened again = Opened.in(file);
    again.require(1, ask(1), List.of(1, 2, 3));
    again.require(3, ask(3), List.of(50));
    assertThatThrownBy(() -> again.require(2, ask(2), List.of(1, 3)))
        .isInstanceOf(ProtocolViolation.class);
  }

  private static byte[] ask(int number) {
    byte[] hash = new byte[32];
    hash[0] = (byte) number;
    return hash;
  }

  @Test
  void theSameAskUnderAnotherNumberIsOpenedForTheSameMembersOnly() {
    Opened opened = Opened.inMemory();
    opened.require(1, ask(1), List.of(1, 2, 3));
    opened.require(2, ask(1), List.of(1, 2, 3));
    assertThatThrownBy(() -> opened.require(3, ask(1), List.of(1, 2)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("summed over other members");
    opened.require(3, ask(2), List.of(1, 2));
  }
}
