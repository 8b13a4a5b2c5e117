package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsTest {
  @TempDir Path dir;
  private Path kept;

  @BeforeEach
  void runTwoModes() {
    Path study = SmallStudy.write(dir);
    kept = dir.resolve("kept");
    assertThat(Cli.run("run", study, "--out", kept.resolve("one")).exit()).isZero();
    change(study, "mode: best", "mode: paper");
    assertThat(Cli.run("run", study, "--out", kept.resolve("two")).exit()).isZero();
  }

  @Test
  void listsWhatIsKeptAndWhatIsNotFinished() throws IOException {
    Files.delete(kept.resolve("two").resolve("result.json"));
    Files.createDirectory(kept.resolve("something-else"));
    Cli list = Cli.run("runs", "--in", kept);
    assertThat(list.exit()).isZero();
    assertThat(list.out().lines()).hasSize(4);
    assertThat(list.out()).containsPattern("one +vfedmv +best +2 +\\d+\\.\\d\\d ± ");
    assertThat(list.out()).containsPattern("two +vfedmv +paper +2 +unfinished");
  }

  @Test
  void putsFinishedRunsSideBySide() {
    Cli compared = Cli.run("runs", "compare", kept.resolve("one"), kept.resolve("two"));
    assertThat(compared.exit()).isZero();
    assertThat(compared.out())
        .containsPattern("method +V-FedMV, best +V-FedMV, paper")
        .containsPattern("zeta +2\\.0 +2\\.0")
        .contains("accuracy, %", "rounds a split", "sent by the parties", "seed");
  }

  @Test
  void refusesWhatIsNoFinishedRun() throws IOException {
    assertThat(Cli.run("runs", "--in", dir.resolve("nowhere")).exit()).isEqualTo(2);
    Cli stranger = Cli.run("runs", "compare", kept.resolve("one"), dir);
    assertThat(stranger.exit()).isEqualTo(2);
    assertThat(stranger.err())
        .isEqualTo("parallax: " + dir + " is no run folder: it has no manifest.json\n");
    Files.delete(kept.resolve("two").resolve("result.json"));
    Cli unfinished = Cli.run("runs", "compare", kept.resolve("one"), kept.resolve("two"));
    assertThat(unfinished.err()).contains("is not finished; give its run command again");
    Files.writeString(kept.resolve("one").resolve("result.json"), "{\"study\": 3");
    Cli broken = Cli.run("runs", "--in", kept);
    assertThat(broken.exit()).isEqualTo(2);
    assertThat(broken.err().lines()).hasSize(1);
  }
}
