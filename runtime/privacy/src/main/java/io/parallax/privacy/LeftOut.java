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
 * Which members were left out of sums that a party has helped to open, in all trainings of a study.
 * What a member adds can be guessed once sums go on without it, so that there are never more such
 * members than may leave one sum. In the file they are 8 bytes, one bit for each.
 */
final class LeftOut {
  private final Path file;
  private final Circle circle;

  /**
   * @param file one for all trainings of the study
   */
  LeftOut(Path file, Circle circle) {
    this.file = file;
    this.circle = circle;
  }

  /** Remembers who is left out before the sum of these members is opened. */
  void require(List<Integer> survivors) {
    synchronized (LeftOut.class) { // several parts of a study may be open
      long before = read();
      long all = before;
      for (int number = 1; number <= circle.members().size(); number++) {
        all |= survivors.contains(number) ? 0 : 1L << number;
      }
      if (Long.bitCount(all) > circle.mayLeave()) {
        throw new ProtocolViolation(
            "the study was to go on without another party than those that it did without before, which were as many as may leave it; have that one come back, and resume");
      }
      if (all != before) {
        DurableFile.replace(file, ByteBuffer.allocate(Long.BYTES).putLong(all).array());
      }
    }
  }

  private long read() {
    try {
      return Files.exists(file) ? ByteBuffer.wrap(Files.readAllBytes(file)).getLong() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
