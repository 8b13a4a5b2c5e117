package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.data.Missing;
import io.parallax.math.Rng;
import io.parallax.run.RowCounts;
import io.parallax.run.RunFolder;
import io.parallax.run.StudyResult;
import io.parallax.run.certainty.CertaintyResult;
import io.parallax.run.certainty.Coverage;
import io.parallax.study.Certainty;
import io.parallax.study.Certainty.Per;
import io.parallax.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sets and intervals that hold the truth, and cells and rows that are missing. */
class CertaintyKeyTest {
  private static final String PARTIES =
      """
      parties:
        st-mary: {view: blood, data: {csv: blood.csv, id: id}, labels: {csv: labels.csv, id: id, column: state}}
        riverside: {view: heart, data: {csv: heart.csv, id: id}}
        hillview: {view: sleep, data: {csv: sleep.csv, id: id}}
      """;
  private static final String REST =
      "evaluate: {test: 0.25, repeats: 3}\nreport: {points: 0}\nseed: 7\n";
  @TempDir Path dir;

  /** Writes people of two kinds, of whom each view has a share. */
  private void files(int people, double share) {
    Rng rng = Rng.of(3);
    List<String> labels = new ArrayList<>(List.of("id,state"));
    IntStream.range(0, people).forEach(i -> labels.add("p" + i + (i % 2 == 0 ? ",well" : ",ill")));
    People.write(dir.resolve("labels.csv"), labels);
    for (String view : List.of("blood", "heart", "sleep")) {
      List<String> lines = new ArrayList<>(List.of("id,c1,c2"));
      for (int i = 0; i < people; i++) {
        double own = i % 2;
        String row = "p%d,%s,%s".formatted(i, own + rng.gaussian(), own + rng.gaussian());
        if (rng.chance(share)) {
          lines.add(row);
        }
      }
      People.write(dir.resolve(view + ".csv"), lines);
    }
  }

  private Study yaml(String text) {
    return Parallax.read(People.write(dir.resolve("study.yaml"), List.of(text)));
  }

  private Map<String, Rows> rows(String... views) {
    Map<String, Rows> rows = new java.util.LinkedHashMap<>();
    for (String view : views) {
      rows.put(view, Rows.csv(dir.resolve(view + ".csv"), "id"));
    }
    return rows;
  }

  @Test
  void setsChangeNothingElseAndHoldTheTruthAsStated() throws IOException {
    files(300, 1);
    String study = "study: people\nmethod: joint\n" + REST;
    Run without = Parallax.run(yaml(study + PARTIES));
    assertThat(without.result().comparison().certainty()).isNull();
    Study stated = yaml(study + "certainty: {miscoverage: 0.2, per: class}\n" + PARTIES);
    assertThat(stated.extras().certainty()).contains(new Certainty(0.2, 0.2, Per.CLASS, false));
    Run run = Parallax.run(stated, Options.in(dir.resolve("out")));
    assertThat(run.resultHash()).isEqualTo(without.resultHash());
    assertThat(run.result().metrics()).isEqualTo(without.result().metrics());
    CertaintyResult certainty = run.result().comparison().certainty();
    assertThat(certainty.coverage())
        .extracting(Coverage::name)
        .containsExactly("all", "ill", "well");
    assertThat(certainty.coverage().get(0).rows()).isEqualTo(3 * 75);
    assertThat(certainty.coverage())
        .allSatisfy(one -> assertThat(one.low()).isLessThan(0.85))
        .allSatisfy(one -> assertThat(one.high()).isGreaterThan(0.75));
    assertThat(run.model().about().samples()).as("a fifth of 300 calibrates").isEqualTo(240);
    Predictions found = run.model().predict(rows("blood", "heart", "sleep"));
    assertThat(found.sets()).hasSize(300).anyMatch(set -> set.size() == 1);
    found.save(dir.resolve("new.csv"));
    assertThat(Files.readAllLines(dir.resolve("new.csv")).get(0))
        .isEqualTo("id,class,set,score:ill,score:well");
    run.model().save(dir.resolve("kept"));
    Predictions again = Parallax.load(dir.resolve("kept")).predict(rows("blood", "heart", "sleep"));
    assertThat(again.sets()).isEqualTo(found.sets());
    String json = Files.readString(dir.resolve("out/result.json"));
    assertThat(StudyResult.read(json).comparison().certainty()).isEqualTo(certainty);
  }

  @Test
  void javaSaysTheSameAsAFile() {
    files(60, 1);
    Study read =
        yaml(
            "study: people\nmethod: vfedmv\nmissing: {fill: nearest, k: 3, indicator: true}\n"
                + "certainty: {miscoverage: 0.3, per: class}\n"
                + REST
                + PARTIES);
    Study built =
        Parallax.study("people")
            .method("vfedmv")
            .party("st-mary", "blood", rows("blood").get("blood"))
            .party("riverside", "heart", rows("heart").get("heart"))
            .party("hillview", "sleep", rows("sleep").get("sleep"))
            .labels("st-mary", Labels.csv(dir.resolve("labels.csv"), "id", "state"))
            .missing(Missing.nearest(3).indicating())
            .certainty(0.3, Per.CLASS)
            .evaluate(Splits.random(0.25, 3))
            .pictures(0)
            .seed(7)
            .build();
    assertThat(built.extras()).isEqualTo(read.extras());
    assertThat(RunFolder.manifest(built)).isEqualTo(RunFolder.manifest(read));
    assertThat(RunFolder.manifest(yaml("study: people\nmethod: vfedmv\n" + REST + PARTIES)))
        .isNotEqualTo(RunFolder.manifest(read));
  }

