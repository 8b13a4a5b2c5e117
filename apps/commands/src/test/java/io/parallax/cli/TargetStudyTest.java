package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.study.file.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers, counts and times until an event as a user learns them. */
class TargetStudyTest {
  private static final String TIMES = "time: days, event: event";
  @TempDir Path dir;

  private Cli run(Path study, String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  private static double mean(JsonNode json, String metric) {
    return json.at("/metrics/" + metric + "/mean").asDouble(Double.NaN);
  }

  private static JsonNode coefficient(JsonNode json, String column) {
    for (JsonNode one : json.at("/fit/coefficients")) {
      if (one.get("column").asText().equals(column)) {
        return one;
      }
    }
    throw new AssertionError("no coefficient of " + column);
  }

  /** The first column of each view has the coefficient that the rows were made with. */
  private static void near(JsonNode json, double unit) {
    for (int v = 0; v < 3; v++) {
      JsonNode found = coefficient(json, "abc".charAt(v) + "0");
      double error = found.get("error").asDouble();
      assertThat(found.get("value").asDouble())
          .isCloseTo(unit * TargetStudy.TRUE[v], within(4 * error));
      assertThat(found.get("low").asDouble()).isLessThan(found.get("value").asDouble());
      assertThat(found.get("p").asDouble()).isLessThan(0.01);
    }
    assertThat(coefficient(json, "a1").get("p").asDouble()).isGreaterThan(0.001);
  }

  @Test
  void timesAreLearntMaskedAndPlainWithTheSameBitsAndRisksPredicted() {
    Path study = TargetStudy.write(dir, TIMES);
    Cli masked = run(study, "masked");
    JsonNode json = masked.json();
    assertThat(mean(json, "concordance")).isBetween(0.68, 0.85);
    assertThat(mean(json, "unoConcordance")).isBetween(0.65, 0.85);
    assertThat(mean(json, "aucAtMedian")).isBetween(0.65, 0.95);
    assertThat(mean(json, "integratedBrier"))
        .isLessThan(json.at("/baselines/without features/integratedBrier/mean").asDouble());
    assertThat(json.at("/baselines/without features/concordance/mean").asDouble()).isEqualTo(0.5);
    near(json, 1);
    SmallStudy.change(study, "seed: 3", "seed: 3\nprotection: {aggregation: plain}");
    assertThat(run(study, "plain").hash()).isEqualTo(masked.hash());
    Cli predicted =
        Cli.run(
            "predict",
            "--model",
            dir.resolve("masked"),
            "--views",
            "a=%s,b=%s,c=%s"
                .formatted(dir.resolve("a.csv"), dir.resolve("b.csv"), dir.resolve("c.csv")),
            "--out",
            dir.resolve("new.csv"));
    assertThat(predicted.exit()).as(predicted.err()).isZero();
    List<String> lines = SmallStudy.read(dir.resolve("new.csv")).lines().toList();
    assertThat(lines).hasSize(1 + TargetStudy.ROWS);
    assertThat(lines.get(0)).isEqualTo("id,risk");
  }

  @Test
  void numbersAndCountsAreLearntWithTheirErrors() throws IOException {
    JsonNode numbers = run(TargetStudy.write(dir, "column: grams"), "numbers").json();
    assertThat(mean(numbers, "rSquared")).isGreaterThan(0.6);
    assertThat(mean(numbers, "rmse")).isBetween(80.0, 130.0);
    assertThat(mean(numbers, "mae")).isLessThan(mean(numbers, "rmse"));
    near(numbers, 200);
    assertThat(coefficient(numbers, "(intercept)").get("value").asDouble())
        .isCloseTo(3000, within(30.0));
    JsonNode counts =
        run(TargetStudy.write(dir, "column: skips, kind: count, exposure: area"), "counts").json();
    assertThat(mean(counts, "explainedDeviance")).isGreaterThan(0.2);
    near(counts, 1);
    String page = Files.readString(dir.resolve("counts/report.html"));
    assertThat(page).contains("rate ratio", "Coefficients").doesNotContain("Confusion", "NaN");
  }

  @Test
  void strataWeightsAndAPenaltyChangeTheFitAndAPenaltyHasNoIntervals() {
    JsonNode plain = run(TargetStudy.write(dir, TIMES), "plain").json();
    JsonNode strata = run(TargetStudy.write(dir, TIMES + ", stratum: ward"), "strata").json();
    JsonNode weighted = run(TargetStudy.write(dir, TIMES + ", weight: area"), "weighted").json();
    double value = coefficient(plain, "a0").get("value").asDouble();
    assertThat(coefficient(strata, "a0").get("value").asDouble())
        .isNotEqualTo(value)
        .isCloseTo(value, within(0.2));
    assertThat(coefficient(weighted, "a0").get("value").asDouble())
        .isNotEqualTo(value)
        .isCloseTo(value, within(0.3));
    Path study = TargetStudy.write(dir, TIMES);
    SmallStudy.change(study, "seed: 3", "seed: 3\nsettings: {lambda: 20}");
    Cli text = Cli.run("run", study, "--out", dir.resolve("ridge"));
    assertThat(text.out().replaceAll("\\s+", " "))
        .contains("standard errors, intervals and tests do not apply")
        .doesNotContain("standard error z p");
    JsonNode ridge = run(study, "ridge").json();
    assertThat(ridge.at("/fit/penalised").asBoolean()).isTrue();
    assertThat(coefficient(ridge, "a0").has("error")).isFalse();
    assertThat(coefficient(ridge, "a0").get("value").asDouble()).isLessThan(value);
  }

  @Test
  void theModelIsExplainedAndItsMessagesAreAudited() {
    Path study = TargetStudy.write(dir, TIMES);
    SmallStudy.change(study, "seed: 3", "seed: 3\nprotection: {record: true}");
    run(study, "out");
    Cli explained = Cli.run("explain", "--model", dir.resolve("out"));
    assertThat(explained.exit()).as(explained.err()).isZero();
    assertThat(explained.out()).contains("a0", "risk").doesNotContain("NaN", "classes");
    Cli audited = Cli.run("audit", study, "--out", dir.resolve("out"));
    assertThat(audited.exit()).as(audited.err()).isZero();
    assertThat(audited.out()).contains("directions told");
    assertThat(audited.out())
        .containsPattern("events from residuals +\\d+ rows, \\d+ known +1.000 +1.000 +no promise")
        .containsPattern("times by their order +\\d+ rows, \\d+ known +0.9.. +0.9.. +no promise");
  }

  @Test
  void viewsAreTestedByLikelihoodRatioOnTheTerminalAndOnThePage() {
    Path study = TargetStudy.write(dir, TIMES);
    SmallStudy.change(study, "seed: 3", "seed: 3\nsettings: {likelihood: true}");
    Cli text = Cli.run("run", study, "--out", dir.resolve("runs/out"));
    assertThat(text.exit()).as(text.err()).isZero();
    assertThat(text.out())
        .containsPattern("Wald's chi-square +p +likelihood ratio +its p")
        .containsPattern("maple +a +2 +\\d+\\.\\d\\d +< 0.001 +\\d+\\.\\d\\d +< 0.001");
    assertThat(SmallStudy.read(dir.resolve("runs/out/report.html"))).contains("likelihood ratio");
    assertThat(Cli.run("runs", "--in", dir.resolve("runs")).out())
        .containsPattern("out .* regression +2 +concordance 0\\.\\d+ ± ");
    assertThat(Cli.run("explain", "--model", dir.resolve("runs/out")).out())
        .contains("likelihood ratio");
  }

  @Test
  void aSplitWithoutAnEventNamesTheSplits() throws IOException {
    Path study = TargetStudy.write(dir, TIMES);
    Path file = dir.resolve("target.csv");
    List<String> rows = Files.readAllLines(file);
    for (int i = 1; i < rows.size(); i++) {
      String[] cells = rows.get(i).split(",");
      cells[5] = i < rows.size() - 1 ? "0" : "1"; // the last row alone has an event
      rows.set(i, String.join(",", cells));
    }
    Files.write(file, rows);
    SmallStudy.change(study, "evaluate: {test", "evaluate: {split: last, test");
    SmallStudy.change(study, ", repeats: 2", "");
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).isEqualTo(2);
    assertThat(cli.err())
        .contains("none of the 225 training rows has an event; there must be one; hold out fewer");
  }

