package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Predictions beside what was observed, in the result and on the page of a study with a target. */
class TargetReportTest {
  private static final String TIMES = "time: days, event: event";
  @TempDir Path dir;

  private JsonNode run(Path study, String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli.json();
  }

  private String page(String out) {
    String page = SmallStudy.read(dir.resolve(out + "/report.html"));
    assertThat(page).doesNotContain("NaN");
    return page;
  }

  @Test
  void timesHaveCurvesOfRiskCalibrationAndResiduals() {
    Path study = TargetStudy.write(dir, TIMES);
    SmallStudy.change(study, "repeats: 2", "repeats: 2, times: [20, 60]");
    JsonNode json = run(study, "out");
    JsonNode check = json.get("check");
    assertThat(json.at("/metrics/calibrationSlope/mean").asDouble()).isBetween(0.5, 1.7);
    assertThat(json.at("/baselines/without features").has("calibrationSlope")).isFalse();
    assertThat(check.get("rows").asInt()).isEqualTo(75);
    JsonNode groups = check.at("/curves/groups");
    assertThat(groups).hasSize(3);
    int rows = 0;
    for (JsonNode group : groups) {
      rows += group.get("rows").asInt();
      assertThat(group.at("/atRisk/0").asInt()).isEqualTo(group.get("rows").asInt());
    }
    assertThat(rows).isEqualTo(75);
    int middle = check.at("/curves/times").size() / 3;
    assertThat(groups.at("/0/survival").get(middle).asDouble())
        .isGreaterThan(groups.at("/2/survival").get(middle).asDouble());
    assertThat(check.at("/calibration/0/time").asDouble()).isEqualTo(20);
    assertThat(check.at("/calibration/0/auc").asDouble()).isBetween(0.6, 1.0);
    assertThat(check.get("calibration")).hasSize(2);
    assertThat(check.get("residuals")).hasSize(10);
    assertThat(page("out"))
        .contains("Survival by risk", "at risk", "at time 20, AUC 0.", "Martingale residuals");
    assertThat(json).isEqualTo(run(study, "out"));
  }

  @Test
  void numbersAndCountsHaveCalibrationAndResidualsWithoutAnyRow() {
    JsonNode json = run(TargetStudy.write(dir, "column: grams"), "out");
    JsonNode groups = json.at("/check/calibration/0/groups");
    assertThat(groups).hasSize(10);
    for (JsonNode group : groups) {
      assertThat(group.get("rows").asInt()).isGreaterThanOrEqualTo(5);
      assertThat(group.get("observed").asDouble())
          .isCloseTo(group.get("predicted").asDouble(), within(200.0));
    }
    assertThat(json.at("/metrics/calibrationSlope/mean").asDouble()).isBetween(0.8, 1.2);
    assertThat(page("out")).contains("Calibration", "Residuals").doesNotContain("Survival by");
    Path counts = TargetStudy.write(dir, "column: skips, kind: count, exposure: area");
    assertThat(run(counts, "counts").at("/metrics/calibrationSlope/mean").asDouble())
        .isBetween(0.6, 1.4);
    assertThat(page("counts")).contains("Mean predicted count");
  }

  /** An offset is a known part of what is expected: counts by area are those of that exposure. */
  @Test
  void offsetsCountInWhatIsExpected() {
    JsonNode exposed =
        run(TargetStudy.write(dir, "column: skips, kind: count, exposure: area"), "exposed");
    Path study = TargetStudy.write(dir, "column: skips, kind: count, offset: log_area");
    Path file = dir.resolve("target.csv");
    StringBuilder text = new StringBuilder();
    for (String line : SmallStudy.read(file).lines().toList()) {
      String area = line.split(",")[3];
      text.append(line).append(',');
      text.append(area.equals("area") ? "log_area" : Math.log(Double.parseDouble(area)));
      text.append('\n');
    }
    SmallStudy.put(file, text.toString());
    JsonNode offset = run(study, "offset");
    for (String metric : new String[] {"explainedDeviance", "calibrationSlope"}) {
      String at = "/metrics/" + metric + "/mean";
      assertThat(offset.at(at).asDouble()).isCloseTo(exposed.at(at).asDouble(), within(1e-9));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "column: grams | [20] | evaluate.times is for a target of times",
        "time: days, event: event | [20, 10] | must be above 0 and ascending",
        "time: days, event: event | [-1] | must be above 0 and ascending",
        "time: days, event: event | [] | must be above 0 and ascending",
      })
  void badTimesAreRefused(String target, String times, String message) throws Exception {
    Path study = TargetStudy.write(dir, target);
    SmallStudy.change(study, "repeats: 2", "repeats: 2, times: " + times);
    assertThat(Refusal.of(dir, "run", study, "--out", dir.resolve("refused"))).contains(message);
  }
}
