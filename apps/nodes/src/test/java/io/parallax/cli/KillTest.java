package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.consortium.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run that is killed in the middle of a round comes to the same bits when it is started again.
 */
class KillTest {
  private static final int SAMPLES = 500;
  private static final int ROUNDS = 400;

  /** A round's entry in the log: a sum of 2 scores a training row, of 8 bytes each. */
  private static final long ROUND_BYTES = SAMPLES * 8 / 10 * 2 * 8;

  @TempDir static Path dir;
  private static Path study;
  private static Path bare;
  private static String undisturbed;

  @BeforeAll
  static void runUndisturbed() throws Exception {
    study = SmallStudy.write(dir, SAMPLES, 30);
    SmallStudy.change(study, "mode: best", "mode: paper");
    SmallStudy.change(study, "zeta: 2, eta: 1", "zeta: 32, eta: 0.05"); // slow to converge
    SmallStudy.change(study, "test: 0.25, repeats: 2", "test: 0.2, repeats: 2");
    SmallStudy.change(
        study, "rounds: 100, tolerance: 1e-6", "rounds: " + ROUNDS + ", tolerance: 0");
    bare =
        SmallStudy.put(
            dir.resolve("bare.yaml"),
            SmallStudy.read(study)
                + "protection: {aggregation: plain}\nmodel: false\nreport: {points: 0}\n");
    Cli whole = finish(bare, "undisturbed");
    assertThat(whole.json().get("rounds").asInt()).isEqualTo(ROUNDS);
    undisturbed = whole.hash();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.8})
  void aKilledRunGoesOnToTheSameBits(double part) throws Exception {
    String name = "killed-" + part;
    try (Child child = start(bare, name)) {
      assertThat(child.reaches(() -> logged(name, 2) > part * ROUNDS * ROUND_BYTES)).isTrue();
      child.kill();
    }
    goesOn(bare, name);
  }

  /** In masked sums, with a model and a page at its end. */
  @Test
  void aRunThatIsKilledTwiceGoesOnToTheSameBits() throws Exception {
    String name = "killed-twice";
    for (int split : new int[] {1, 2}) {
      try (Child child = start(study, name)) {
        assertThat(child.reaches(() -> logged(name, split) > 0.3 * ROUNDS * ROUND_BYTES)).isTrue();
        child.kill();
      }
    }
    goesOn(study, name);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void ctrlCStopsAfterARoundAndSaysHowToGoOn() throws Exception {
    String name = "interrupted";
    try (Child child = start(bare, name)) {
      assertThat(child.reaches(() -> logged(name, 2) > 5 * ROUND_BYTES)).isTrue();
      child.interrupt();
      Cli cli = child.end();
      assertThat(cli.exit()).as(cli.err()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(cli.out()).isEmpty();
      assertThat(cli.err())
          .containsPattern("Stopped in split 2 after round \\d+\\. Run the same command again")
          .doesNotContain("Exception");
    }
    goesOn(bare, name);
  }

  /** The same command again: finished splits stay as they are, and the result is the same. */
  private static void goesOn(Path file, String name) throws Exception {
    Path first = dir.resolve(name).resolve("split-01.json");
    var time = Files.getLastModifiedTime(first);
    assertThat(dir.resolve(name).resolve("split-02.json")).doesNotExist();
    assertThat(finish(file, name).hash()).isEqualTo(undisturbed);
    assertThat(Files.getLastModifiedTime(first)).isEqualTo(time);
  }

  private static Cli finish(Path file, String name) throws Exception {
    try (Child child = start(file, name)) {
      Cli cli = child.end();
      assertThat(cli.exit()).as(cli.err()).isZero();
      return cli;
    }
  }

  private static Child start(Path file, String name) throws IOException {
    return Child.start(dir, List.of(), "run", file, "--out", dir.resolve(name), "--json");
  }

  /** How many bytes the log of a split has, 0 before it begins. */
  private static long logged(String name, int split) {
    Path log = dir.resolve(name).resolve("split-0" + split).resolve("rounds.log");
    try {
      return Files.exists(log) ? Files.size(log) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
