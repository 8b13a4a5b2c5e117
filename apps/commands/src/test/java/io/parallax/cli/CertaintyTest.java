package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.eval.ConformalQuantile;
import io.parallax.eval.CoverageLaw;
import io.parallax.math.Rng;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets and intervals on public data: 20 splits hold the truth as often as stated. */
class CertaintyTest {
  private static final String WDBC =
      """
      study: tumours
      method: joint
      classes: {benign: [0], malignant: [1]}
      parties:
        maple: {view: mean, data: {csv: DATA/view_mean.csv, id: id}, labels: {csv: DATA/labels.csv, id: id, column: label}}
        birch: {view: error, data: {csv: DATA/view_se.csv, id: id}}
        cedar: {view: worst, data: {csv: DATA/view_worst.csv, id: id}}
      """;
  private static final String WEIGHTS =
      """
      study: weights
      method: joint
      parties:
        ward: {view: mother, data: {csv: DATA/view_mother.csv.gz, id: id}, target: {csv: DATA/labels.csv, id: id, column: grams}}
        practice: {view: history, data: {csv: DATA/view_history.csv.gz, id: id}}
      """;
  private static final String DIGITS =
      """
      study: digits
      method: joint
      parties:
        maple: {view: kar, data: {csv: DATA/view_kar.csv.gz, id: id}, labels: {csv: DATA/labels.csv, id: id, column: label}}
        cedar: {view: mor, data: {csv: DATA/view_mor.csv.gz, id: id}}
      stop: {rounds: 3}
      """;
  @TempDir Path dir;

  private Cli run(String study, String folder, String certainty) {
    String data = Shared.data(folder).toString();
    String rest = "\nevaluate: {test: 0.2, repeats: 20}\nreport: {points: 0}\nseed: 7\n";
    Path file =
        SmallStudy.put(dir.resolve("study.yaml"), study.replace("DATA", data) + certainty + rest);
    Cli cli = Cli.run("run", file, "--json", "--out", dir.resolve("out"));
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  /** What is held is what the rank of the threshold lets expect in 20 draws. */
  private static void holds(JsonNode certainty) {
    JsonNode all = certainty.at("/coverage/0");
    int calibrating = certainty.get("calibrated").asInt();
    long rank = ConformalQuantile.rank(calibrating, 1, 0.1);
    CoverageLaw law = CoverageLaw.none();
    for (int split = 0; split < 20; split++) {
      law = law.plus(CoverageLaw.of(calibrating, rank, all.get("rows").asInt() / 20));
    }
    assertThat(law.judged()).isEqualTo(all.get("rows").asInt());
    assertThat(all.get("covered").asInt()).isBetween(law.low(), law.high());
  }

  private List<String> predict(String views) {
    Cli cli = Cli.run("predict", "--model", dir.resolve("out"), "--views", views);
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli.out().lines().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"certainty: true", "certainty: {per: class, holdout: 0.3}"})
  void tumours(String certainty) {
    Cli cli = run(WDBC, "wdbc", certainty);
    JsonNode coverage = cli.json().at("/certainty/coverage");
    assertThat(coverage).hasSize(certainty.contains("class") ? 3 : 1);
    if (coverage.size() == 1) { // 'reproduce coverage' judges classes by their own ranks
      holds(cli.json().get("certainty"));
    }
    coverage.forEach(one -> assertThat(one.get("share").asDouble()).isBetween(0.87, 0.95));
    assertThat(coverage.get(0).get("rows").asInt()).isEqualTo(20 * 114);
    assertThat(cli.out()).contains("sets that hold the truth", "the others calibrate it");
    assertThat(SmallStudy.read(dir.resolve("out/report.html"))).contains("Certainty", "Rows");
    assertThat(cli.json().at("/data/rows/classes/malignant").asInt()).isEqualTo(212);
    Path data = Shared.data("wdbc");
    List<String> lines =
        predict(
            "mean=%1$s/view_mean.csv,error=%1$s/view_se.csv,worst=%1$s/view_worst.csv"
                .formatted(data));
    assertThat(lines.get(0)).isEqualTo("id,class,set,score:benign,score:malignant");
    assertThat(lines.stream().skip(1).map(line -> line.split(",")[2]).collect(Collectors.toSet()))
        .contains("", "benign", "malignant");
  }

  @Test
  void digits() {
    holds(run(DIGITS, "mfeat", "certainty: true\nmodel: false").json().get("certainty"));
  }

  @Test
  void tumoursOfWhichLaboratoriesLackRows() {
    String study = WDBC;
    for (String view : List.of("mean", "se", "worst")) {
      Rng rng = Rng.of(11).child(view);
      String kept =
          SmallStudy.read(Shared.data("wdbc/view_" + view + ".csv"))
              .lines()
              .filter(line -> line.startsWith("id") || rng.chance(0.7))
              .collect(Collectors.joining("\n", "", "\n"));
      Path some = SmallStudy.put(dir.resolve(view + ".csv"), kept);
      study = study.replace("DATA/view_" + view + ".csv", some.toString());
    }
    String align = "align: {need: any}\nprotection: {aggregation: plain}\n";
    JsonNode certainty = run(study, "wdbc", align + "certainty: true").json().get("certainty");
    holds(certainty);
    assertThat(certainty.get("probabilities").size()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void weightsAtBirth() {
    Cli cli = run(WEIGHTS, "birthwt", "protection: {aggregation: plain}\ncertainty: true");
    holds(cli.json().get("certainty"));
    Path data = Shared.data("birthwt");
    List<String> lines =
        predict("mother=%1$s/view_mother.csv.gz,history=%1$s/view_history.csv.gz".formatted(data));
    assertThat(lines.get(0))
        .isEqualTo("id,prediction,mean_low,mean_high,new_low,new_high,low,high");
    assertThat(lines.stream().skip(1).map(line -> line.split(",")))
        .allMatch(row -> Double.parseDouble(row[6]) < Double.parseDouble(row[1]));
  }
}
