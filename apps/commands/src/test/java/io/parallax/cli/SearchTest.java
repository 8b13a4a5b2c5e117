package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings chosen on validation rows. */
class SearchTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SmallStudy.write(dir);
    change(study, "repeats: 2", "repeats: 1");
    change(study, "tolerance: 1e-6", "tolerance: 1e-3");
    change(study, "seed: 3", "seed: 3\nmodel: false\nreport: {points: 0}\nsearch: SEARCH");
  }

  @Test
  void pointsAreDrawnWithinTheirRangesAndBySeed() throws IOException {
    change(study, "SEARCH", "{eta: {from: 0.5, to: 8}, zeta: [1, 2], tries: 12, folds: 2}");
    JsonNode result = run("one");
    Set<Double> etas = new HashSet<>();
    Set<Double> zetas = new HashSet<>();
    for (JsonNode tried : result.get("searched")) {
      etas.add(tried.at("/point/eta").asDouble());
      zetas.add(tried.at("/point/zeta").asDouble());
      assertThat(tried.get("value").asDouble()).isBetween(0.0, 1.0);
    }
    assertThat(etas).hasSize(12).allMatch(eta -> eta >= 0.5 && eta <= 8);
    assertThat(etas).anyMatch(eta -> eta < 1.5).anyMatch(eta -> eta > 2.5);
    assertThat(zetas).containsExactlyInAnyOrder(1.0, 2.0);
    assertThat(run("two").get("searched")).isEqualTo(result.get("searched"));
    change(study, "seed: 3", "seed: 4");
    assertThat(points(run("three"))).isNotEqualTo(points(result));
  }

  @Test
  void theBestPointIsChosenAndOfEqualsTheFirst() throws IOException {
    change(study, "SEARCH", "{eta: [0.001, 1, 4], beta: [0.5, 50], folds: 2}");
    JsonNode result = run("out");
    assertThat(result.get("settingsTried").asInt()).isEqualTo(6);
    JsonNode best = result.get("searched").get(0);
    for (JsonNode tried : result.get("searched")) {
      best = tried.get("value").asDouble() > best.get("value").asDouble() ? tried : best;
    }
    JsonNode split = json("out/split-01.json");
    assertThat(split.at("/settings/eta")).isEqualTo(best.at("/point/eta"));
    assertThat(split.at("/settings/beta")).isEqualTo(best.at("/point/beta"));
    assertThat(Files.readAllLines(dir.resolve("out/split-01/search.log"))).hasSize(2 * 6);
    assertThat(Files.readString(dir.resolve("out/report.html")))
        .contains("all charts have one scale", "eta and beta", "eta ↓ beta →", "class=\"shade6\"");
  }

  @Test
  void theReportTellsTheMetricAndThatPointsWereTrainedBriefly() throws IOException {
    change(
        study, "SEARCH", "{eta: [1, 2, 4], by: balancedAccuracy, halving: {rounds: 9}, folds: 2}");
    JsonNode result = run("out");
    assertThat(result.get("by").asText()).isEqualTo("balancedAccuracy");
    assertThat(result.at("/searched/0/rounds").asInt()).isIn(9, 27, 81, 100);
    assertThat(Files.readString(dir.resolve("out/report.html")))
        .contains("on validation rows, by balanced", "Validation balanced, %", "With halving");
    assertThat(Cli.run("run", study, "--out", dir.resolve("out")).out())
        .contains("were tried on validation rows, by balanced");
  }

  @Test
  void aHoldoutTriesEveryPointOnce() throws IOException {
    change(study, "SEARCH", "{eta: [1, 4], holdout: 0.3}");
    JsonNode result = run("out");
    assertThat(Files.readAllLines(dir.resolve("out/split-01/search.log"))).hasSize(2);
    for (JsonNode tried : result.get("searched")) {
      double right = 10 * tried.get("value").asDouble(); // 0.3 of 15 and 15 rows, rounded
      assertThat(right).isCloseTo(Math.rint(right), org.assertj.core.api.Assertions.within(1e-9));
    }
  }

  @Test
  void partiesWithFilesOfTheirOwnAreSearchedWithRowsOfEach() throws IOException {
    Path sites = SiteStudy.write(dir);
    change(sites, "seed: 3", "search: {beta: [0.5, 5], folds: 5}");
    Damage.lines("cedar.csv", 17).in(dir); // 16 rows, 12 to train on, 6 of each class
    JsonNode result = run("out");
    assertThat(result.get("settingsTried").asInt()).isEqualTo(2);
    assertThat(json("out/model/model.json").at("/settings/beta").asDouble()).isIn(0.5, 5.0);
  }

  private JsonNode run(String out) throws IOException {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out));
    assertThat(cli.exit()).as(cli.err()).isZero();
    return json(out + "/result.json");
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(dir.resolve(file).toFile());
  }

  private static List<JsonNode> points(JsonNode result) {
    List<JsonNode> points = new ArrayList<>();
    result.get("searched").forEach(tried -> points.add(tried.get("point")));
    return points;
  }
}
