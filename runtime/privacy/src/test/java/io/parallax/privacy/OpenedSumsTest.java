package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums of the same words over different members give single members' words away. */
class OpenedSumsTest {
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
        .hasMessageContaining("exchange 7 was already summed over different members");
    assertThat(new Round(4, 1, folder).sum(7, ASK, HONEST)).isEqualTo(all);
    Round next = new Round(4, 1, folder);
    assertThat(next.sum(8, new byte[] {8}, DENYING)).isEqualTo(next.expected());
  }

  @Test
  void aRecordThatWasCutOffIsWrittenAnew() throws Exception {
    Path file = folder.resolve("opened");
    opened(file).require(1, ask(1), List.of(1, 2, 3, 4, 5, 6, 7));
    opened(file).require(2, ask(2), List.of(1, 2, 3, 4, 5, 6));
    Files.write(file, new byte[] {0, 0, 7}, StandardOpenOption.APPEND);
    opened(file).require(3, ask(3), List.of(1, 2, 3, 4, 6));
    assertThat(Files.size(file)).isEqualTo(3 * 52);
    OpenedSums again = opened(file);
    again.require(1, ask(1), List.of(1, 2, 3, 4, 5, 6, 7));
    again.require(3, ask(3), List.of(1, 2, 3, 4, 6));
    assertThatThrownBy(() -> again.require(2, ask(2), List.of(1, 2, 3, 4, 5, 7)))
        .isInstanceOf(ProtocolViolation.class);
  }

  /** Opens the record of seven members, of whom two may leave. */
  private OpenedSums opened(Path file) {
    SortedSet<PartyId> members = new TreeSet<>();
    for (int p = 1; p <= 7; p++) {
      members.add(PartyId.of("p-" + p));
    }
    SumGroup group = SumGroup.of(new byte[32], members);
    return OpenedSums.in(file, new ExcludedMembers(folder.resolve("left-out"), group));
  }

  private static void refused(
      OpenedSums opened, int exchange, List<Integer> survivors, String why) {
    assertThatThrownBy(() -> opened.require(exchange, ask(exchange), survivors))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining(why);
  }

  @Test
  void whoHasLeftDoesNotComeBackInTheSameTraining() {
    Path file = folder.resolve("split-01");
    opened(file).require(1, ask(1), List.of(1, 2, 3, 4, 5, 6, 7));
    opened(file).require(4, ask(4), List.of(1, 2, 3, 4, 5, 6));
    opened(file).require(5, ask(5), List.of(1, 2, 3, 4, 5));
    String back = "would be summed with a party that was left out of another sum of this training";
    refused(opened(file), 6, List.of(1, 2, 3, 4, 5, 6, 7), back);
    refused(opened(file), 6, List.of(1, 2, 3, 4, 5, 7), back);
    refused(opened(file), 6, List.of(1, 2, 3, 4, 6), back);
    refused(opened(file), 2, List.of(1, 2, 3, 4, 5), back);
    opened(file).require(2, ask(2), List.of(1, 2, 3, 4, 5, 6, 7));
    opened(file).require(6, ask(6), List.of(1, 2, 3, 4, 5));
  }

  @Test
  void noMoreLeaveInAllTrainingsThanMayLeaveOne() {
    opened(folder.resolve("split-01")).require(1, ask(1), List.of(1, 2, 3, 4, 5, 6));
    opened(folder.resolve("split-02")).require(1, ask(2), List.of(1, 2, 3, 4, 5, 6, 7));
    opened(folder.resolve("split-02")).require(2, ask(3), List.of(1, 2, 3, 4, 6, 7));
    OpenedSums third = opened(folder.resolve("split-03"));
    refused(third, 1, List.of(1, 2, 3, 5, 6, 7), "would continue without one more party");
    third.require(1, ask(4), List.of(1, 2, 3, 4, 6)); // these two again
    opened(folder.resolve("model")).require(1, ask(5), List.of(1, 2, 3, 4, 5, 6, 7));
  }

  private static byte[] ask(int number) {
    byte[] hash = new byte[32];
    hash[0] = (byte) number;
    return hash;
  }

  @Test
  void theSameAskUnderAnotherNumberIsOpenedForTheSameMembersOnly() {
    OpenedSums opened = OpenedSums.inMemory();
    opened.require(1, ask(1), List.of(1, 2, 3));
    opened.require(2, ask(1), List.of(1, 2, 3));
    assertThatThrownBy(() -> opened.require(3, ask(1), List.of(1, 2)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("summed over different members");
    opened.require(3, ask(2), List.of(1, 2));
  }
}
