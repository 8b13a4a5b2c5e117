package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.data.Missing;
import io.parallax.run.RunFolder;
import io.parallax.study.Protection.Aggregation;
import io.parallax.study.Study;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study that is built in Java is the study that a file describes. */
class SameAsFileTest {
  private static final String PARTIES =
      """
      parties:
        st-mary: {view: blood, data: {csv: blood.csv, id: id}, labels: {csv: labels.csv, id: id, column: state}}
        riverside: {view: heart, data: {csv: heart.csv, id: id}}
        hillview: {view: sleep, data: {csv: sleep.csv, id: id}}
      """;
  @TempDir Path dir;

  @Test
  void verticalFromArraysFromFilesAndFromYaml() {
    files();
    Study read =
        yaml(
            """
            study: people
            method: vfedmv
            settings: {beta: 2}
            evaluate: {split: stratified, test: 0.25, repeats: 2}
            stop: {rounds: 40}
            report: {points: 0}
            seed: 7
            """
                + PARTIES);
    Study files = fromFiles("people").setting("beta", 2).build();
    assertThat(RunFolder.manifest(files)).isEqualTo(RunFolder.manifest(read));
    Run run = Parallax.run(read);
    assertThat(run.result().exchange().protection()).anyMatch(s -> s.contains("masked"));
    assertThat(Parallax.run(files).resultHash()).isEqualTo(run.resultHash());
    assertThat(Parallax.run(People.vertical().setting("beta", 2).build()).resultHash())
        .isEqualTo(run.resultHash());
  }

  @Test
  void searchWithPlainSumsAndPreparation() {
    files();
    Study read =
        yaml(
            """
            study: searched
            method: vfedmv
            settings: {zeta: {blood: 1, heart: 2, sleep: 3}}
            search: {eta: [1, 4], folds: 2}
            evaluate: {split: stratified, test: 0.25, repeats: 2}
            stop: {rounds: 40}
            clip: {c2: [-2, 3]}
            missing: mean
            classes: {fine: [well], not: [ill]}
            protection: {aggregation: plain}
            baselines: true
            model: false
            report: {points: 0}
            seed: 7
            """
                + PARTIES);
    Study built =
        fromFiles("searched")
            .setting("zeta", Map.of("blood", 1, "heart", 2, "sleep", 3))
            .search("eta", 1, 4)
            .searchFolds(2)
            .clip("c2", -2, 3)
            .missing(Missing.MEAN)
            .classOf("fine", "well")
            .classOf("not", "ill")
            .aggregation(Aggregation.PLAIN)
            .baselines()
            .model(false)
            .build();
    assertThat(RunFolder.manifest(built)).isEqualTo(RunFolder.manifest(read));
    Run run = Parallax.run(built);
    assertThat(run.resultHash()).isEqualTo(Parallax.run(read).resultHash());
    assertThat(run.result().searching().searched()).hasSize(2);
    assertThat(run.trained()).isEmpty();
  }

  @Test
  void horizontal() {
    StringBuilder text =
        new StringBuilder(
            """
            study: sites
            method: hfedmv
            views: [blood, heart]
            evaluate: {test: 0.25, repeats: 2}
            stop: {rounds: 30}
            report: {points: 0}
            parties:
            """);
    People.labels(dir.resolve("labels.csv"));
    for (int site = 1; site <= 3; site++) {
      People.csv(dir.resolve("blood" + site + ".csv"), 4, 10 + site);
      People.csv(dir.resolve("heart" + site + ".csv"), 3, 20 + site);
      text.append(
          "  site-%d: {data: {blood: {csv: blood%d.csv, id: id}, heart: {csv: heart%d.csv, id: id}}, labels: {csv: labels.csv, id: id, column: state}}\n"
              .formatted(site, site, site));
    }
    Run built = Parallax.run(People.horizontal().build());
    Run read = Parallax.run(yaml(text.toString()));
    assertThat(built.resultHash()).isEqualTo(read.resultHash());
    assertThat(built.result().exchange().protection()).anyMatch(s -> s.contains("masked"));
    Predictions mine = built.model().predictBy("site-2", newPeople());
    assertThat(mine.labels()).isEqualTo(read.model().predictBy("site-2", newPeople()).labels());
  }

  private static Map<String, Rows> newPeople() {
    return Map.of("blood", People.rows(4, 31), "heart", People.rows(3, 32));
  }

  @Test
  void clustersWithoutLabels() {
    files();
    Study read =
        yaml(
            """
            study: groups
            method: fedmsgl
            clusters: 2
            evaluate: {repeats: 1}
            stop: {rounds: 10}
            report: {points: 0}
            parties:
              st-mary: {view: blood, data: {csv: blood.csv, id: id}}
              riverside: {view: heart, data: {csv: heart.csv, id: id}}
              hillview: {view: sleep, data: {csv: sleep.csv, id: id}}
            """);
    Study built =
        Parallax.study("groups")
            .method("fedmsgl")
            .clusters(2)
            .party("st-mary", "blood", People.rows(4, 1))
            .party("riverside", "heart", People.rows(3, 2))
            .party("hillview", "sleep", People.rows(2, 3))
            .evaluate(Splits.random(0.2, 1))
            .rounds(10)
            .pictures(0)
            .build();
    assertThat(Parallax.run(built).resultHash()).isEqualTo(Parallax.run(read).resultHash());
  }

  private StudyBuilder fromFiles(String name) {
    return Parallax.study(name)
        .method("vfedmv")
        .party("st-mary", "blood", Rows.csv(dir.resolve("blood.csv"), "id"))
        .party("riverside", "heart", Rows.csv(dir.resolve("heart.csv"), "id"))
        .party("hillview", "sleep", Rows.csv(dir.resolve("sleep.csv"), "id"))
        .labels("st-mary", Labels.csv(dir.resolve("labels.csv"), "id", "state"))
        .evaluate(Splits.stratified(0.25, 2))
        .rounds(40)
        .pictures(0)
        .seed(7);
  }

  private void files() {
    People.csv(dir.resolve("blood.csv"), 4, 1);
    People.csv(dir.resolve("heart.csv"), 3, 2);
    People.csv(dir.resolve("sleep.csv"), 2, 3);
    People.labels(dir.resolve("labels.csv"));
  }

  private Study yaml(String text) {
    return Parallax.read(People.write(dir.resolve("study.yaml"), List.of(text)));
  }
}
