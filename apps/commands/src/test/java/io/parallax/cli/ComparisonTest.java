package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a result is set beside, and how differences are told. */
class ComparisonTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SmallStudy.write(dir);
    change(study, "seed: 3", "seed: 3\nmodel: false\nreport: {points: 0}");
  }

  @Test
  void everyClassificationStandsBesideTheMajorityClass() throws IOException {
    JsonNode line = run("out").json();
    assertThat(line.get("baselines").fieldNames()).toIterable().containsExactly("majority class");
    JsonNode majority = line.at("/baselines/majority class");
    assertThat(majority.at("/accuracy/mean").asDouble()).isEqualTo(0.5);
    assertThat(majority.at("/auc/mean").asDouble()).isEqualTo(0.5);
    assertThat(majority.at("/sensitivity/mean").asDouble()).isZero();
    assertThat(majority.at("/specificity/mean").asDouble()).isEqualTo(1);
    assertThat(majority.at("/logLoss/mean").asDouble()).isCloseTo(Math.log(2), within(1e-12));
    assertThat(line.get("metrics").has("logLoss")).isFalse();
  }

  @Test
  void whatPoolingWouldGiveStandsBesideAndIsJudgedAsProbabilities() throws IOException {
    Path larger = SmallStudy.write(dir, 240, 3);
    change(larger, "seed: 3", "seed: 3\nmodel: false\nreport: {points: 0}\nbaselines: true");
    Cli cli = run("out");
    for (String row :
        List.of(
            "a alone, logistic regression",
            "pooled logistic regression (simulation only)",
            "pooled boosted trees (simulation only)")) {
      JsonNode one = cli.json().at("/baselines/" + row);
      assertThat(one.at("/accuracy/mean").asDouble()).as(row).isGreaterThan(0.7);
      assertThat(one.at("/logLoss/mean").asDouble()).as(row).isBetween(0.0, 0.69);
      assertThat(one.at("/calibrationError/mean").asDouble()).as(row).isBetween(0.0, 0.3);
    }
    double pooled = accuracy(cli, "pooled logistic regression (simulation only)");
    assertThat(pooled).isGreaterThan(accuracy(cli, "a alone, logistic regression"));
    assertThat(cli.json().at("/tried/a alone, logistic regression").asInt()).isEqualTo(7);
    assertThat(oneLine(cli.out())).contains("log loss", "scores that are no probabilities");
    assertThat(run("again").json().get("baselines")).isEqualTo(cli.json().get("baselines"));
  }

  private static double accuracy(Cli cli, String row) {
    return cli.json().at("/baselines/" + row + "/accuracy/mean").asDouble();
  }

  @Test
  void partiesWithPeopleOfTheirOwnArePooledByRows() throws IOException {
    Path sites = SiteStudy.write(dir);
    change(sites, "seed: 3", "baselines: true\nsearch: {beta: [0.5, 5], eta: [1, 4], folds: 2}");
    Cli cli = Cli.run("run", sites, "--out", dir.resolve("sites"), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    for (String row :
        List.of(
            "history alone, logistic regression",
            "pooled logistic regression (simulation only)",
            "pooled boosted trees (simulation only)",
            "majority class")) {
      assertThat(accuracy(cli, row)).as(row).isBetween(0.3, 1.0);
    }
    assertThat(cli.json().at("/tried/every party for itself").asInt()).isEqualTo(4);
    assertThat(cli.json().at("/tried/blood alone, averaged").asInt()).isEqualTo(2);
  }

  /** Where training rows are too few to be cut, λ is not chosen, and the study goes on. */
  @Test
  void aHandfulOfRowsIsComparedWithoutAChoice() {
    Path few = SmallStudy.write(dir, 4, 3);
    change(few, "test: 0.25, repeats: 2", "test: 0.5, repeats: 1");
    change(few, "seed: 3", "seed: 3\nmodel: false\nreport: {points: 0}\nbaselines: true");
    assertThat(run("few").json().at("/tried/a alone, logistic regression").asInt()).isEqualTo(1);
  }

  /** The names of papers are explained wherever their rows stand, and nowhere else. */
  @Test
  void rowsWithNamesOfPapersAreExplained() throws IOException {
    change(
        study,
        "method: vfedmv\nmode: best\nsettings: {beta: 0.5, zeta: 2, eta: 1}",
        "method: mmvfl");
    change(study, "seed: 3", "baselines: true");
    Path out = dir.resolve("explained");
    Cli cli = Cli.run("run", study, "--out", out, "--latex");
    assertThat(cli.exit()).as(cli.err()).isZero();
    String supFl = "supFL: a view's own party that knew the labels";
    int latex = cli.out().indexOf("\\begin{table}");
    String terminal = oneLine(cli.out().substring(0, latex));
    String tables = oneLine(cli.out().substring(latex));
    String page = Files.readString(out.resolve("report.html")).replace("&#x27;", "'");
    for (String text : List.of(terminal, tables, page)) {
      assertThat(text).containsOnlyOnce("supMVLFL: all parties").doesNotContain("TVFL: ");
      assertThat(text).contains(supFl);
    }
  }

  @Test
  void tablesNameTheirAveragesAndThePositiveClass() throws IOException {
    Cli cli = run("out");
    String page = Files.readString(dir.resolve("out/report.html"));
    for (String text : List.of(oneLine(cli.out()), page)) {
      assertThat(text)
          .contains("macro precision", "macro F1", "Balanced accuracy is macro recall")
          .contains("sensitivity", "specificity", "well", "the second in order")
          .doesNotContain("log loss");
    }
  }

  @Test
  void differencesAreTestedAsThoseOfOverlappingSplits() throws IOException {
    change(study, "repeats: 2", "repeats: 5");
    Cli cli = run("out");
    double[] differences = new double[5];
    for (int j = 0; j < 5; j++) {
      JsonNode split = json("out/split-0" + (j + 1) + ".json");
      assertThat(split.get("trained").asInt()).isEqualTo(30);
      assertThat(split.get("heldOut").asInt()).isEqualTo(10);
      differences[j] =
          split.at("/rows/V-FedMV/accuracy").asDouble()
              - split.at("/rows/majority class/accuracy").asDouble();
    }
    double mean = 0;
    for (double d : differences) {
      mean += d / 5;
    }
    double squares = 0;
    for (double d : differences) {
      squares += (d - mean) * (d - mean);
    }
    double error = Math.sqrt((1.0 / 5 + 10.0 / 30) * squares / 4);
    JsonNode told = cli.json().at("/differences/majority class/accuracy");
    assertThat(told.get("mean").asDouble()).isCloseTo(mean, within(1e-12));
    assertThat(told.get("t").asDouble()).isCloseTo(mean / error, within(1e-9));
    double half = 2.7764451051977987 * error;
    assertThat(told.get("low").asDouble()).isCloseTo(mean - half, within(1e-9));
    assertThat(told.get("high").asDouble()).isCloseTo(mean + half, within(1e-9));
    assertThat(told.get("p").asDouble()).isBetween(0.0, 1.0);
    assertThat(json("out/result.json").at("/differences/majority class/accuracy")).isEqualTo(told);
    String page = Files.readString(dir.resolve("out/report.html"));
    for (String text : List.of(oneLine(cli.out()), page)) {
      assertThat(text).contains("V-FedMV minus", "95 % interval", "Nadeau and Bengio 2003");
    }
  }

  @Test
  void theSameRowsEveryTimeAndOneSplitTellNothingAboutChance() throws IOException {
    change(study, "split: stratified, test: 0.25", "split: last, test: 0.25");
    Cli cli = run("last");
    assertThat(cli.json().at("/differences/majority class/accuracy/p").isNull()).isTrue();
    assertThat(oneLine(cli.out())).contains("tell nothing about chance").doesNotContain("Nadeau");
    change(study, "split: last, test: 0.25, repeats: 2", "split: random, repeats: 1");
    JsonNode one = run("one").json().at("/differences/majority class/accuracy");
    assertThat(one.get("mean").asDouble()).isGreaterThan(0);
    assertThat(one.get("low").isNull()).isTrue();
  }

  /** Of a search for four points, a view alone sees those that differ in its own setting. */
  @Test
  void aSearchForTheMethodSearchesForItsBaselines() throws IOException {
    change(study, "repeats: 2", "repeats: 1");
    change(
        study, "seed: 3", "seed: 3\nbaselines: true\nsearch: {eta: [1, 4], beta: BETAS, folds: 2}");
    change(study, "BETAS", "[60, 0.5, 4]");
    JsonNode line = run("searched").json();
    assertThat(line.at("/tried/V-FedMV").asInt()).isEqualTo(6);
    assertThat(line.at("/tried/a + b").asInt()).isEqualTo(6);
    assertThat(line.at("/tried/a alone").asInt()).isEqualTo(3);
    assertThat(line.at("/tried/majority class").asInt()).isEqualTo(1);
    for (String row : List.of("a alone", "single views, averaged", "all columns in one place")) {
      double beta = List.of(60.0, 0.5, 4.0).get(best(row));
      JsonNode without = withBeta(beta).at("/rows/" + row);
      assertThat(json("searched/split-01.json").at("/rows/" + row)).as(row).isEqualTo(without);
    }
    JsonNode spoilt = withBeta(60).at("/rows/all columns in one place");
    assertThat(json("searched/split-01.json").at("/rows/all columns in one place"))
        .as("not simply the first")
        .isNotEqualTo(spoilt);
  }

  /** The place of the value that the log of the search has most rows right for. */
  private int best(String row) throws IOException {
    Map<Integer, Double> right = new HashMap<>();
    for (String line : Files.readAllLines(dir.resolve("searched/split-01/search.log"))) {
      String[] parts = line.split("[/\t]");
      if (parts[0].equals("baseline:" + row)) {
        right.merge(Integer.parseInt(parts[2]) - 1, Double.parseDouble(parts[3]), Double::sum);
      }
    }
    assertThat(right).hasSize(3);
    int best = 0;
    for (int i = 1; i < 3; i++) {
      best = right.get(i) > right.get(best) ? i : best;
    }
    return best;
  }

  private JsonNode withBeta(double beta) throws IOException {
    Path other = dir.resolve("beta.yaml");
    String text = SmallStudy.read(study).replaceAll("\nsearch:.*", "");
    SmallStudy.put(other, text.replace("beta: 0.5,", "beta: " + beta + ","));
    Path out = dir.resolve("beta-" + beta);
    if (!Files.exists(out)) {
      Cli cli = Cli.run("run", other, "--out", out);
      assertThat(cli.exit()).as(cli.err()).isZero();
    }
    return json(out.getFileName() + "/split-01.json");
  }

  /** A terminal's lines end where they are full. */
  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  private Cli run(String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(dir.resolve(file).toFile());
  }
}
