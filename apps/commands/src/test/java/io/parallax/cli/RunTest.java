package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SmallStudy.write(dir);
  }

  @Test
  void theLastLineIsOneJsonObjectWithEverythingThatWasFound() {
    Cli cli = run("out");
    JsonNode json = cli.json();
    assertThat(json.fieldNames())
        .toIterable()
        .contains("study", "method", "mode", "metrics", "rounds", "objective")
        .contains("bytesUp", "seconds", "seed", "resultHash", "splits", "folder");
    assertThat(json.get("study").asText()).isEqualTo("small");
    assertThat(json.get("method").asText()).isEqualTo("vfedmv");
    assertThat(json.get("mode").asText()).isEqualTo("best");
    assertThat(json.get("splits").asInt()).isEqualTo(2);
    assertThat(json.get("seed").asInt()).isEqualTo(3);
    assertThat(json.get("converged").asBoolean()).isTrue();
    assertThat(json.get("rounds").asDouble()).isBetween(2.0, 100.0);
    assertThat(json.get("bytesUp").asLong()).isPositive();
    assertThat(json.get("resultHash").asText()).matches("[0-9a-f]{32}");
    for (String metric : List.of("accuracy", "balancedAccuracy", "precision", "recall", "f1")) {
      assertThat(json.at("/metrics/" + metric + "/mean").asDouble(-1)).isBetween(0.0, 1.0);
      assertThat(json.at("/metrics/" + metric + "/sd").asDouble(-1)).isBetween(0.0, 1.0);
    }
    assertThat(json.at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.6);
  }

  @Test
  void theTextShowsTheSameResult() {
    Cli cli = run("out");
    double accuracy = 100 * cli.json().at("/metrics/accuracy/mean").asDouble();
    assertThat(cli.out())
        .startsWith("V-FedMV, mode best, study small: 40 samples, 2 classes, 2 splits, mean ± sd")
        .contains(String.format(java.util.Locale.ROOT, "%.2f ± ", accuracy))
        .contains("Result hash " + cli.hash(), dir.resolve("out").toString())
        .contains("Projections: ", "used only in sum over the parties")
        .contains("What each side learns", "Target ", "from which labels")
        .doesNotContain("Consensus") // of mode paper
        .doesNotContain("disclosed one by one");
  }

  @Test
  void oneSentenceSaysItAllInTextAndJson() {
    Cli cli = run("out");
    String sentence = cli.json().get("sentence").asText();
    assertThat(sentence).startsWith("V-FedMV reaches ").contains(" % accuracy", "majority class");
    assertThat(cli.out().replaceAll("\\s+", " ")).contains(sentence);
    assertThat(SmallStudy.read(dir.resolve("out/report.html")))
        .contains("<p class=\"result\">" + sentence + "</p>");
    change(study, "repeats: 2", "repeats: 1");
    Cli once = run("once");
    assertThat(once.json().get("sentence").asText())
        .contains("in one split", "one split tells nothing about chance");
    assertThat(once.out()).doesNotContain("±", "NaN");
    assertThat(SmallStudy.read(dir.resolve("once/metrics.csv")))
        .contains("V-FedMV,accuracy,0.")
        .containsPattern("\nV-FedMV,accuracy,[0-9.]+,,1,,\n");
  }

  @Test
  void theSameStudyGivesTheSameBitsAndAnotherSeedOthers() {
    String hash = run("one").hash();
    assertThat(run("two").hash()).isEqualTo(hash);
    change(study, "seed: 3", "seed: 4");
    assertThat(run("three").hash()).isNotEqualTo(hash);
  }

  /** Nor does the compiler: these processes have all of them, the tests only the first. */
  @Test
  void theNumberOfThreadsDoesNotMatter() throws Exception {
    SmallStudy.write(dir, 1200, 40); // two blocks of rows
    change(study, "repeats: 2}", "repeats: 1}\nmodel: false\nreport: {points: 0}");
    String hash = run("here").hash();
    for (String threads : List.of("1", "5")) {
      Cli cli =
          Child.run(
              dir,
              List.of("-XX:TieredStopAtLevel=4", "-Dparallax.threads=" + threads),
              "run",
              study,
              "--out",
              dir.resolve("with-" + threads),
              "--json");
      assertThat(cli.exit()).as(cli.err()).isZero();
      assertThat(cli.hash()).as("with " + threads + " threads").isEqualTo(hash);
    }
  }

  @Test
  void aFinishedRunIsShownAgain() throws Exception {
    Cli first = run("out");
    var time = Files.getLastModifiedTime(dir.resolve("out/result.json"));
    Cli second = run("out");
    assertThat(second.out()).isEqualTo(first.out());
    assertThat(second.err())
        .isEqualTo(
            "This run is finished already; its result is shown again. Remove "
                + dir.resolve("out")
                + " to run it anew."
                + System.lineSeparator());
    assertThat(Files.getLastModifiedTime(dir.resolve("out/result.json"))).isEqualTo(time);
  }

  @Test
  void anotherStudyIsRefusedInTheSameFolder() throws Exception {
    run("out");
    byte[] manifest = Files.readAllBytes(dir.resolve("out/manifest.json"));
    change(study, "seed: 3", "seed: 4");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/out holds another run (other study, data, seed or version);"
                + " choose another --out");
    change(study, "seed: 4", "seed: 3");
    Path data = dir.resolve("b.csv");
    put(data, SmallStudy.read(data).replaceFirst("\np7,[^,]*,", "\np7,0.5,"));
    assertThat(Refusal.of(dir)).startsWith("DIR/out holds another run");
    assertThat(Files.readAllBytes(dir.resolve("out/manifest.json"))).isEqualTo(manifest);
  }

  @Test
  void algorithmTwoReachesTheSameOptimum() {
    JsonNode best = run("best").json();
    change(study, "mode: best", "mode: paper");
    change(study, "rounds: 100, tolerance: 1e-6", "rounds: 5000, tolerance: 1e-8");
    JsonNode paper = run("paper").json();
    assertThat(paper.get("mode").asText()).isEqualTo("paper");
    assertThat(paper.get("rounds").asDouble()).isGreaterThan(best.get("rounds").asDouble());
    assertThat(paper.get("objective").asDouble())
        .isCloseTo(best.get("objective").asDouble(), within(1e-4));
    assertThat(paper.get("metrics").get("accuracy")).isEqualTo(best.get("metrics").get("accuracy"));
  }

  @Test
  void labelsAreSharedOnlyIfEveryOwnerAllowsIt() {
    change(study, "eta: 1}", "eta: 1, labels: shared}");
    Path out = dir.resolve("shared");
    Cli refused = Cli.run("run", study, "--out", out);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo(
            "parallax: "
                + study
                + ":5: with these settings the method discloses shared-labels; its owners have to"
                + " allow it: give [maple, birch, cedar] 'allow: [shared-labels]'"
                + System.lineSeparator());
    change(study, "view: a,", "view: a, allow: [shared-labels],");
    change(study, "view: b,", "view: b, allow: [shared-labels],");
    assertThat(Cli.run("run", study, "--out", out).err()).contains("give [cedar] 'allow");
    assertThat(out).doesNotExist();
    change(study, "view: c,", "view: c, allow: [shared-labels],");
    assertThat(run("allowed").out()).contains("SharedLabels: ", "disclosed one by one");
  }

  @Test
  void sharedLabelsGiveTheSameModel() {
    JsonNode held = run("held").json();
    put(study, SmallStudy.YAML.replace("data:", "allow: [shared-labels], data:"));
    change(study, "eta: 1}", "eta: 1, labels: shared}");
    JsonNode shared = run("shared").json();
    assertThat(shared.get("metrics")).isEqualTo(held.get("metrics"));
    assertThat(shared.get("objective").asDouble())
        .isCloseTo(held.get("objective").asDouble(), within(1e-8));
  }

  @Test
  void baselinesAreEveryPairAndEveryViewAlone() {
    change(study, "seed: 3", "baselines: true");
    Cli cli = run("out");
    String[] names = {"a + b", "a + c", "b + c", "a alone", "b alone", "c alone"};
    assertThat(cli.json().get("baselines").fieldNames())
        .toIterable()
        .containsExactly(
            "a + b",
            "a + c",
            "b + c",
            "a alone",
            "b alone",
            "c alone",
            "single views, averaged",
            "all columns in one place",
            "a alone, logistic regression",
            "b alone, logistic regression",
            "c alone, logistic regression",
            "pooled logistic regression (simulation only)",
            "pooled boosted trees (simulation only)",
            "majority class");
    assertThat(cli.out()).contains(names);
    assertThat(cli.json().at("/baselines/a + b/accuracy/mean").asDouble(-1)).isBetween(0.0, 1.0);
  }

  @Test
  void foldsTestEveryRowOnce() {
    change(study, "stratified, test: 0.25, repeats: 2", "folds, folds: 4");
    JsonNode json = run("out").json();
    assertThat(json.get("splits").asInt()).isEqualTo(4);
    double right = json.at("/metrics/accuracy/mean").asDouble() * SmallStudy.ROWS;
    assertThat(right).isCloseTo(Math.rint(right), within(1e-9));
  }

  @Test
  void settingsAreSearchedForTheMethodAndItsPairsAlike() {
    change(study, "zeta: 2", "zeta: {a: 2, b: 1, c: 1}");
    change(study, "seed: 3", "search: {eta: [1, 4], beta: [0.5, 2]}\nbaselines: true");
    JsonNode json = run("out").json();
    assertThat(json.get("settingsTried").asInt()).isEqualTo(4);
    assertThat(json.get("baselines")).hasSize(14);
  }

  @Test
  void theRunFolderKeepsManifestMetricsAndSplits() {
    run("out");
    assertThat(dir.resolve("out"))
        .isDirectoryContaining("glob:**/manifest.json")
        .isDirectoryContaining("glob:**/metrics.csv")
        .isDirectoryContaining("glob:**/result.json")
        .isDirectoryContaining("glob:**/split-01.json")
        .isDirectoryContaining("glob:**/split-02.json");
    assertThat(dir.resolve("out/split-01")).isDirectoryNotContaining("glob:**/parties");
    assertThat(SmallStudy.read(dir.resolve("out/metrics.csv")))
        .startsWith("row,metric,mean,sd,splits,low,high\nV-FedMV,accuracy,");
  }

  private Cli run(String folder) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(folder), "--json");
    assertThat(cli.exit()).as(cli.out() + cli.err()).isZero();
    return cli;
  }

  @Test
  void aSearchSaysWhatItChoseAndWhatItCost() {
    change(study, "seed: 3", "seed: 3\nsearch: {zeta: [1, 4], eta: [2, 8]}");
    Cli cli = run("searched");
    JsonNode json = cli.json();
    assertThat(json.get("settingsTried").asInt()).isEqualTo(4);
    assertThat(json.get("searchBytesUp").asLong()).isGreaterThan(json.get("bytesUp").asLong());
    int splits = 0;
    for (JsonNode count : json.at("/chosen/zeta")) {
      splits += count.asInt();
    }
    assertThat(splits).isEqualTo(2);
    assertThat(cli.out()).contains("For each split 4 settings were tried", "chosen: zeta ");
  }

  @Test
  void programsAreToldOfTheProgressInLinesOfJson() throws Exception {
    Cli cli = Cli.run("run", study, "--out", dir.resolve("told"), "--progress", "json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : cli.err().lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    assertThat(lines.get(0))
        .hasToString("{\"study\":\"small\",\"method\":\"V-FedMV\",\"run\":1,\"runs\":1}");
    assertThat(lines)
        .anySatisfy(line -> assertThat(line.path("stage").asText()).isEqualTo("reading data"))
        .anySatisfy(
            line -> {
              assertThat(line.path("kind").asText()).isEqualTo("split");
              assertThat(line.path("trials").asInt()).isEqualTo(2);
              assertThat(line.path("round").asInt()).isPositive();
              assertThat(line.path("objective").asDouble()).isPositive();
              assertThat(line.path("share").asDouble()).isBetween(0.0, 1.0);
            });
    Cli again = Cli.run("run", study, "--out", dir.resolve("told"), "--progress", "json");
    assertThat(again.err()).contains("\n{\"note\":\"This run is finished already; ");
    Cli refused = Cli.run("run", study, "--out", dir.resolve("no"), "--progress", "xml");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err().strip())
        .isEqualTo("parallax: --progress is 'xml'; it must be json, or be left out");
    assertThat(dir.resolve("no")).doesNotExist();
  }

  @Test
  void aFolderInWhichAnotherProcessRunsIsNotTouched() throws java.io.IOException {
    Path out = Files.createDirectory(dir.resolve("busy"));
    try (var channel =
            java.nio.channels.FileChannel.open(
                out.resolve("run.lock"),
                java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.WRITE);
        var lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      Cli second = Cli.run("run", study, "--out", out);
      assertThat(second.exit()).isEqualTo(2);
      assertThat(second.err()).contains("another process is running this study in " + out);
      assertThat(out.resolve("manifest.json")).doesNotExist();
    }
    assertThat(run("busy").exit()).isZero();
  }

  @Test
  void aFolderOfOtherFilesIsNotRunIn() throws Exception {
    Path study = SmallStudy.write(dir);
    Path other = Files.createDirectory(dir.resolve("other"));
    Files.writeString(other.resolve("thesis.txt"), "mine");
    Cli refused = Cli.run("run", study, "--out", other);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo("parallax: " + other + " holds other files and no run; choose another --out\n");
    Cli here = Cli.run("run", study, "--out", "");
    assertThat(here.err())
        .isEqualTo(
            "parallax: the working folder holds other files and no run; choose another --out\n");
  }
}
