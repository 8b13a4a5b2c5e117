package io.parallax.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short runs that coverage guides; long ones are for a release. */
class JazzerTest {
  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void needDriver() {
    try {
      Jazzer.requirePlatform(System.getProperty("os.name"), System.getProperty("os.arch"));
    } catch (BadInput e) {
      Assumptions.abort(e.getMessage());
    }
  }

  private Outcome fuzzed(String target, long runs) throws IOException {
    return new Jazzer(Targets.named(target), folder)
        .run(new Jazzer.Budget(runs, 20, 1), notes::add);
  }

  /** The control: a mistake that is known to be there. */
  @Test
  void aPlantedMistakeIsFoundAndItsFileShowsItAgain() throws IOException {
    Outcome outcome = fuzzed("planted", 1_000_000);
    assertThat(outcome.crashes()).isNotEmpty();
    Path crash = Path.of(outcome.crashes().get(0));
    assertThat(crash).startsWith(folder);
    byte[] input = Files.readAllBytes(crash);
    assertThatThrownBy(() -> Trial.run(Targets.named("planted"), input)).hasMessage("planted");
    assertThat(notes).anyMatch(note -> note.contains("IllegalStateException: planted"));
    assertThat(Outcome.table(List.of(outcome))).contains("planted", "1 targets");
  }

  @Test
  void aReaderWithoutAMistakeIsLeftInPeace() throws IOException {
    Outcome outcome = fuzzed("mask-notes", 50_000);
    assertThat(outcome.crashes()).isEmpty();
    assertThat(outcome.executions()).isGreaterThanOrEqualTo(50_000);
    assertThat(outcome.coverage()).isGreaterThan(20);
  }

  @Test
  void aPlatformWithoutADriverIsToldSo() {
    assertThatThrownBy(() -> Jazzer.requirePlatform("Linux", "riscv64"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("Jazzer has no driver for Linux on riscv64");
    assertThatThrownBy(() -> Jazzer.requirePlatform("Windows 11", "aarch64"))
        .isInstanceOf(BadInput.class);
    Jazzer.requirePlatform("Mac OS X", "aarch64");
    Jazzer.requirePlatform("Linux", "amd64");
  }
}