  @Test
  void settingsAreSearchedByTheMainMetric() {
    Path study = TargetStudy.write(dir, TIMES);
    SmallStudy.change(
        study, "seed: 3", "seed: 3\nsearch: {lambda: [0, 10, 100000], holdout: 0.25}");
    JsonNode json = run(study, "out").json();
    assertThat(json.get("settingsTried").asInt()).isEqualTo(3);
    assertThat(mean(json, "concordance")).isGreaterThan(0.65);
  }

  @Test
  void oddsRatiosComeFromLabelsOfTwoClasses() {
    Path study = SmallStudy.write(dir, 200, 3);
    SmallStudy.change(study, "method: vfedmv", "method: regression");
    SmallStudy.change(study, "mode: best\n", "");
    SmallStudy.change(
        study, "settings: {beta: 0.5, zeta: 2, eta: 1}", "settings: {loss: logistic}");
    SmallStudy.change(study, "stop: {rounds: 100, tolerance: 1e-6}\n", "");
    JsonNode json = run(study, "out").json();
    assertThat(mean(json, "accuracy")).isGreaterThan(0.8);
    assertThat(json.at("/fit/ratio").asText()).isEqualTo("odds ratio");
  }

  /** With both, a method learns the one that it can. */
  @Test
  void aTargetMayStandBesideLabels() {
    Path study = TargetStudy.write(dir, TIMES);
    String target = run(study, "alone").hash();
    SmallStudy.change(study, "target:", "labels: {csv: target.csv, id: id, column: ward}, target:");
    assertThat(run(study, "both").hash()).isEqualTo(target);
    SmallStudy.change(study, "method: joint", "method: mmvfl");
    JsonNode classes = run(study, "classes").json();
    assertThat(mean(classes, "accuracy")).isBetween(0.0, 1.0);
    assertThat(mean(classes, "concordance")).isNaN();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time: days | event",
        "column: grams, event: event | does not belong to a target of kind number",
        "column: grams, exposure: area | set 'kind: count'",
        "column: grams, kind: counts | did you mean",
        "column: grams, kind: count | count",
        "time: days, event: skips | neither 0 nor 1",
        "time: grms, event: event | no column 'grms' for the target; did you mean 'grams'?",
        "time: days, event: days | names a column twice",
        "column: ward | ward",
        "time: days, event: event, stratum: grams | has no other row"
      })
  void badTargetsAreRefusedBeforeAnythingIsWritten(String target, String message)
      throws IOException {
    refused(TargetStudy.write(dir, target), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "method: joint | method: vfedmv | does not learn a target of kind time",
        "seed: 3 | settings: {loss: squared} | settings.loss does not belong to a target of kind time",
        "seed: 3 | protection: {labels: {epsilon: 1}} | nothing hides a target",
        "seed: 3 | contribution: true | contribution",
        "seed: 3 | beside: [vfedmv] | beside",
        "seed: 3 | classes: {a: [x], b: [y]} | classes groups labels",
      })
  void keysForClassesAreRefused(String old, String changed, String message) throws IOException {
    Path study = TargetStudy.write(dir, TIMES);
    SmallStudy.change(study, old, changed);
    refused(study, message);
  }

  private void refused(Path study, String message) throws IOException {
    assertThat(Refusal.of(dir, "run", study, "--out", dir.resolve("refused"))).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{csv: target.csv, time: days};names a file or columns",
        "{csv: target.csv, time: days};'target: time'",
        "{kind: count, entry: true};entry does not belong to a target of kind count",
        "{kind: days};must be one of",
        "days;must be one of"
      })
  void betweenMachinesAStudySaysTheKindOfItsTargetOnly(String target, String message) {
    String text =
        "study: small\nmethod: joint\nparties: {maple: {view: a, target: %s}, birch: {view: b}}\n";
    assertThatThrownBy(() -> StudyFile.remote("study.yaml", text.formatted(target)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(message);
  }

  @Test
  void manyNumbersUnderLabelsGetASentenceThatNamesTheTarget() {
    Path study = TargetStudy.write(dir, "column: grams");
    SmallStudy.change(study, "target: {csv", "labels: {csv");
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.err()).contains("write 'target' in place of 'labels'");
  }
}