  @Test
  void intervalsOfNumbersAndCountsHoldThemAsStated() {
    for (String kind : List.of("number", "count")) {
      Rng rng = Rng.of(5);
      files(300, 1);
      List<String> lines = new ArrayList<>(List.of("id,y"));
      for (int i = 0; i < 300; i++) {
        double y = kind.equals("number") ? 100 * rng.gaussian() : Math.floor(8 * rng.uniform());
        lines.add("p%d,%s".formatted(i, y));
      }
      People.write(dir.resolve("y.csv"), lines);
      String target =
          PARTIES.replaceAll(
              "labels: .*}}", "target: {csv: y.csv, id: id, column: y, kind: " + kind + "}}");
      Run run = Parallax.run(yaml("study: y\nmethod: joint\ncertainty: true\n" + REST + target));
      Coverage all = run.result().comparison().certainty().coverage().get(0);
      assertThat(all.share()).as(kind).isCloseTo(0.9, within(0.08));
      Predictions found = run.model().predict(rows("blood", "heart", "sleep"));
      assertThat(found.sets()).isEmpty();
      double[][] ends = found.intervals();
      assertThat(ends).hasNumberOfRows(300);
      double[] middle = found.numbers();
      assertThat(IntStream.range(0, 300))
          .allMatch(i -> ends[i][0] < middle[i] && middle[i] < ends[i][1])
          .allMatch(i -> kind.equals("number") || ends[i][0] >= 0);
      double[] widths = Arrays.stream(ends).mapToDouble(e -> e[1] - e[0]).distinct().toArray();
      assertThat(widths.length > 100)
          .as("counts spread as their mean")
          .isEqualTo(kind.equals("count"));
    }
  }

  @Test
  void partiesWithPeopleOfTheirOwnCalibrateTogetherOrApart() {
    Certainty together = new Certainty(0.3, 0.3, Per.ALL, false);
    Run run = Parallax.run(People.horizontal().certainty(together).build());
    CertaintyResult found = run.result().comparison().certainty();
    assertThat(found.calibrated()).isEqualTo(3 * 14); // of 45 at each of three
    assertThat(found.coverage().get(0).share()).isGreaterThan(0.6);
    Map<String, Rows> rows = Map.of("blood", People.rows(4, 31), "heart", People.rows(3, 32));
    List<List<String>> sets = run.model().predictBy("site-2", rows).sets();
    assertThat(run.model().predict(rows).sets()).isEqualTo(sets);
    Certainty each = new Certainty(0.3, 0.3, Per.PARTY, false);
    Run apart = Parallax.run(People.horizontal().certainty(each).build());
    assertThat(apart.resultHash()).isEqualTo(run.resultHash());
    assertThat(apart.result().comparison().certainty().coverage())
        .extracting(Coverage::name)
        .containsExactly("all", "site-1", "site-2", "site-3");
    List<List<String>> any = apart.model().predict(rows).sets();
    List<List<String>> own = apart.model().predictBy("site-2", rows).sets();
    assertThat(IntStream.range(0, any.size())).allMatch(i -> any.get(i).containsAll(own.get(i)));
  }

  @Test
  void rowsThatPartiesLackAreCalibratedByTheirNumberOfViews() {
    files(900, 0.6);
    Run run =
        Parallax.run(
            yaml(
                "study: some\nmethod: joint\nalign: {need: any}\nprotection: {aggregation: plain}\n"
                    + "certainty: {per: views, holdout: 0.4}\n"
                    + REST
                    + PARTIES));
    CertaintyResult found = run.result().comparison().certainty();
    assertThat(found.coverage())
        .extracting(Coverage::name)
        .contains("1 view", "2 views", "3 views");
    assertThat(found.coverage()).allSatisfy(one -> assertThat(one.high()).isGreaterThan(0.85));
    assertThat(found.probabilities()).hasSize(found.coverage().size());
    Predictions one = run.model().predict(rows("blood"));
    Predictions all = run.model().predict(rows("blood", "heart", "sleep"));
    assertThat(size(one)).as("one view tells less").isGreaterThan(size(all));
    RowCounts counts = run.result().about().data().rows();
    assertThat(counts.used()).isEqualTo(run.result().about().samples());
    assertThat(counts.common()).isBetween(100, counts.used() / 2);
    assertThat(counts.dropped()).containsOnlyKeys("held by too few parties");
    assertThat(counts.parties().get("st-mary").has()).isBetween(500, 600);
    assertThat(counts.classes().values().stream().mapToInt(i -> i).sum()).isEqualTo(counts.used());
  }

  private static double size(Predictions found) {
    return found.sets().stream().mapToInt(List::size).average().orElseThrow();
  }

  @Test
  void statementsThatCannotBeMadeAreRejected() {
    files(60, 1);
    refused("certainty: true\nclusters: 2\n", "fedmsgl", "fedmsgl groups samples; remove it");
    refused("certainty: {holdout: 0.1}\n", "joint", "holds out 5 rows to calibrate by");
    String times =
        PARTIES.replaceAll("labels: .*}}", "target: {csv: y.csv, id: id, time: t, event: e}}");
    assertThatThrownBy(() -> yaml("study: y\nmethod: joint\ncertainty: true\n" + REST + times))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("times of people who have had no event yet are not known");
    StudyBuilder masked = People.horizontal().certainty(new Certainty(0.1, 0.2, Per.ALL, true));
    assertThatThrownBy(masked::build).hasMessageContaining("scores of H-FedMV are none");
  }

  private void refused(String keys, String method, String message) {
    String text = "study: people\nmethod: " + method + "\n" + keys + REST + PARTIES;
    assertThatThrownBy(() -> Parallax.run(yaml(text)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(message);
  }
}
