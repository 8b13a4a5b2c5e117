package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Studies that group rows instead of learning labels. */
class ClusterStudyTest {
  private static final String LABELS = ", labels: {csv: labels.csv, id: id, column: label}";
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void write() throws IOException {
    TinyViews.write(dir);
    study = dir.resolve("study.yaml");
    Files.writeString(
        study,
        """
        study: groups
        method: fedmsgl
        clusters: 3
        settings: {k: 8}
        parties:
          north: {view: blood, data: {csv: view_blood.csv, id: id}%s}
          south: {view: heart, data: {csv: view_heart.csv, id: id}}
        evaluate: {repeats: 2}
        stop: {rounds: 2}
        baselines: true
        seed: 5
        """
            .formatted(LABELS));
  }

  @Test
  void labelsOnlyJudgeTheGroups() throws IOException {
    Cli judged = run("judged");
    assertThat(judged.out())
        .contains("120 samples, 3 clusters, 2 seeds", "NMI", "purity", "SC blood");
    JsonNode metrics = judged.json().get("metrics");
    assertThat(metrics.get("accuracy").get("mean").asDouble()).isGreaterThan(0.6);
    Files.writeString(study, Files.readString(study).replace(LABELS, ""));
    Cli blind = run("blind");
    assertThat(blind.out()).contains("No labels, so nothing to judge the groups by.");
    assertThat(groups("blind")).isEqualTo(groups("judged"));
    assertThat(Files.readString(dir.resolve("judged/report.html")))
        .contains("Classes and clusters", "accuracy by the best match", "t-SNE of 120 rows");
    assertThat(Files.readString(dir.resolve("blind/report.html")))
        .contains("nothing to judge the groups by")
        .doesNotContain("NaN", "null");
  }

  @Test
  void theSameSeedGivesTheSameGroups() {
    assertThat(run("one").hash()).isEqualTo(run("two").hash());
  }

  @Test
  void aSearchChoosesTheClearestGroupsWithoutLabels() throws IOException {
    Files.writeString(
        study,
        Files.readString(study).replace(LABELS, "")
            + "search: {lambda1: [1, 100], lambda3: [1]}\n");
    Cli found = run("search");
    assertThat(found.out()).contains("2 settings were tried and the clearest groups kept");
    assertThat(Files.readString(dir.resolve("search/report.html")))
        .contains("How clear the groups are");
    assertThat(Cli.run("runs", "--in", dir).out()).containsPattern("search +fedmsgl +best +2 +–");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "clusters: 3 | clusters: 1 | DIR/study.yaml:3: clusters is 1 and must be at least 2",
        "clusters: 3 | seed: 5 | DIR/study.yaml:11: seed is given twice",
        "clusters: 3 | clusters: 200 | 120 samples are fewer than the 200 clusters",
        "clusters: 3 | clusters: many | DIR/study.yaml:3: clusters is 'many' and must be a whole number",
        "method: fedmsgl | method: vfedmv | DIR/study.yaml:3: clusters is for methods that group samples; vfedmv learns labels",
        "baselines: true | model: true | DIR/study.yaml:10: model is for methods that learn labels; fedmsgl groups samples",
        "k: 8 | k: 1 | DIR/study.yaml:4: settings.k is 1 and must be at least 2",
      })
  void mistakesAreToldInOneLine(String from, String to, String message) throws IOException {
    Files.writeString(study, Files.readString(study).replace(from, to));
    Cli refused = Cli.run("run", study, "--out", dir.resolve("none"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo("parallax: " + message.replace("DIR", dir.toString()) + "\n");
    assertThat(dir.resolve("none")).doesNotExist();
  }

  @Test
  void aStudyWithoutANumberOfGroupsIsRefused() throws IOException {
    Files.writeString(study, Files.readString(study).replace("clusters: 3\n", ""));
    assertThat(Cli.run("run", study, "--out", dir.resolve("none")).err())
        .isEqualTo("parallax: " + study + ":1: the study has no 'clusters'; it needs one\n");
  }

  private Cli run(String name) {
    Cli run = Cli.run("run", study, "--json", "--out", dir.resolve(name));
    assertThat(run.exit()).as(run.err()).isZero();
    return run;
  }

  /** Each row's id and group. */
  private List<String> groups(String name) throws IOException {
    return Files.readAllLines(dir.resolve(name).resolve("split-01").resolve("predictions.csv"))
        .stream()
        .map(line -> line.split(",")[0] + " " + line.split(",")[2])
        .toList();
  }
}
