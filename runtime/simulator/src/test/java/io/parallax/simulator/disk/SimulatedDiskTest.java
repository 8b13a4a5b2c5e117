package io.parallax.simulator.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.engine.DurableFile;
import io.parallax.engine.RoundLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class SimulatedDiskTest {
  /** Takes away as much as a power failure can. */
  private static final IntUnaryOperator ALL = bound -> 0;

  private static final byte[] TEXT = {1, 2, 3, 4, 5, 6};

  private final SimulatedDisk disk = new SimulatedDisk(DiskFaults.NONE, () -> 0);
  private final Path folder = disk.path("/state");

  @Test
  void aKilledProcessLosesNothing() throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("file"), TEXT);
    disk.kill();
    assertThat(Files.readAllBytes(folder.resolve("file"))).isEqualTo(TEXT);
  }

  @Test
  void aPowerFailureTakesAwayWhatWasNotSynced() throws IOException {
    DurableFile.makeFolder(folder);
    Path file = folder.resolve("file");
    write(file, TEXT, true);
    disk.powerFailure(ALL);
    assertThat(Files.exists(file)).as("its name was not synced").isFalse();
    write(file, TEXT, true);
    DurableFile.syncFolder(file);
    write(file, new byte[] {9}, false);
    var loss = disk.powerFailure(ALL);
    assertThat(Files.readAllBytes(file)).isEqualTo(TEXT);
    assertThat(loss.tails()).isEqualTo(1);
  }

  @Test
  void aWriteCanBeTornAndLeaveZeros() throws IOException {
    DurableFile.makeFolder(folder);
    Path file = folder.resolve("file");
    write(file, new byte[0], false);
    DurableFile.settle(file);
    write(file, TEXT, false);
    int[] choices = {0, 2, 0}; // no change whole, two bytes of the first, zeros behind
    int[] at = {0};
    assertThat(disk.powerFailure(bound -> choices[at[0]++]).torn()).isEqualTo(1);
    assertThat(Files.readAllBytes(file)).containsExactly(1, 2, 0, 0, 0, 0);
  }

  @Test
  void aDurableFileIsCompleteOrAbsentWhereverTheProcessEnds() throws IOException {
    for (int end = 0; ; end++) {
      int[] left = {end};
      SimulatedDisk own =
          new SimulatedDisk(
              new DiskFaults() {
                @Override
                public Trouble before(DiskStep step) {
                  return left[0]-- <= 0 ? Trouble.ERROR : Trouble.NONE;
                }

                @Override
                public void after(DiskStep step) {}
              },
              () -> 0);
      Path file = own.path("/a/b/file");
      boolean done = true;
      try {
        DurableFile.replace(file, TEXT);
      } catch (UncheckedIOException e) {
        done = false;
      }
      own.powerFailure(ALL);
      left[0] = Integer.MAX_VALUE;
      assertThat(Files.exists(file) || !done).isTrue();
      if (Files.exists(file)) {
        assertThat(Files.readAllBytes(file)).isEqualTo(TEXT);
      }
      if (done) {
        return;
      }
    }
  }

  @Test
  void aRoundLogIsOpenedAgainAfterAPowerFailureAtItsBeginning() {
    Path file = folder.resolve("rounds.log");
    for (int kept : new int[] {0, 1, 5}) {
      RoundLog log = RoundLog.open(file, new byte[32]);
      assertThat(log.size()).isZero();
      disk.powerFailure(bound -> Math.min(kept, bound - 1));
    }
  }

  @Test
  void aFullDiskWritesHalfAndSaysSo() throws IOException {
    boolean[] full = {false};
    SimulatedDisk own =
        new SimulatedDisk(
            new DiskFaults() {
              @Override
              public Trouble before(DiskStep step) {
                return full[0] && step == DiskStep.WRITE ? Trouble.FULL : Trouble.NONE;
              }

              @Override
              public void after(DiskStep step) {}
            },
            () -> 0);
    Path file = own.path("/file");
    write(file, new byte[0], false);
    full[0] = true;
    assertThatThrownBy(() -> write(file, TEXT, false)).hasMessageContaining("No space left");
    assertThat(Files.readAllBytes(file)).containsExactly(1, 2, 3);
  }

  @Test
  void aChannelOfAKilledProcessWritesNothing() throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve("file");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      disk.kill();
      assertThatThrownBy(() -> channel.write(ByteBuffer.wrap(TEXT)))
          .isInstanceOf(SimulatedDisk.ProcessEnded.class);
    }
    assertThat(Files.size(file)).isZero();
  }

  private static void write(Path file, byte[] content, boolean synced) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      channel.write(ByteBuffer.wrap(content));
      if (synced) {
        channel.force(true);
      }
    }
  }
}
