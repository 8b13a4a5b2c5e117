package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models judged on rows of files that a user names. */
class ValidateTest {
  private static final String TIMES = "time: days, event: event";
  @TempDir static Path dir;

  /** A model of each kind; the rows that judge them are those of the studies. */
  @BeforeAll
  static void train() {
    model("times", TIMES);
    model("numbers", "column: grams");
    model("counts", "column: skips, kind: count, exposure: area");
    Path study = SmallStudy.write(folder("classes"), 200, 3);
    SmallStudy.change(study, "method: vfedmv", "method: regression");
    SmallStudy.change(study, "mode: best\n", "");
    SmallStudy.change(
        study, "settings: {beta: 0.5, zeta: 2, eta: 1}", "settings: {loss: logistic}");
    SmallStudy.change(study, "stop: {rounds: 100, tolerance: 1e-6}\n", "");
    SmallStudy.change(study, "repeats: 2", "repeats: 1");
    trained(study, "classes/out");
  }

  private static void model(String name, String target) {
    Path study = TargetStudy.write(folder(name), target);
    SmallStudy.change(study, "repeats: 2", "repeats: 1");
    trained(study, name + "/out");
  }

  private static Path folder(String name) {
    Path folder = dir.resolve(name);
    assertThat(folder.toFile().mkdir()).isTrue();
    return folder;
  }

