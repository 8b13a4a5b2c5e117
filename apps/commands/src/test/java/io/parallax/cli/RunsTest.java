package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
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
    assertThat(list.out())
        .containsPattern("one +vfedmv +best +2 +accuracy \\d+\\.\\d\\d ± \\d+\\.\\d\\d %");
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
  void runsThatHoldOutTheSameRowsArePaired() throws IOException {
    Path study = dir.resolve("study.yaml");
    change(study, "beta: 0.5", "beta: 30");
    assertThat(Cli.run("run", study, "--out", kept.resolve("sparse")).exit()).isZero();
    change(study, "seed: 3", "seed: 4");
    assertThat(Cli.run("run", study, "--out", kept.resolve("other")).exit()).isZero();
    Cli compared =
        Cli.run(
            "runs",
            "compare",
            kept.resolve("one"),
            kept.resolve("two"),
            kept.resolve("sparse"),
            kept.resolve("other"));
    assertThat(compared.exit()).as(compared.err()).isZero();
    double[] d = {
      accuracy("sparse", 1) - accuracy("one", 1), accuracy("sparse", 2) - accuracy("one", 2)
    };
    double mean = (d[0] + d[1]) / 2;
    double sd = Math.abs(d[0] - d[1]) / Math.sqrt(2);
    double half = 12.706204736 * sd * Math.sqrt(1.0 / 2 + 10.0 / 30); // t of one degree of freedom
    assertThat(sd).isPositive();
    String interval =
        String.format(Locale.ROOT, "%+.2f to %+.2f", 100 * (mean - half), 100 * (mean + half));
    assertThat(compared.out())
        .containsPattern(
            "accuracy minus the first +\\+0\\.00 +"
                + Pattern.quote(String.format(Locale.ROOT, "%+.2f", 100 * mean))
                + " +other rows\n")
        .containsPattern(
            "its 95 % interval +\\+0\\.00 to \\+0\\.00 +"
                + Pattern.quote(interval)
                + " +other rows\n")
        .containsPattern("p, corrected t-test +1\\.000 +\\d\\.\\d+ +other rows\n");
  }

  private double accuracy(String run, int split) throws IOException {
    return new ObjectMapper()
        .readTree(kept.resolve(run + "/split-0" + split + ".json").toFile())
        .at("/rows/V-FedMV/accuracy")
        .asDouble();
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
