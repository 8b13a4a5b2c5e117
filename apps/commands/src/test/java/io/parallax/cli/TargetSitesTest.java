package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

/** Numbers, counts and times of parties that hold different people, from study files. */
class TargetSitesTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir Path dir;

  @BeforeEach
  void spread() {
    TargetStudy.spread(dir, PARTIES);
  }

  private Path study(String target, String more) {
    return study(target, target, more);
  }

  private Path study(String target, String last, String more) {
    return SmallStudy.put(
        dir.resolve("sites.yaml"),
        """
        study: sites
        method: hregression
        views: {a: [a0, a1], b: [b0, b1], c: [c0]}
        parties:
          maple: {data: {csv: maple.csv, id: id}, target: {%1$s}}
          birch: {data: {csv: birch.csv, id: id}, target: {%1$s}}
          cedar: {data: {csv: cedar.csv, id: id}, target: {%2$s}}
        evaluate: {split: random, test: 0.25, repeats: 2}
        seed: 3
        %3$s
        """
            .formatted(target, last, more));
  }

  private JsonNode run(Path study, String out) {
    return Network.good("run", study, "--out", dir.resolve(out), "--json").json();
  }

  /** The same people with all their columns at different parties have the same coefficients. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"column: grams;rmse", "column: skips, kind: count, exposure: area;poissonDeviance"})
  void theModelIsThatOfTheSamePeopleInViews(String target, String metric) throws IOException {
    JsonNode views = run(TargetStudy.write(dir, target), "views");
    JsonNode sites = run(study(target, ""), "sites");
    assertThat(sites.at("/fit/coefficients")).hasSize(6);
    for (JsonNode one : sites.at("/fit/coefficients")) {
      JsonNode same = same(views, one.get("column").asText());
      double value = same.get("value").asDouble();
      double error = same.get("error").asDouble();
      assertThat(one.get("value").asDouble()).isCloseTo(value, within(1e-6 * error));
      assertThat(one.get("error").asDouble()).isCloseTo(error, within(1e-6 * error));
      assertThat(one.get("p").asDouble()).isCloseTo(same.get("p").asDouble(), within(1e-6));
    }
    assertThat(sites.at("/metrics/" + metric + "/mean").asDouble())
        .isLessThan(sites.at("/baselines/without features/" + metric + "/mean").asDouble());
    assertThat(sites.at("/fit/views")).hasSize(3);
    assertThat(intervals()).contains("mean_low,mean_high");
  }

  /** Returns the header of predictions of a party's rows by the model of all parties. */
  private String intervals() throws IOException {
    Network.good(
        "predict",
        "--model",
        dir.resolve("sites"),
        "--views",
        "a=%1$s,b=%1$s,c=%1$s".formatted(dir.resolve("birch.csv")),
        "--out",
        dir.resolve("intervals.csv"));
    return Files.readAllLines(dir.resolve("intervals.csv")).get(0);
  }

  private static JsonNode same(JsonNode json, String column) {
    for (JsonNode one : json.at("/fit/coefficients")) {
      if (one.get("column").asText().equals(column)) {
        return one;
      }
    }
    throw new AssertionError("no coefficient of " + column);
  }

  @Test
  void timesAreLearntOnAGridAndNewRowsPredicted() throws IOException {
    Path study = study("time: days, event: event", "settings: {grid: 1}");
    JsonNode json = run(study, "times");
    assertThat(json.at("/metrics/concordance/mean").asDouble()).isBetween(0.68, 0.85);
    assertThat(json.at("/metrics/integratedBrier/mean").asDouble())
        .isLessThan(json.at("/baselines/without features/integratedBrier/mean").asDouble());
    for (int v = 0; v < 3; v++) {
      char view = "abc".charAt(v);
      JsonNode found = same(json, view + "0");
      double error = found.get("error").asDouble();
      assertThat(found.get("value").asDouble()).isCloseTo(TargetStudy.TRUE[v], within(4 * error));
    }
    String file = dir.resolve("birch.csv").toString();
    Network.good(
        "predict",
        "--model",
        dir.resolve("times"),
        "--party",
        "birch",
        "--views",
        "a=%1$s,b=%1$s,c=%1$s".formatted(file),
        "--out",
        dir.resolve("new.csv"));
    assertThat(Files.readAllLines(dir.resolve("new.csv"))).hasSize(101);
  }

  /** The strata of all parties count as one another's, whatever a party's own file has first. */
  @Test
  void strataAreThoseOfAllPartiesAndSurvivalIsPredictedByThem() throws IOException {
    Path north = dir.resolve("birch.csv");
    SmallStudy.put(north, SmallStudy.read(north).replace(",north", ",south"));
    String target = "time: days, event: event, stratum: ward";
    JsonNode strata = run(study(target, "settings: {grid: 1}"), "strata");
    JsonNode plain = run(study("time: days, event: event", "settings: {grid: 1}"), "plain");
    double value = same(plain, "a0").get("value").asDouble();
    assertThat(same(strata, "a0").get("value").asDouble())
        .isNotEqualTo(value)
        .isCloseTo(value, within(0.2));
    assertThat(strata.get("classes")).isEmpty();
    assertThat(SmallStudy.read(dir.resolve("strata/model/target_values.json")))
        .contains("\"north\"", "\"south\"");
  }

  @Test
  void badTargetsAreRefusedInWords() throws IOException {
    refused(study("time: days, event: event", ""), "grid is 0.0; with loss cox it must be");
    refused(study("column: grams", "column: skips, kind: count", ""), "targets of different kinds");
    refused(study("column: grams, labels: 3", ""), "labels");
  }

  private void refused(Path study, String message) throws IOException {
    assertThat(Refusal.of(dir, "run", study, "--out", dir.resolve("refused"))).contains(message);
  }
}