  private static void trained(Path study, String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out));
    assertThat(cli.exit()).as(cli.err()).isZero();
  }

  private static Cli validate(String model, String... more) {
    Path folder = dir.resolve(model);
    List<Object> line = new ArrayList<>(List.of("validate", "--model", folder.resolve("out")));
    line.add("--views");
    line.add("a=%1$s/a.csv,b=%1$s/b.csv,c=%1$s/c.csv".formatted(folder));
    line.addAll(List.of(more));
    return Cli.run(line.toArray());
  }

  private static String target(String model, String columns) {
    return "{csv: %s/target.csv, id: id, %s}".formatted(dir.resolve(model), columns);
  }

  private static JsonNode json(Cli cli) {
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli.json();
  }

  /** On its training rows without a penalty a model is calibrated by construction. */
  @Test
  void numbersAndCountsOfTheTrainingRowsAreCalibrated() {
    JsonNode numbers =
        json(validate("numbers", "--target", target("numbers", "column: grams"), "--json"));
    assertThat(numbers.at("/metrics/calibrationSlope").asDouble()).isCloseTo(1, within(1e-6));
    assertThat(numbers.at("/metrics/meanError").asDouble()).isCloseTo(0, within(1e-6));
    assertThat(numbers.at("/metrics/rSquared").asDouble()).isGreaterThan(0.6);
    JsonNode counts =
        json(
            validate(
                "counts",
                "--target",
                target("counts", "column: skips, kind: count, exposure: area"),
                "--json"));
    assertThat(counts.at("/metrics/calibrationSlope").asDouble()).isCloseTo(1, within(1e-6));
    assertThat(counts.at("/metrics/observedOverExpected").asDouble()).isCloseTo(1, within(1e-6));
    assertThat(counts.get("rows").asInt()).isEqualTo(TargetStudy.ROWS);
  }

  @Test
  void timesAreJudgedWithCurvesOnAPage() {
    String target = target("times", TIMES);
    JsonNode found = json(validate("times", "--target", target, "--times", "20,60", "--json"));
    assertThat(found.at("/metrics/concordance").asDouble()).isBetween(0.68, 0.85);
    assertThat(found.at("/metrics/calibrationSlope").asDouble()).isCloseTo(1, within(0.01));
    assertThat(found.at("/metrics/observedOverExpected").asDouble()).isCloseTo(1, within(0.01));
    assertThat(found.at("/check/calibration/1/time").asDouble()).isEqualTo(60);
    Path page = dir.resolve("page.html");
    Cli text = validate("times", "--target", target, "--report", page.toString());
    assertThat(text.out()).contains("concordance", "survival at", "300 others");
    assertThat(SmallStudy.read(page)).contains("Survival by risk", "Calibration", "Residuals");
  }

  @Test
  void classesAreJudgedByLabels() {
    String labels = "{csv: %s/labels.csv, id: id, column: %s}";
    String header = SmallStudy.read(dir.resolve("classes/labels.csv")).lines().findFirst().get();
    String column = header.split(",")[1];
    Cli cli =
        validate("classes", "--labels", labels.formatted(dir.resolve("classes"), column), "--json");
    JsonNode found = json(cli);
    assertThat(found.at("/metrics/accuracy").asDouble()).isGreaterThan(0.8);
    assertThat(found.at("/metrics/auc").asDouble()).isGreaterThan(0.8);
    assertThat(found.at("/metrics/logLoss").asDouble()).isBetween(0.01, 0.6);
    assertThat(found.at("/metrics/calibrationSlope").asDouble()).isCloseTo(1, within(1e-6));
    assertThat(found.at("/check/kind").asText()).isEqualTo("PROBABILITY");
    Cli explained = Cli.run("explain", "--model", dir.resolve("classes/out"));
    assertThat(explained.exit()).as(explained.err()).isZero();
    assertThat(explained.out()).contains("ill");
    assertThat(refused("classes", "--target", target("times", TIMES))).contains("give --labels");
    String other = SmallStudy.read(dir.resolve("classes/labels.csv")).replace(",ill", ",unwell");
    SmallStudy.put(dir.resolve("other.csv"), other);
    String renamed = "{csv: %s/other.csv, id: id, column: %s}".formatted(dir, column);
    assertThat(refused("classes", "--labels", renamed))
        .contains("none of the model's classes")
        .doesNotContain("unwell");
  }

  private static String refused(String model, String... more) {
    Cli cli = validate(model, more);
    assertThat(cli.exit()).as(cli.err()).isEqualTo(2);
    assertThat(cli.err()).startsWith("parallax: ").doesNotContain("Exception", "\tat ");
    assertThat(cli.out()).isEmpty();
    return cli.err();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time: days, event: evnt | did you mean 'event'",
        "column: grams | it must be of the kind that the model was trained on",
        "time: days, event: event, stratum: ward | leave 'stratum' out",
        "time: days, event: skips | neither 0 nor 1",
        "time: days | event",
      })
  void targetsThatDoNotFitAreRefused(String columns, String message) {
    assertThat(refused("times", "--target", target("times", columns))).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p7,-7351,1 | must be above 0",
        "p7,NaN,1 | the target has no value",
        "p7,umpteen,1 | days",
        "p7,,1 | the target has no value",
        "q7,5,1 | no id of the views is among",
        "p7,5,0 | event",
      })
  void badRowsAreRefusedWithoutTheirValues(String row, String message) {
    Path file = SmallStudy.put(dir.resolve("rows.csv"), "id,days,event\n" + row + "\n");
    String target = "{csv: %s, id: id, time: days, event: event}".formatted(file);
    assertThat(refused("times", "--target", target))
        .contains(message)
        .doesNotContain("7351", "umpteen");
  }

  @Test
  void optionsThatDoNotFitAreRefused() {
    assertThat(refused("times", "--labels", target("times", "column: ward"))).contains("--target");
    assertThat(refused("times", "--target", "target.csv")).contains("is no section");
    assertThat(refused("numbers", "--target", target("numbers", "column: grams"), "--times", "5"))
        .contains("--times must be left out");
    assertThat(refused("times")).contains("--labels");
    assertThat(refused("times", "--target", target("times", TIMES), "--id", "nobody"))
        .contains("nobody");
    Path wrong = SmallStudy.put(dir.resolve("wrong.csv"), "id,a0\np1,1\n");
    Cli cli =
        Cli.run(
            "validate",
            "--model",
            dir.resolve("times/out"),
            "--views",
            wrong,
            "--target",
            target("times", TIMES));
    assertThat(cli.exit()).isEqualTo(2);
    assertThat(cli.err()).contains("no column 'b0'");
  }

  @Test
  void rowsWithoutATruthAreLeftOutWithANote() {
    String text = SmallStudy.read(dir.resolve("numbers/target.csv"));
    String half = String.join("\n", text.lines().limit(151).toList()) + "\n";
    SmallStudy.put(dir.resolve("half.csv"), half);
    String target = "{csv: %s/half.csv, id: id, column: grams}".formatted(dir);
    Cli cli = validate("numbers", "--target", target, "--json");
    assertThat(json(cli).get("rows").asInt()).isEqualTo(150);
    assertThat(cli.err()).contains("150 of 300 rows are not in");
  }
}
