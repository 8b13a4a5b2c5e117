package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parallax.core.BadInput;
import io.parallax.data.IdRule;
import io.parallax.study.Protection.Aggregation;
import io.parallax.study.file.StudyFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in studies are told as in study files, without the place in the file. */
class BadStudyTest {
  private static final String PARTIES =
      "parties: {st-mary: {view: blood, data: {csv: a.csv, id: id}, labels: {csv: l.csv, id: id,"
          + " column: c}}, riverside: {view: heart, data: {csv: b.csv, id: id}}, hillview: {view:"
          + " sleep, data: {csv: c.csv, id: id}}}\n";
  private static final String DATA =
      "data: {views: {blood: {csv: a.csv, id: id}}, labels: {csv: l.csv, id: id, column: c}}\n";
  @TempDir Path dir;

  private static StudyBuilder pool(String method) {
    return Parallax.study("x")
        .method(method)
        .data("blood", People.rows(2, 1))
        .dataLabels(Labels.of(People.IDS, People.labels()));
  }

  static Stream<Arguments> mistakes() {
    StudyBuilder study = People.vertical();
    return Stream.of(
        Arguments.of(study.method("vfedvm"), "method: vfedvm"),
        Arguments.of(study.setting("bta", 1), "method: vfedmv\nsettings: {bta: 1}"),
        Arguments.of(study.setting("beta", -1), "method: vfedmv\nsettings: {beta: -1.0}"),
        Arguments.of(study.setting("beta", "much"), "method: vfedmv\nsettings: {beta: much}"),
        Arguments.of(
            study.setting("beta", Map.of("lungs", 1)),
            "method: vfedmv\nsettings: {beta: {lungs: 1}}"),
        Arguments.of(study.clusters(2), "method: vfedmv\nclusters: 2"),
        Arguments.of(study.classOf("all", "1"), "method: vfedmv\nclasses: {all: [1]}"),
        Arguments.of(study.search("eat", 1, 2), "method: vfedmv\nsearch: {eat: [1, 2]}"),
        Arguments.of(study.search("eta", -1), "method: vfedmv\nsearch: {eta: [-1]}"),
        Arguments.of(
            study.searchBetween("eta", 1, 2), "method: vfedmv\nsearch: {eta: {from: 1, to: 2}}"),
        Arguments.of(study.rounds(0), "method: vfedmv\nstop: {rounds: 0}"),
        Arguments.of(study.tolerance(-1), "method: vfedmv\nstop: {tolerance: -1}"),
        Arguments.of(study.clip("c1", 3, 2), "method: vfedmv\nclip: {c1: [3, 2]}"),
        Arguments.of(
            study.aggregation(Aggregation.MEDIAN),
            "method: vfedmv\nprotection: {aggregation: median}"),
        Arguments.of(study.rowClip(0), "method: vfedmv\nprotection: {row-clip: 0}"),
        Arguments.of(
            study.randomiseLabels(30), "method: vfedmv\nprotection: {labels: {epsilon: 30}}"),
        Arguments.of(
            study.search("eta", 1).searchFolds(3).searchHoldout(0.2),
            "method: vfedmv\nsearch: {eta: [1], folds: 3, holdout: 0.2}"),
        Arguments.of(
            study.search("eta", 1).searchHoldout(1),
            "method: vfedmv\nsearch: {eta: [1], holdout: 1}"),
        Arguments.of(study.searchHoldout(0.5), "method: vfedmv\nsearch: {holdout: 0.5}"),
        Arguments.of(
            study.search("eta", 1).searchTries(0), "method: vfedmv\nsearch: {eta: [1], tries: 0}"),
        Arguments.of(
            study.continueWithoutLost(0), "method: vfedmv\nstop: {lost: continue, wait: 0}"),
        Arguments.of(
            study.continueWithoutLost().aggregation(Aggregation.MASKED),
            "method: vfedmv\nstop: {lost: continue}\nprotection: {aggregation: masked}"),
        Arguments.of(
            study.select(Path.of("earlier"), 101),
            "method: vfedmv\nselect: {model: earlier, keep: 101}"),
        Arguments.of(study.align(IdRule.NONE, 0, 5), "method: vfedmv\nalign: {pad: 0}"),
        Arguments.of(
            study.align(IdRule.NONE, 1, 2_000_000_000),
            "method: vfedmv\nalign: {most: 2000000000}"),
        Arguments.of(study.lacking(-1, false), "method: vfedmv\nalign: {need: -1}"),
        Arguments.of(study.lacking(1, false, 2), "method: vfedmv\nalign: {need: 1, least: 2}"),
        Arguments.of(
            study.partition(Partition.views()),
            "method: vfedmv\npartition: {kind: vertical}\n" + PARTIES),
        Arguments.of(
            Parallax.study("x").method("vfedmv").partition(Partition.views()),
            "method: vfedmv\npartition: {kind: vertical}\nreport: {points: 0} # parties: none"),
        Arguments.of(
            pool("vfedmv"), "method: vfedmv\n" + DATA + "report: {points: 0} # parties: none"),
        Arguments.of(
            pool("vfedmv").views("blood"),
            "method: vfedmv\nviews: [blood]\n" + DATA + "report: {points: 0} # parties: none"),
        Arguments.of(
            pool("vfedmv").partition(Partition.imageParts(2, 1)),
            "method: vfedmv\n" + DATA + "partition: {kind: vertical, parts: 2} # parties: two"),
        Arguments.of(
            pool("hfedmv").partition(Partition.iid(3)).align(IdRule.NONE),
            "method: hfedmv\nalign: none\n"
                + DATA
                + "partition: {kind: horizontal, parties: 3} # parties: three"),
        Arguments.of(study.beside("fedmsgl", Map.of()), "method: vfedmv\nbeside: [fedmsgl]"),
        Arguments.of(
            study.allow("st-mary", "Nothing"),
            "method: vfedmv\nparties: {st-mary: {view: blood, data: {csv: a.csv, id: id}, allow:"
                + " [Nothing]}}"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void areToldAsInStudyFiles(StudyBuilder study, String yaml) {
    String text = "study: people\n" + yaml + "\n" + (yaml.contains("parties:") ? "" : PARTIES);
    Throwable inFile = catchThrowable(() -> StudyFile.parse("study.yaml", text, dir));
    assertThat(inFile).isInstanceOf(BadInput.class);
    String expected =
        inFile
            .getMessage()
            .replaceFirst("^study.yaml:\\d+: ", "")
            .replace("allow[0]", "allow")
            .replace(", tries, folds, holdout, by, halving", "");
    assertThatThrownBy(study::build).isInstanceOf(BadInput.class).hasMessage(expected);
  }

  @Test
  void namesAndParties() {
    rejected(Parallax.study("no name"), "study must be 1 to 64 letters, digits, dots, dashes");
    rejected(Parallax.study("x"), "the study has no 'method'; it needs one");
    rejected(Parallax.study("x").method("vfedmv"), "parties is empty; name at least one");
    StudyBuilder one = Parallax.study("x").method("vfedmv").party("a", "blood", People.rows(2, 1));
    rejected(one, "no party holds the labels; give one of them 'labels' or 'target'");
    rejected(one.party("b", "blood", People.rows(2, 1)), "view 'blood' is held by two parties");
    rejected(one.party("a", "heart", People.rows(2, 1)), "parties.a is given twice");
    rejected(
        one.labels("aa", Labels.of("1")),
        "labels names party 'aa', which the study does not have; did you mean 'a'?");
    rejected(
        one.views("blood"),
        "the study has parties with one view each and sites with people of their own; it must have"
            + " one of them; use either party and labels, or views and site");
    rejected(
        People.horizontal().views("blood"),
        "unknown key 'parties.site-1.data.heart'; known are: blood");
    rejected(
        People.horizontal().views("blood", "heart", "sleep"),
        "parties.site-1.data has no 'sleep'; it needs one");
  }

  @Test
  void partitions() {
    assertThatThrownBy(() -> Partition.iid(0))
        .hasMessage("partition.parties is 0 and must be at least 1");
    assertThatThrownBy(() -> Partition.dirichlet(3, 0))
        .hasMessage("partition.alpha is 0.0 and must be above 0");
    assertThatThrownBy(() -> Partition.iid(3).randomLabels(3))
        .hasMessage("partition.spoilt.parties is 3 of 3; at least one party keeps its labels");
    assertThatThrownBy(() -> Partition.imageParts(2, 3))
        .hasMessage("partition.active is 3 of 2 parts");
    rejected(
        pool("hfedmv").partition(Partition.iid(3)).data("blood", People.rows(2, 1)),
        "data.views.blood is given twice");
    rejected(
        Parallax.study("x")
            .method("hfedmv")
            .data("blood", People.rows(2, 1))
            .partition(Partition.iid(3)),
        "data has no 'labels'; it needs one");
    rejected(
        Parallax.study("x")
            .method("fedmsgl")
            .clusters(2)
            .party("a", "blood", People.rows(2, 1))
            .byParty(),
        "evaluate.by-party is for methods that learn labels; this one groups all rows at once");
  }

  private static void rejected(StudyBuilder study, String message) {
    assertThatThrownBy(study::build).isInstanceOf(BadInput.class).hasMessage(message);
  }

  @Test
  void arraysAndFiles() {
    assertThatThrownBy(() -> Rows.of(List.of("a"), List.of("x"), new double[2][1]))
        .hasMessage("the rows in memory: there are 1 ids and 2 rows; give an id for each row");
    assertThatThrownBy(() -> Rows.of(new double[][] {{1, 2}, {3}}))
        .hasMessage(
            "the rows in memory row 2: it has 1 numbers, and there are 2 columns; give one for each column");
    assertThatThrownBy(() -> Labels.of(List.of("a", "b"), List.of("1")))
        .hasMessageContaining("there are 2 ids and 1 values of column 'label'");
    assertThatThrownBy(() -> Rows.table(dir.resolve("blood.parquet"), "id"))
        .hasMessageContaining("add the artifact io.parallax:parallax-parquet to the class path");
    assertThatThrownBy(() -> Splits.random(2, 1))
        .hasMessage("evaluate.test is 2.0 and must lie between 0 and 1");
    double[][] broken = People.numbers(2, 1);
    broken[4][1] = Double.POSITIVE_INFINITY;
    StudyBuilder infinite =
        People.vertical().party("new", "more", Rows.of(People.IDS, List.of("x", "y"), broken));
    assertThatThrownBy(() -> Parallax.run(infinite.build()))
        .hasMessageStartingWith("the rows of party new row 5, column 'y': is not a finite number");
    broken[4][1] = Double.NaN;
    StudyBuilder missing =
        People.vertical().party("new", "more", Rows.of(People.IDS, List.of("x", "y"), broken));
    assertThatThrownBy(() -> Parallax.run(missing.build()))
        .hasMessageContaining("column 'y': the value is missing (1 in all)");
  }

  @Test
  void viewsOfPredictions() {
    TrainedModel model = Parallax.run(People.vertical().rounds(3).build()).model();
    assertThatThrownBy(() -> model.predict(Map.of("blood", People.rows(4, 1))))
        .hasMessage("the model needs view 'heart', too; give its rows");
    assertThatThrownBy(() -> model.predict(Map.of("blod", People.rows(4, 1))))
        .hasMessageStartingWith("the model has no view 'blod'; did you mean 'blood'?");
    assertThatThrownBy(() -> Parallax.run(People.vertical().rounds(3).model(false).build()).model())
        .hasMessage("the study keeps no model; it must say model(true)");
  }
}
