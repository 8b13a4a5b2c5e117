package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Hashes;
import io.parallax.core.Refused;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AskJournalTest {
  private static final byte[] RUN = new byte[32];
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("part.asked");
  }

  private static byte[] ask(int content) {
    return Hashes.of(new byte[] {(byte) content});
  }

  private AskJournal again() {
    return AskJournal.in(file, RUN);
  }

  private AskJournal three() {
    AskJournal journal = again();
    for (int i = 1; i <= 3; i++) {
      journal.require(i, 0, ask(i));
    }
    return journal;
  }

  @Test
  void anExchangeIsAskedInOneWayForEver() {
    three();
    AskJournal later = again();
    later.require(2, 0, ask(2));
    assertThat(later.count(0)).isEqualTo(3);
    assertThatThrownBy(() -> later.require(2, 0, ask(9)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("exchange 2 was already answered for another ask");
    assertThatThrownBy(() -> later.require(2, 1, ask(2))).isInstanceOf(Refused.class);
    later.require(4, 1, ask(4));
    assertThat(again().count(1)).isEqualTo(1);
  }

  @Test
  void theHistoryIsThatOfAllAsksAndOutlivesARestart() {
    byte[] third = three().history(3);
    AskJournal later = again();
    assertThat(later.history(3)).isEqualTo(third);
    assertThat(later.history(2)).isNotEqualTo(third);
    later.require(4, 0, ask(4));
    assertThat(later.history(4)).isNotEqualTo(third);
    assertThat(later.last()).isEqualTo(4);
    AskJournal other = AskJournal.inMemory();
    other.require(1, 0, ask(9));
    other.require(2, 0, ask(2));
    assertThat(other.history(2)).isNotEqualTo(later.history(2));
    assertThatThrownBy(() -> other.history(3))
        .isInstanceOf(AttemptLost.class)
        .hasMessageContaining("are not known any more");
  }

  @Test
  void aSumIsProvedSoOftenAndNotMore() {
    AskJournal journal = three();
    for (int i = 0; i < 12; i++) {
      journal.challenged(3);
    }
    AskJournal later = again(); // nor after a restart
    for (int i = 0; i < 8; i++) {
      later.challenged(3);
    }
    assertThatThrownBy(() -> later.challenged(3))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("this party proves it no more");
    assertThatThrownBy(() -> again().challenged(3)).isInstanceOf(Refused.class);
    later.challenged(2);
    later.require(4, 0, ask(4));
    assertThat(again().history(4)).isEqualTo(later.history(4));
  }

  @Test
  void aPartIsOpenedInOneWayForEver() {
    three();
    byte[] other = RUN.clone();
    other[0] = 1;
    assertThatThrownBy(() -> AskJournal.in(file, other))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("opened with other content before");
  }

  @Test
  void aHeadThatWasCutOffIsWrittenAnewAsLongAsNothingWasAnswered() throws Exception {
    Files.write(file, new byte[] {1, 2, 3});
    again();
    byte[] other = RUN.clone();
    other[0] = 1;
    AskJournal.in(file, other).require(1, 0, ask(1));
    assertThatThrownBy(this::again).isInstanceOf(Refused.class);
    assertThat(AskJournal.in(file, other).count(0)).isEqualTo(1);
  }

  @Test
  void whatWasMissedIsSkipped() {
    AskJournal journal = three();
    journal.skip(3, 7, at -> true);
    journal.require(8, 0, ask(8));
    assertThatThrownBy(() -> journal.require(5, 0, ask(5))).isInstanceOf(Refused.class);
    AskJournal later = again();
    later.require(3, 0, ask(3));
    later.skip(3, 7, at -> true);
    later.require(8, 0, ask(8));
    assertThat(later.count(0)).isEqualTo(4);
  }

  @Test
  void anAnswerThatWasLostIsSkippedUnlessItsSumWasOpened() {
    AskJournal journal = three();
    assertThatThrownBy(() -> journal.skip(2, 4, at -> at == 3))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("whose sum was opened with this party's help");
    journal.skip(2, 4, at -> false);
    assertThat(again().count(0)).as("it counts all the same").isEqualTo(3);
    assertThatThrownBy(() -> again().skip(1, 4, at -> false))
        .as("exchange 2 was answered, and something came behind it")
        .isInstanceOf(Refused.class);
    assertThatCode(() -> again().skip(3, 4, at -> false)).doesNotThrowAnyException();
    again().require(5, 0, ask(5));
    assertThatCode(() -> again().skip(2, 4, at -> true))
        .as("the same again, as after another restart")
        .doesNotThrowAnyException();
    again().require(3, 0, ask(3)); // as where its numbers were out of range
    assertThatThrownBy(() -> again().require(3, 0, ask(9))).isInstanceOf(Refused.class);
  }

  /** Alive: it goes on from where it is; restarted: from before the answer that was lost. */
  @Test
  void aSkipBehindALostAnswerCanBeMadeAgainFromBeforeIt() {
    AskJournal journal = three();
    journal.skip(3, 6, at -> false);
    assertThatCode(() -> again().skip(2, 6, at -> false)).doesNotThrowAnyException();
    assertThatCode(() -> again().skip(2, 7, at -> false)).doesNotThrowAnyException();
    again().require(8, 0, ask(8));
    assertThatCode(() -> again().skip(2, 7, at -> false)).doesNotThrowAnyException();
    assertThatThrownBy(() -> again().skip(1, 7, at -> false)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> again().skip(2, 8, at -> true)).isInstanceOf(Refused.class);
  }

  @Test
  void nothingIsSkippedFromTheBeginning() {
    three();
    assertThatThrownBy(() -> again().skip(0, 2, at -> false)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> again().skip(0, 3, at -> false)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> again().skip(0, 9, at -> false)).isInstanceOf(Refused.class);
  }

  @Test
  void aRecordThatWasCutOffIsWrittenAnew() throws Exception {
    three();
    long whole = Files.size(file);
    Files.write(file, new byte[] {0, 0, 7}, StandardOpenOption.APPEND);
    AskJournal later = again();
    assertThat(later.count(0)).isEqualTo(3);
    later.require(4, 0, ask(4));
    assertThat(Files.size(file)).isEqualTo(whole + 46);
    assertThat(again().count(0)).isEqualTo(4);
  }

  @Test
  void whatStandsBehindADamagedRecordStillCounts() throws Exception {
    three();
    byte[] all = Files.readAllBytes(file);
    all[32 + 46 + 12] ^= 1; // in the second of three
    Files.write(file, all);
    assertThat(again().last()).isEqualTo(3);
    assertThatThrownBy(() -> again().require(2, 0, ask(2))).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> again().require(3, 0, ask(7))).isInstanceOf(Refused.class);
    again().require(4, 0, ask(4));
    assertThat(again().last()).isEqualTo(4);
  }

  @Test
  void aRecordOfNoExchangeIsNone() throws Exception {
    three();
    byte[] all = Files.readAllBytes(file);
    ByteBuffer first = ByteBuffer.wrap(all, 32, 46).slice();
    CRC32C crc = new CRC32C();
    crc.update(first.putLong(0, -5).slice(0, 42));
    first.putInt(42, (int) crc.getValue());
    Files.write(file, Arrays.copyOf(all, 32 + 46));
    assertThat(again().last()).isZero();
  }
}
