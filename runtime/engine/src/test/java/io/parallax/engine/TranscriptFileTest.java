package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranscriptFileTest {
  private static final byte[] ONE = "one".getBytes();
  private static final byte[] TWO = "two, longer".getBytes();
  private static final byte[] THREE = "three".getBytes();
  @TempDir Path folder;

  private Path file(byte[] content) throws IOException {
    return Files.write(folder.resolve("transcript.bin"), content);
  }

  /** Two entries, ended or not. */
  private byte[] two(boolean ended) throws IOException {
    Path file = folder.resolve("two.bin");
    Files.deleteIfExists(file);
    try (TranscriptFile recording = TranscriptFile.open(file)) {
      recording.add(ONE);
      recording.add(TWO);
      if (ended) {
        recording.end();
      }
    }
    return Files.readAllBytes(file);
  }

  @Test
  void aTornEndIsCutWhereverItIsTornAndRecordingGoesOn() throws IOException {
    byte[] one = Arrays.copyOf(two(false), 4 + ONE.length + 32);
    for (int length = one.length; length < two(false).length; length++) {
      Path torn = file(Arrays.copyOf(two(false), length));
      try (TranscriptFile recording = TranscriptFile.open(torn)) {
        recording.add(THREE);
        recording.end();
      }
      assertThat(TranscriptFile.read(torn)).containsExactly(ONE, THREE);
    }
  }

  @Test
  void anEndedOneGoesOnWithoutItsEnd() throws IOException {
    Path file = file(two(true));
    try (TranscriptFile recording = TranscriptFile.open(file)) {
      recording.add(THREE);
      recording.end();
    }
    assertThat(TranscriptFile.read(file)).containsExactly(ONE, TWO, THREE);
  }

  @Test
  void everyCutAndEveryChangedByteIsFoundInAFinishedOne() throws IOException {
    byte[] whole = two(true);
    assertThat(TranscriptFile.read(file(whole))).containsExactly(ONE, TWO);
    for (int i = 0; i < whole.length; i++) {
      Path cut = file(Arrays.copyOf(whole, i));
      assertThatThrownBy(() -> TranscriptFile.read(cut)).isInstanceOf(BadInput.class);
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      Path other = file(changed);
      assertThatThrownBy(() -> TranscriptFile.read(other)).isInstanceOf(BadInput.class);
    }
    Path longer = file(Arrays.copyOf(whole, whole.length + 1));
    assertThatThrownBy(() -> TranscriptFile.read(longer)).isInstanceOf(BadInput.class);
  }

  @Test
  void damageInTheMiddleIsNoTornEnd() throws IOException {
    byte[] changed = two(false);
    changed[5] ^= 1;
    Path file = file(changed);
    assertThatThrownBy(() -> TranscriptFile.open(file))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("is damaged or cut off at exchange 1; remove the run folder");
  }
}
