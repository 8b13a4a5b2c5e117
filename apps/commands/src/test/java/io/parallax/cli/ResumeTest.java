package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Stopped;
import io.parallax.report.Report;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyRun;
import io.parallax.study.file.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that is stopped in its search, or in the training of its model, leaves the same files. */
class ResumeTest {
  private static final int POINTS = 3;
  private static final int PARTS = 3;
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SmallStudy.write(dir, 80, 6);
    change(study, "repeats: 2", "repeats: 1");
    change(study, "seed: 3", "seed: 3\nreport: {points: 0}");
  }

  private void searching() {
    change(
        study,
        "seed: 3",
        "seed: 3\nsearch: {eta: {from: 0.5, to: 8}, zeta: [1, 2, 4], tries: %d, folds: %d}"
            .formatted(POINTS, PARTS));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 6})
  void aSearchGoesOnWithWhatItHasNotTried(int after) throws IOException {
    searching();
    String hash = finish("whole").hash();
    Path log = dir.resolve("stopped/split-01/search.log");
    stop("stopped", () -> lines(log).size() >= after);
    List<String> before = lines(log);
    assertThat(before).hasSizeBetween(after, POINTS * PARTS - 1);
    assertThat(dir.resolve("stopped/split-01.json")).doesNotExist();
    assertThat(finish("stopped").hash()).isEqualTo(hash);
    assertThat(lines(log).subList(0, before.size())).isEqualTo(before);
    assertThat(lines(log)).hasSize(POINTS * PARTS); // nothing was tried twice
    assertThat(model("stopped")).isEqualTo(model("whole"));
  }

  @Test
  void aLineCutOffByACrashIsTriedAgain() throws IOException {
    searching();
    String hash = finish("whole").hash();
    Path log = dir.resolve("stopped/split-01/search.log");
    stop("stopped", () -> lines(log).size() >= 4);
    Files.writeString(log, "a+b+c/3/3\t1", StandardOpenOption.APPEND);
    assertThat(finish("stopped").hash()).isEqualTo(hash);
    assertThat(lines(log)).hasSize(POINTS * PARTS).allMatch(line -> line.split("\t").length == 3);
  }

  @Test
  void theSearchForTheModelGoesOnToo() throws IOException {
    searching();
    finish("whole");
    Path log = dir.resolve("stopped/model-training/search.log");
    stop("stopped", () -> lines(log).size() >= 4);
    assertThat(dir.resolve("stopped/split-01.json")).exists();
    assertThat(dir.resolve("stopped/model/model.json")).doesNotExist();
    finish("stopped");
    assertThat(lines(log)).hasSize(POINTS * PARTS);
    assertThat(model("stopped")).isEqualTo(model("whole"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"vfedmv, paper", "vfedmv, best", "mmvfl, paper"})
  void theModelIsTheSameAfterAStopInItsTraining(String method) throws IOException {
    String[] words = method.split(", ");
    change(study, "vfedmv\nmode: best", words[0] + "\nmode: " + words[1]);
    change(study, "tolerance: 1e-6", "tolerance: 0");
    change(study, "rounds: 100", "rounds: 8");
    finish("whole");
    Path states = dir.resolve("stopped/model-training/rounds.log");
    stop("stopped", () -> Files.exists(states) && size(states) > 3 * 80 * 2 * 8);
    assertThat(dir.resolve("stopped/split-01.json")).exists();
    assertThat(dir.resolve("stopped/model/model.json")).doesNotExist();
    finish("stopped");
    assertThat(model("stopped")).isEqualTo(model("whole"));
    assertThat(dir.resolve("stopped/model-training/parties")).doesNotExist();
  }

  @Test
  void aRunThatIsStoppedInItsPicturesKeepsItsModel() throws IOException {
    change(study, "points: 0", "points: 50");
    finish("whole");
    Path head = dir.resolve("stopped/model/model.json");
    stop("stopped", () -> Files.exists(head));
    assertThat(dir.resolve("stopped/result.json")).doesNotExist();
    var time = Files.getLastModifiedTime(head);
    finish("stopped");
    assertThat(Files.getLastModifiedTime(head)).isEqualTo(time);
    assertThat(read(dir.resolve("stopped/tsne.csv")))
        .isEqualTo(read(dir.resolve("whole/tsne.csv")));
  }

  private void stop(String out, BooleanSupplier when) {
    assertThatThrownBy(
            () ->
                StudyRun.of(
                    StudyFile.read(study),
                    RunOptions.in(dir.resolve(out)).stoppedBy(when).reportedBy(Report::of)))
        .isInstanceOf(Stopped.class);
  }

  private Cli finish(String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  private Map<String, String> model(String out) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(dir.resolve(out).resolve("model"))) {
      files.sorted().forEach(file -> texts.put(file.getFileName().toString(), read(file)));
    }
    assertThat(texts).hasSize(4);
    return texts;
  }

  private static List<String> lines(Path file) {
    return Files.exists(file) ? read(file).lines().toList() : List.of();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }
}
