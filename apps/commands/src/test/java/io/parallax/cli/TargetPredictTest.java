package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.data.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers and rates of new rows with their intervals, and survival until chosen times. */
class TargetPredictTest {
  private static final Offset<Double> NEAR = within(1e-7);
  @TempDir Path dir;

  private void run(String target, String... more) {
    Path study = TargetStudy.write(dir, target);
    SmallStudy.change(study, "repeats: 2", "repeats: 1");
    SmallStudy.change(study, "seed: 3", "seed: 3\n" + String.join("\n", more));
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).as(cli.err()).isZero();
  }

  private Cli predict(String views, String... more) {
    List<Object> line = new ArrayList<>(List.of("predict", "--model", dir.resolve("out")));
    line.addAll(List.of("--views", views));
    line.addAll(List.of(more));
    return Cli.run(line.toArray());
  }

  private String trained() {
    return "a=%s,b=%s,c=%s"
        .formatted(dir.resolve("a.csv"), dir.resolve("b.csv"), dir.resolve("c.csv"));
  }

  /** A row whose columns are all 0: its prediction is the intercept. */
  private String zeros() {
    return SmallStudy.put(dir.resolve("zeros.csv"), "id,a0,a1,b0,b1,c0\nz,0,0,0,0,0\n").toString();
  }

  private static List<String> header(Cli cli) {
    assertThat(cli.exit()).as(cli.err()).isZero();
    return List.of(cli.out().lines().findFirst().orElseThrow().split(","));
  }

  private static double[][] cells(Cli cli) {
    return cli.out()
        .lines()
        .skip(1)
        .map(line -> line.substring(line.indexOf(',') + 1).split(","))
        .map(row -> java.util.Arrays.stream(row).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  private JsonNode intercept() throws IOException {
    JsonNode fit = Json.MAPPER.readTree(dir.resolve("out/fit.json").toFile());
    for (JsonNode one : fit.get("coefficients")) {
      if (one.get("column").asText().equals("(intercept)")) {
        return one;
      }
    }
    throw new AssertionError("no intercept");
  }

  @Test
  void numbersHaveIntervalsOfTheirMeanAndOfANewOne() throws IOException {
    run("column: grams");
    Cli cli = predict(zeros());
    assertThat(header(cli))
        .containsExactly("id", "prediction", "mean_low", "mean_high", "new_low", "new_high");
    double[] row = cells(cli)[0];
    assertThat(row[1]).isCloseTo(intercept().get("low").asDouble(), NEAR);
    assertThat(row[2]).isCloseTo(intercept().get("high").asDouble(), NEAR);
    List<String> truth = SmallStudy.read(dir.resolve("target.csv")).lines().skip(1).toList();
    double[][] all = cells(predict(trained()));
    int inside = 0;
    for (int i = 0; i < all.length; i++) {
      double grams = Double.parseDouble(truth.get(i).split(",")[1]);
      inside += grams > all[i][3] && grams < all[i][4] ? 1 : 0;
      assertThat(all[i][3]).isLessThan(all[i][1]);
    }
    assertThat((double) inside / all.length).isBetween(0.92, 0.99);
    Files.delete(dir.resolve("out/model/target_values.json")); // as an earlier version left it
    assertThat(header(predict(zeros()))).containsExactly("id", "prediction");
  }

  @Test
  void ratesHaveAnIntervalAndAPenaltyNone() throws IOException {
    run("column: skips, kind: count, exposure: area");
    Cli cli = predict(zeros());
    assertThat(header(cli)).containsExactly("id", "prediction", "mean_low", "mean_high");
    assertThat(Math.log(cells(cli)[0][1])).isCloseTo(intercept().get("low").asDouble(), NEAR);
    assertThat(Math.log(cells(cli)[0][2])).isCloseTo(intercept().get("high").asDouble(), NEAR);
  }

  @ParameterizedTest
  @CsvSource({"lambda: 5", "errors: 0"})
  void withoutStandardErrorsThereAreNoIntervals(String setting) {
    run("column: grams", "settings: {" + setting + "}");
    assertThat(header(predict(zeros()))).containsExactly("id", "prediction");
  }

  @Test
  void survivalComesFromTheHazardOfTheTargetsParty() throws IOException {
    run("time: days, event: event");
    Cli cli = predict(zeros(), "--times", "10,50,1e6");
    assertThat(header(cli))
        .containsExactly("id", "risk", "survival:10", "survival:50", "survival:1000000");
    assertThat(cli.err()).contains("1000000 is beyond the last event");
    double[] row = cells(cli)[0];
    assertThat(row[0]).isCloseTo(0, NEAR);
    double base = 0;
    for (JsonNode at :
        Json.MAPPER.readTree(dir.resolve("out/model/maple.json").toFile()).at("/matrices/hazard")) {
      base = at.get(0).asDouble() <= 50 ? at.get(1).asDouble() : base;
    }
    assertThat(row[2]).isCloseTo(Math.exp(-base), NEAR).isLessThan(row[1]).isGreaterThan(row[3]);
    assertThat(predict(zeros(), "--times", "50,10").err()).contains("above 0 and ascending");
    assertThat(predict(zeros(), "--times", "soon").exit()).isEqualTo(2);
  }

  @Test
  void survivalIsRefusedWithStrataAndForNumbers() {
    run("time: days, event: event, stratum: ward");
    Cli strata = predict(zeros(), "--times", "10");
    assertThat(strata.exit()).isEqualTo(2);
    assertThat(strata.err()).contains("for each stratum");
    assertThat(header(predict(zeros()))).containsExactly("id", "risk");
  }

  @Test
  void timesAreForModelsOfTimes() {
    run("column: grams");
    Cli cli = predict(zeros(), "--times", "10");
    assertThat(cli.exit()).isEqualTo(2);
    assertThat(cli.err()).contains("--times must be left out").doesNotContain("Exception");
  }
}
