package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.pages.PageAssets;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        .contains("120 samples, 3 clusters, 2 seeds", "NMI", "purity", "ARI", "SC blood")
        .contains("SC: spectral clustering of a view's graph", "Rebuilt: a federated method");
    JsonNode metrics = judged.json().get("metrics");
    assertThat(metrics.get("accuracy").get("mean").asDouble()).isGreaterThan(0.6);
    Files.writeString(study, Files.readString(study).replace(LABELS, ""));
    Cli blind = run("blind");
    assertThat(blind.out())
        .contains("silhouette", "The 2 seeds agree by", "What sets each cluster apart")
        .doesNotContain("accuracy", "NMI");
    assertThat(groups("blind")).isEqualTo(groups("judged"));
    assertThat(blind.json().get("grouping")).isEqualTo(judged.json().get("grouping"));
    assertThat(Files.readString(dir.resolve("judged/report.html")))
        .contains("Classes and clusters", "accuracy by the best match", "t-SNE of 120 rows");
    assertThat(Files.readString(dir.resolve("blind/report.html")).replace(PageAssets.charts(), ""))
        .contains("The clusters", "What sets each cluster apart", "or more</text>")
        .doesNotContain("NaN", "null", "Classes and clusters", "nothing to judge");
  }

  @Test
  void groupsWithoutLabelsAreToldByTheirColumnsAndSeeds() throws IOException {
    Files.writeString(study, Files.readString(study).replace(LABELS, ""));
    JsonNode result = run("told").json();
    JsonNode grouping = result.get("grouping");
    int rows = 0;
    double weighed = 0;
    for (int g = 0; g < 3; g++) {
      rows += grouping.get("sizes").get(g).asInt();
      weighed +=
          grouping.get("sizes").get(g).asInt() * grouping.get("silhouettes").get(g).asDouble();
      JsonNode first = grouping.at("/contrasts/blood/" + g + "/0");
      assertThat(Math.abs(first.get("difference").asDouble())).isBetween(0.3, 3.0);
    }
    assertThat(rows).isEqualTo(120);
    assertThat(grouping.get("silhouette").asDouble()).isCloseTo(weighed / 120, within(1e-9));
    assertThat(result.at("/metrics/silhouette/mean").asDouble()).isGreaterThan(0.1);
    assertThat(result.get("agreement").asDouble()).isBetween(0.5, 1.0);
    assertThat(result.get("classes")).isEmpty();
    String metrics = Files.readString(dir.resolve("told/metrics.csv"));
    assertThat(metrics).contains("FedMSGL,silhouette,", "FedMSGL,clarity,", "FedMSGL,agreement,");
    assertThat(metrics).contains("SC blood,silhouette,").doesNotContain("accuracy");
    assertThat(Files.readAllLines(dir.resolve("told/predictions.csv")).get(0))
        .isEqualTo("split,id,cluster,score:1,score:2,score:3");
    assertThat(Files.readString(dir.resolve("told/splits.csv")))
        .contains("told,FedMSGL,FedMSGL,2,,,silhouette,");
    assertThat(result.at("/bySplit/1/metrics/silhouette").isNumber()).isTrue();
  }

  @Test
  void theReportShowsWhoIsLikeWhomAndWhatViewsCount() throws IOException {
    run("shown");
    String report = Files.readString(dir.resolve("shown/report.html"));
    assertThat(report)
        .contains(
            "Affinity of rows",
            "data:image/png;base64,",
            "Weight of each view",
            "The objective after each round")
        .doesNotContain("per split", "src=\"http", "href=\"http");
    BufferedImage map = ImageIO.read(dir.resolve("shown/affinity.png").toFile());
    assertThat(map.getWidth()).isEqualTo(120);
    JsonNode weights =
        new ObjectMapper().readTree(dir.resolve("shown/result.json").toFile()).get("viewWeights");
    assertThat(weights.get("blood").asDouble() + weights.get("heart").asDouble())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void newRowsAreGivenToClusters() throws IOException {
    run("model");
    Path model = dir.resolve("model");
    Cli found = Cli.run("predict", "--model", model, "--views", views("view_blood", "view_heart"));
    assertThat(found.exit()).as(found.err()).isZero();
    List<String> lines = found.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("id,cluster,score:1,score:2,score:3");
    List<String> again =
        lines.stream().map(line -> line.split(",")[0] + " " + line.split(",")[1]).toList();
    List<String> before = groups("model");
    long same = again.stream().filter(before::contains).count();
    assertThat(same).isGreaterThan(100); // of 120: votes only stand in for the grouping
    assertThat(Cli.run("explain", "--model", model).out()).contains("120 rows, 3 clusters");
  }

  @Test
  void whatPredictionLacksIsNamed() throws IOException {
    run("model");
    Path model = dir.resolve("model");
    assertThat(
            Cli.run(
                    "predict",
                    "--model",
                    model,
                    "--views",
                    "blood=" + dir.resolve("view_blood.csv"))
                .err())
        .contains("the model needs view 'heart', too");
    assertThat(
            Cli.run("predict", "--model", model, "--views", views("view_blood", "view_blood"))
                .err())
        .contains("view_blood.csv: no column", "for the view");
    assertThat(
            Cli.run(
                    "predict",
                    "--model",
                    model,
                    "--party",
                    "north",
                    "--views",
                    "blood=" + dir.resolve("view_blood.csv"))
                .err())
        .contains("no party can score rows alone");
    Files.writeString(study, Files.readString(study) + "model: false\n");
    run("bare");
    assertThat(Cli.run("predict", "--model", dir.resolve("bare"), "--views", "blood=x").err())
        .contains("this run left no model; its study says 'model: false'");
  }

  @Test
  void anchorsPredictToo() throws IOException {
    Files.writeString(study, Files.readString(study).replace("{k: 8}", "{k: 5, anchors: 40}"));
    run("anchored");
    Cli found =
        Cli.run(
            "predict",
            "--model",
            dir.resolve("anchored"),
            "--views",
            views("view_blood", "view_heart"));
    assertThat(found.exit()).as(found.err()).isZero();
    assertThat(found.out().lines().count()).isEqualTo(121);
    BufferedImage map = ImageIO.read(dir.resolve("anchored/affinity.png").toFile());
    assertThat(map.getWidth()).isEqualTo(40);
  }

  private String views(String blood, String heart) {
    return "blood=%s,heart=%s".formatted(dir.resolve(blood + ".csv"), dir.resolve(heart + ".csv"));
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
        .contains("Clarity, mean over the seeds, at each value");
    assertThat(Cli.run("runs", "--in", dir).out())
        .containsPattern("search .*fedmsgl +best +2 +silhouette 0\\.\\d+");
  }

  @Test
  void numbersOfClustersAreComparedSideBySide() throws IOException {
    Files.writeString(study, Files.readString(study).replace(LABELS, ""));
    Path other =
        Files.writeString(
            dir.resolve("two.yaml"), Files.readString(study).replace("clusters: 3", "clusters: 2"));
    Cli both = Cli.run("run", study, other, "--out", dir.resolve("both"));
    assertThat(both.exit()).as(both.err()).isZero();
    assertThat(both.out())
        .containsPattern("FedMSGL, 3 clusters +-?0\\.\\d{4}")
        .containsPattern("FedMSGL, 2 clusters +-?0\\.\\d{4}")
        .contains("silhouette");
  }

  @Test
  void aSearchBySilhouetteKeepsTheBestSeparatedGroups() throws IOException {
    Files.writeString(
        study,
        Files.readString(study).replace("settings: {k: 8}\n", "")
            + "search: {by: silhouette, k: [4, 8, 16], halving: {rounds: 1, factor: 2}}\n");
    Cli found = run("search");
    assertThat(found.out())
        .contains("3 settings were tried and the groups of the largest silhouette kept");
    double best = -1;
    for (JsonNode tried : found.json().get("searched")) {
      best = Math.max(best, tried.get("value").asDouble());
    }
    assertThat(found.json().at("/metrics/silhouette/mean").asDouble())
        .isCloseTo(best, within(0.05));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "clusters: 3 | clusters: 1 | DIR/study.yaml:3: clusters is 1 and must be at least 2",
        "clusters: 3 | seed: 5 | DIR/study.yaml:11: seed is given twice",
        "clusters: 3 | clusters: 200 | 120 samples are fewer than the 200 clusters; ask for at most 120 clusters",
        "clusters: 3 | clusters: many | DIR/study.yaml:3: clusters is 'many' and must be a whole number",
        "method: fedmsgl | method: vfedmv | DIR/study.yaml:3: clusters is for methods that group samples; vfedmv learns labels",
        "baselines: true | classes: [a, b] | DIR/study.yaml:10: classes is for methods that learn labels; fedmsgl groups samples",
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

  /** Rows whose columns all agree become zeros when each is scaled; one column cannot but agree. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void aViewThatTellsNothingIsRefused(int columns) throws IOException {
    StringBuilder csv = new StringBuilder("id");
    IntStream.range(0, columns).forEach(j -> csv.append(",c").append(j));
    for (String line : Files.readAllLines(dir.resolve("view_heart.csv")).subList(1, 121)) {
      csv.append('\n').append(line.split(",")[0]);
      IntStream.range(0, columns).forEach(j -> csv.append(",1.5"));
    }
    Files.writeString(dir.resolve("view_heart.csv"), csv.append('\n'));
    Cli refused = Cli.run("run", study, "--out", dir.resolve("none"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .contains("view heart: all 120 rows are equal after scaling (scale: sample01)")
        .doesNotContain("1.5", "\tat ");
  }

  @Test
  void duplicateRowsAndAConstantColumnAreNoTrouble() throws IOException {
    Path file = dir.resolve("view_heart.csv");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(0, lines.get(0) + ",same");
    String twin = lines.get(1).substring(lines.get(1).indexOf(','));
    for (int i = 1; i < lines.size(); i++) {
      String line = lines.get(i);
      lines.set(i, (i < 30 ? line.substring(0, line.indexOf(',')) + twin : line) + ",3");
    }
    Files.write(file, lines);
    assertThat(run("twins").out()).contains("120 samples, 3 clusters");
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
    List<String> lines = Files.readAllLines(dir.resolve(name).resolve("split-01/predictions.csv"));
    int place = List.of(lines.get(0).split(",")).indexOf("cluster");
    return lines.stream().map(line -> line.split(",")[0] + " " + line.split(",")[place]).toList();
  }
}
