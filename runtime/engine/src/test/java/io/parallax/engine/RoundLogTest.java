package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundLogTest {
  private static final byte[] RUN = Hashes.of(new byte[] {1});
  @TempDir Path folder;

  private static byte[] ask(int i) {
    return Hashes.of(new byte[] {(byte) i});
  }

  private static byte[] sum(int i) {
    byte[] sum = new byte[100 + i];
    Arrays.fill(sum, (byte) i);
    return sum;
  }

  private Path written(int entries) {
    Path file = folder.resolve(entries + "-rounds.log");
    try (RoundLog log = RoundLog.open(file, RUN)) {
      for (int i = 1; i <= entries; i++) {
        log.append(ask(i), ByteChunks.of(sum(i)), 5);
      }
    }
    return file;
  }

  @Test
  void whatWasAppendedIsThereAfterOpeningAgain() {
    Path file = written(3);
    try (RoundLog log = RoundLog.open(file, RUN)) {
      assertThat(log.size()).isEqualTo(3);
      assertThat(log.sum(log.find(2, ask(2)).orElseThrow())).isEqualTo(sum(2));
      assertThat(log.find(4, ask(4))).isEmpty();
      log.append(ask(4), ByteChunks.of(sum(4)), 5);
    }
    try (RoundLog log = RoundLog.open(file, RUN)) {
      assertThat(log.size()).isEqualTo(4);
    }
  }

  @Test
  void aTornEndIsDroppedWhereverItIsTorn() throws IOException {
    byte[] two = Files.readAllBytes(written(2));
    byte[] three = Files.readAllBytes(written(3));
    for (int length = two.length; length < three.length; length++) {
      Path torn = folder.resolve("torn-" + length);
      Files.write(torn, Arrays.copyOf(three, length));
      try (RoundLog log = RoundLog.open(torn, RUN)) {
        assertThat(log.size()).isEqualTo(2);
        log.append(ask(3), ByteChunks.of(sum(3)), 5);
      }
      assertThat(Files.readAllBytes(torn)).isEqualTo(three);
    }
  }

  @Test
  void damageInTheMiddleIsAnErrorAndNotSkipped() throws IOException {
    Path file = written(3);
    byte[] bytes = Files.readAllBytes(file);
    bytes[150] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> RoundLog.open(file, RUN))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("damaged at exchange 1");
    assertThat(open(file)).isZero();
    Path used = written(2);
    try (RoundLog log = RoundLog.open(used, RUN)) {
      assertThat(open(used)).as("a log of %s in use is found", log.size()).isEqualTo(1);
    }
  }

  @Test
  void blocksThatAPowerFailureHasLeftEmptyAreDropped() throws IOException {
    byte[] four = Files.readAllBytes(written(4));
    byte[] two = Files.readAllBytes(written(2));
    for (int length = two.length; length < four.length; length++) {
      Path torn = folder.resolve("empty-" + length);
      Files.write(torn, Arrays.copyOf(Arrays.copyOf(four, length), four.length));
      try (RoundLog log = RoundLog.open(torn, RUN)) {
        assertThat(log.size()).as("written up to %d", length).isBetween(2, 3);
      }
    }
  }

  @Test
  void aLogOfWhichOnlyTheNameWasWrittenBegins() throws IOException {
    Path file = Files.createFile(folder.resolve("empty.log"));
    try (RoundLog log = RoundLog.open(file, RUN)) {
      assertThat(log.size()).isZero();
    }
  }

  /** Returns how many times this process holds a file open, on systems that report it. */
  private static long open(Path file) throws IOException {
    Path held = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(held));
    long count = 0;
    try (Stream<Path> all = Files.list(held)) {
      for (Path one : all.toList()) {
        try {
          count += Files.readSymbolicLink(one).equals(file.toRealPath()) ? 1 : 0;
        } catch (IOException gone) {
          // as the one of the list itself
        }
      }
    }
    return count;
  }

  @Test
  void aLogOfAnotherRunIsRefused() {
    Path file = written(1);
    assertThatThrownBy(() -> RoundLog.open(file, new byte[32]))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("another run");
  }

  @Test
  void anotherAskThanTheLoggedOneIsRefused() {
    try (RoundLog log = RoundLog.open(written(2), RUN)) {
      assertThatThrownBy(() -> log.find(2, ask(9)))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("differs from this run at exchange 2");
    }
  }

  @Test
  void sealingDropsTheSumsAndKeepsTheChain() throws IOException {
    Path file = written(3);
    byte[] chain;
    try (RoundLog log = RoundLog.open(file, RUN)) {
      chain = log.chain();
      log.seal();
    }
    assertThat(Files.size(file)).isLessThan(400);
    try (RoundLog log = RoundLog.open(file, RUN)) {
      assertThat(log.size()).isEqualTo(3);
      assertThat(log.chain()).isEqualTo(chain);
    }
  }
}
