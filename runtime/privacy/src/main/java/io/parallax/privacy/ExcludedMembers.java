package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import io.parallax.engine.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The members left out of sums that a party has helped to open, in all trainings of a study. A
 * member's contribution can be estimated once sums continue without it, so there are never more
 * such members than may leave one sum. The file has 8 bytes, one bit per member.
 */
final class ExcludedMembers {
  private final Path file;
  private final SumGroup group;
  private boolean settled;

  /**
   * @param file one for all trainings of the study
   */
  ExcludedMembers(Path file, SumGroup group) {
    this.file = file;
    this.group = group;
  }

  /** Records the excluded members before the sum of these survivors is opened. */
  void require(List<Integer> survivors) {
    synchronized (ExcludedMembers.class) { // several parts of a study may be open
      long before = read();
      long all = before;
      for (int number = 1; number <= group.members().size(); number++) {
        all |= survivors.contains(number) ? 0 : 1L << number;
      }
      if (Long.bitCount(all) > group.mayLeave()) {
        throw new ProtocolViolation(
            "the study would continue without one more party, but as many have already been left out as may leave it; bring that party back, then resume");
      }
      if (all != before) {
        DurableFile.replace(file, ByteBuffer.allocate(Long.BYTES).putLong(all).array());
      }
    }
  }

  private long read() {
    try {
      if (!Files.exists(file)) {
        return 0;
      }
      if (!settled) {
        DurableFile.settle(file);
        settled = true;
      }
      return ByteBuffer.wrap(Files.readAllBytes(file)).getLong();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
