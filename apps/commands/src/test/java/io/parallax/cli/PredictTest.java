package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model says the same on paper as in the program. */
class PredictTest {
  @TempDir Path dir;
  private Path study;

  /** Three views, the first with a column of categories, the second with gaps and a stand-in. */
  private void writeMixed() {
    study = SmallStudy.write(dir);
    String[] kinds = {"red", "green", "?"};
    Path a = dir.resolve("a.csv");
    StringBuilder mixed = new StringBuilder("id,a0,kind,a1,a2\n");
    List<String> lines = read(a).lines().skip(1).toList();
    for (int i = 0; i < lines.size(); i++) {
      mixed.append(lines.get(i).replaceFirst("^([^,]*,[^,]*),", "$1," + kinds[i % 3] + ","));
      mixed.append('\n');
    }
    put(a, mixed.toString());
    Path b = dir.resolve("b.csv");
    put(
        b,
        read(b)
            .replaceAll("\n(p[147]),[^,]*,", "\n$1,,")
            .replaceAll("\n(p[258]),[^,]*,", "\n$1,-9,"));
    change(study, "zeta: 2", "zeta: {a: 1, b: 2, c: 5}");
    change(
        study,
        "seed: 3",
        "categorical: {kind: [red, green]}\nmissing: {fill: mean, values: {b0: [-9]}}\nreport: {points: 0}");
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "true, true", "false, true"})
  void vFedMvScoresAreTheWeightedSumsOfPreparedFeatures(boolean scale, boolean bias) {
    writeMixed();
    change(study, "eta: 1}", "eta: 1, bias: " + bias + "}");
    change(study, "stop:", "scale: " + scale + "\nstop:");
    run("out");
    Scored scored = predict("out", "a=a.csv", "b=b.csv", "c=c.csv");
    ByHand hand = ByHand.read(dir.resolve("out/model"));
    assertThat(scored.rows()).hasSize(SmallStudy.ROWS);
    for (String id : scored.rows().keySet()) {
      double[] expected = hand.scores(List.of("maple", "birch", "cedar"), cells(id, "a", "b", "c"));
      assertThat(Scored.distance(scored.scores(id), expected)).as(id).isLessThan(1e-12);
      assertThat(scored.rows().get(id).get("class"))
          .isEqualTo(expected[0] > expected[1] ? "ill" : "well");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'fill: median', true",
    "'fill: nearest, k: 3', true",
    "'fill: nearest', false",
    "'fill: mean, indicator: true', true",
    "'fill: nearest, k: 2, indicator: true', false"
  })
  void missingCellsOfNewRowsAreFilledByWhatTheModelKeeps(String fill, boolean scale) {
    writeMixed();
    change(study, "fill: mean", fill);
    change(study, "stop:", "scale: " + scale + "\nstop:");
    run("out");
    Scored scored = predict("out", "a=a.csv", "b=b.csv", "c=c.csv");
    ByHand hand = ByHand.read(dir.resolve("out/model"));
    for (String id : scored.rows().keySet()) {
      double[] expected = hand.scores(List.of("maple", "birch", "cedar"), cells(id, "a", "b", "c"));
      assertThat(Scored.distance(scored.scores(id), expected)).as(id).isLessThan(1e-12);
    }
    boolean kept = fill.contains("nearest");
    assertThat(read(dir.resolve("out/model/birch.json")).contains("\"sample\"")).isEqualTo(kept);
  }

  @Test
  void algorithmTwoScoresAlikeAsFarAsItConverges() {
    writeMixed();
    change(study, "mode: best", "mode: paper");
    run("out");
    Scored scored = predict("out", "a=a.csv", "b=b.csv", "c=c.csv");
    ByHand hand = ByHand.read(dir.resolve("out/model"));
    for (String id : scored.rows().keySet()) {
      double[] expected = hand.scores(List.of("maple", "birch", "cedar"), cells(id, "a", "b", "c"));
      assertThat(Scored.distance(scored.scores(id), expected)).as(id).isLessThan(1e-7);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "paper"})
  void everyPartyOfHFedMvScoresWithItsOwnPart(String mode) {
    study = SiteStudy.write(dir);
    change(study, "method: hfedmv", "method: hfedmv\nmode: " + mode);
    run("out");
    ByHand hand = ByHand.read(dir.resolve("out/model"));
    for (String party : SiteStudy.PARTIES) {
      Scored scored = predict("out", "cedar.csv", "--party", party);
      for (String id : scored.rows().keySet()) {
        Map<String, String> row = row("cedar.csv", id);
        double[] expected = hand.scores(List.of(party), Map.of("history", row, "blood", row));
        assertThat(Scored.distance(scored.scores(id), expected)).as(party + id).isLessThan(1e-12);
      }
    }
    Scored all = predict("out", "cedar.csv");
    put(
        dir.resolve("one.csv"),
        read(dir.resolve("cedar.csv"))
            .lines()
            .limit(2)
            .collect(Collectors.joining("\n", "", "\n")));
    assertThat(predict("out", "one.csv").rows().get("p0")).isEqualTo(all.rows().get("p0"));
    assertThat(all).isEqualTo(predict("out", "cedar.csv", "--party", "birch"));
  }

  @Test
  void aPartyOfMmvflScoresAloneAndAllOfThemTogether() {
    study = SmallStudy.write(dir);
    change(study, "vfedmv", "mmvfl");
    change(
        study,
        "{beta: 0.5, zeta: 2, eta: 1}",
        "{beta: 0.5, zeta: {a: 1, b: 2, c: 5}, eta: 10, keep: 67}");
    change(study, "seed: 3", "report: {points: 0}");
    run("out");
    ByHand hand = ByHand.read(dir.resolve("out/model"));
    Scored alone = predict("out", "b=b.csv", "--party", "birch");
    Cli some = Cli.run("predict", "--model", dir.resolve("out"), "--views", "b=" + dir + "/b.csv");
    assertThat(some.err())
        .endsWith("with --views a=FILE, or score by one party with --party birch\n");
    Scored together = predict("out", "a=a.csv", "b=b.csv", "c=c.csv");
    for (String id : alone.rows().keySet()) {
      assertThat(Scored.distance(alone.scores(id), hand.alone("birch", row("b.csv", id))))
          .isLessThan(1e-12);
      double[] expected = hand.scores(List.of("maple", "birch", "cedar"), cells(id, "a", "b", "c"));
      assertThat(Scored.distance(together.scores(id), expected)).as(id).isLessThan(1e-12);
    }
    for (JsonNode part : hand.parts().values()) {
      for (JsonNode matrix : part.get("matrices")) {
        long kept = 0;
        for (JsonNode row : matrix) {
          kept += row.get(0).asDouble() == 0 && row.get(1).asDouble() == 0 ? 0 : 1;
        }
        assertThat(kept).as("of three features two are kept").isEqualTo(2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vfedmv, best", "vfedmv, paper", "mmvfl, best", "mmvfl, paper"})
  void oneRowAloneHasTheSameScores(String method) {
    study = SmallStudy.write(dir);
    String[] words = method.split(", ");
    change(study, "vfedmv\nmode: best", words[0] + "\nmode: " + words[1]);
    change(study, "seed: 3", "report: {points: 0}");
    run("out");
    Scored all = predict("out", "a=a.csv", "b=b.csv", "c=c.csv");
    for (String view : List.of("a", "b", "c")) {
      Path file = dir.resolve(view + ".csv");
      String text = read(file);
      put(
          dir.resolve("one-" + view + ".csv"),
          text.lines()
              .filter(l -> l.matches("(id|p7),.*"))
              .collect(Collectors.joining("\n", "", "\n")));
    }
    Scored one = predict("out", "a=one-a.csv", "b=one-b.csv", "c=one-c.csv");
    assertThat(one.rows()).hasSize(1);
    assertThat(Scored.distance(one.scores("p7"), all.scores("p7"))).isLessThan(1e-8);
  }

  @Test
  void columnsAreFoundByNameAndRowsById() throws IOException {
    study = SmallStudy.write(dir);
    change(study, "seed: 3", "report: {points: 0}");
    run("out");
    Scored all = predict("out", "a=a.csv", "b=b.csv", "c=c.csv");
    Damage.every("b.csv", "(?m)^([^,]*),([^,]*),([^,]*),(.*)$", "$4,x,$1,$3,$2").in(dir);
    Damage.first("b.csv", ",x,", ",more,").in(dir); // the header's
    Damage.gzip("b.csv").in(dir);
    assertThat(predict("out", "a=a.csv", "b=b.csv", "c=c.csv")).isEqualTo(all);
    SmallStudy.write(dir);
    for (String view : List.of("a", "b", "c")) {
      Damage.first(view + ".csv", "id", "patient").in(dir);
    }
    Damage.lines("c.csv", 11).in(dir);
    Cli cli =
        cli(
            "out",
            "a=a.csv",
            "b=b.csv",
            "c=c.csv",
            "--id",
            "patient",
            "--out",
            dir.resolve("s.csv").toString());
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(cli.err().lines())
        .containsExactly(
            "view a: 30 of 40 ids are not in every view and are left out",
            "view b: 30 of 40 ids are not in every view and are left out",
            "10 rows scored: " + dir.resolve("s.csv"));
    Scored some = Scored.read(dir.resolve("s.csv"));
    assertThat(some.rows()).hasSize(10);
    some.rows().forEach((id, row) -> assertThat(row).isEqualTo(all.rows().get(id)));
  }

  @Test
  void theHeldOutRowsAreKeptWithTheirScores() throws IOException {
    study = SmallStudy.write(dir);
    change(study, "seed: 3", "report: {points: 0}");
    run("out");
    for (int split = 1; split <= 2; split++) {
      Scored kept = Scored.read(dir.resolve("out/split-0" + split + "/predictions.csv"));
      JsonNode json =
          new ObjectMapper().readTree(dir.resolve("out/split-0" + split + ".json").toFile());
      assertThat(kept.header()).containsExactly("id", "truth", "class", "score:ill", "score:well");
      assertThat(kept.rows()).hasSize(10);
      assertThat(kept.accuracy()).isEqualTo(json.at("/rows/V-FedMV/accuracy").asDouble(-1));
      kept.rows()
          .forEach(
              (id, row) -> {
                assertThat(row.get("truth")).isEqualTo(row("labels.csv", id).get("label"));
                double[] scores = kept.scores(id);
                assertThat(row.get("class")).isEqualTo(scores[0] >= scores[1] ? "ill" : "well");
              });
    }
  }

  private void run(String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out));
    assertThat(cli.exit()).as(cli.err()).isZero();
  }

  private Scored predict(String run, String... arguments) {
    Cli cli = cli(run, arguments);
    assertThat(cli.exit()).as(cli.err()).isZero();
    return Scored.parse(cli.out());
  }

  /** Arguments before the first option are views; files lie in the folder. */
  private Cli cli(String run, String... arguments) {
    List<Object> line = new java.util.ArrayList<>(List.of("predict", "--model", dir.resolve(run)));
    boolean options = false;
    for (String argument : arguments) {
      options |= argument.startsWith("--");
      if (!options) {
        line.add("--views");
      }
      line.add(options ? argument : argument.replaceFirst("([^=]*)$", dir + "/$1"));
    }
    return Cli.run(line.toArray());
  }

  private Map<String, Map<String, String>> cells(String id, String... views) {
    Map<String, Map<String, String>> cells = new LinkedHashMap<>();
    for (String view : views) {
      cells.put(view, row(view + ".csv", id));
    }
    return cells;
  }

  private Map<String, String> row(String file, String id) {
    return Scored.read(dir.resolve(file)).rows().get(id);
  }
}
