package io.parallax.engine;

import io.parallax.core.Hashes;
import io.parallax.core.Refused;
import io.parallax.fuzz.FileTarget;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/** A party's record of the asks that it has answered. */
public final class JournalTarget extends FileTarget {
  private static final byte[] RUN = Hashes.of(new byte[] {1});
  private static final byte[] ASK = Hashes.of(new byte[] {2});
  private static final int HEAD = 32;
  private static final int RECORD = 46;

  public JournalTarget() {
    super(
        "journal",
        "a party's record of asks; an ask that follows is recorded, and found when it is opened"
            + " again",
        Set.of(Refused.class));
  }

  @Override
  protected List<byte[]> files() throws IOException {
    Path file = Scratch.empty("journal-seed").resolve("asks");
    AskJournal journal = AskJournal.in(file, RUN);
    journal.require(1, 0, ASK);
    journal.require(2, 1, ASK);
    journal.challenged(2);
    journal.skip(2, 5, exchange -> false);
    journal.require(6, 1, ASK);
    return List.of(Files.readAllBytes(file), RUN);
  }

  @Override
  protected void repair(ByteBuffer file) {
    for (int at = HEAD; file.capacity() - at >= RECORD; at += RECORD) {
      CRC32C crc = new CRC32C();
      crc.update(file.array(), at, RECORD - 4);
      file.putInt(at + RECORD - 4, (int) crc.getValue());
    }
  }

  @Override
  protected void read(Path file) {
    AskJournal journal = AskJournal.in(file, RUN);
    long last = journal.last();
    Finding.unless(last >= 0, "a journal ends before it begins");
    if (last < Long.MAX_VALUE) {
      journal.require(last + 1, 0, ASK);
      AskJournal again = AskJournal.in(file, RUN);
      Finding.unless(again.last() == last + 1, "an ask that was recorded is not there again");
      again.require(last + 1, 0, ASK);
    }
  }
}
