package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.View;
import io.parallax.data.Scaler;
import io.parallax.data.Split;
import io.parallax.data.Table;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.study.Study;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.ModelPart;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.RowOwners;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudySplits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Missing cells of parties with people of their own: s1 lacks some of c2 and s3 all of c3, s2 none.
 */
class OwnPeopleFillingTest {
  private static final int C2 = 1;
  private static final int C3 = 2;
  private static final String TREATED = "{fill: nearest, k: 2, indicator: [c2, kind]}";
  @TempDir Path dir;

  @BeforeEach
  void files() {
    for (int site = 1; site <= 3; site++) {
      double[][] cells = People.numbers(4, 10 + site);
      List<String> lines = new ArrayList<>(List.of("id,c1,c2,c3,c4,kind,dose,state"));
      for (int i = 0; i < cells.length; i++) {
        List<String> row = new ArrayList<>(List.of(People.IDS.get(i)));
        for (int j = 0; j < 4; j++) {
          boolean gap = (site == 1 && j == C2 && i % 5 == 1) || (site == 3 && j == C3);
          row.add(gap ? "" : Double.toString(cells[i][j]));
        }
        row.add(i % 11 == 3 ? "" : i % 3 == 0 ? "x" : "y");
        row.add(Double.toString(cells[i][0] + cells[i][3] * cells[i][3]));
        row.add(People.labels().get(i));
        lines.add(String.join(",", row));
      }
      People.write(dir.resolve("s" + site + ".csv"), lines);
    }
  }

  private Study with(String target, String missing, String... more) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "study: sites",
                "missing: " + missing,
                "evaluate: {split: random, test: 0.25, repeats: 2}",
                "stop: {rounds: 5}",
                "report: {points: 0}"));
    lines.addAll(List.of(more));
    lines.add("parties:");
    for (int site = 1; site <= 3; site++) {
      lines.add(
          "  s%1$d: {data: {csv: s%1$d.csv, id: id}, %2$s}"
              .formatted(site, target.formatted(site)));
    }
    return Parallax.read(People.write(dir.resolve("study.yaml"), lines));
  }

  private Study study(String missing, String... more) {
    List<String> all = new ArrayList<>(List.of(more));
    all.add("views: {blood: [c1, c2, c3, c4, kind]}");
    all.add("categorical: {kind: [x, y]}");
    return with("labels: {column: state}", missing, all.toArray(String[]::new));
  }

  private static Matrix matrix(Features features) {
    return features.toMatrix();
  }

  /** The value that fills a cell, computed anew from a party's training rows. */
  private static double expected(
      boolean median, Matrix x, int[] train, int row, int column, Scaler scaler) {
    int[] having =
        IntStream.of(train).filter(o -> !Double.isNaN(x.get(o, column))).sorted().toArray();
    if (having.length == 0) {
      return scaler.means()[column];
    }
    if (median) {
      double[] sorted = IntStream.of(having).mapToDouble(o -> x.get(o, column)).sorted().toArray();
      int n = sorted.length;
      return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
    int nearest =
        IntStream.of(having)
            .boxed()
            .min((a, b) -> Double.compare(distance(x, row, a, scaler), distance(x, row, b, scaler)))
            .orElseThrow();
    return x.get(nearest, column);
  }

  private static double distance(Matrix x, int a, int b, Scaler scaler) {
    return IntStream.range(0, x.cols())
        .mapToDouble(j -> (x.get(a, j) - x.get(b, j)) / scaler.deviations()[j])
        .filter(difference -> !Double.isNaN(difference))
        .map(difference -> difference * difference)
        .average()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"median, true", "'{fill: nearest, k: 1}', false"})
  void cellsAreFilledByThePartysOwnTrainingRows(String missing, boolean median) {
    StudyData data = StudyReader.load(study(missing, "method: hfedmv", "scale: false"));
    Matrix x = data.tables().get("blood").values();
    for (Split split : new StudySplits(data).all()) {
      Scaler pooled = data.scaler("blood", split);
      Fold fold = data.fold(split, "training");
      for (int p = 0; p < 3; p++) {
        View view = fold.views().get(p);
        int[] train = data.owners().orElseThrow().rows(p, split.train());
        int[] test = data.owners().orElseThrow().rows(p, split.test());
        for (int[] rows : List.of(train, test)) {
          Matrix found = matrix(rows == train ? view.features() : view.heldOut().orElseThrow());
          for (int i = 0; i < rows.length; i++) {
            for (int j : new int[] {0, C2, C3, 4}) {
              double cell = x.get(rows[i], j);
              double filled =
                  Double.isNaN(cell) ? expected(median, x, train, rows[i], j, pooled) : cell;
              assertThat(found.get(i, j)).isCloseTo(filled, within(1e-12));
            }
          }
        }
      }
    }
  }

  /** The rows of one party, as its own machine reads them. */
  private static StudyData alone(StudyData all, int party) {
    int[] own = all.owners().orElseThrow().rows(party, all.everything().train());
    Map<String, Table> tables = new LinkedHashMap<>();
    all.tables().forEach((view, table) -> tables.put(view, table.at(own)));
    return new StudyData(
        all.study(),
        tables,
        all.columns(),
        all.select(own),
        all.classes(),
        java.util.Optional.of(
            RowOwners.inOrder(List.of(all.owners().get().ids().get(party)), List.of(own.length))),
        new int[0],
        List.of());
  }

  private static int[] places(int[] rows, int[] own) {
    return IntStream.of(rows).map(row -> Arrays.binarySearch(own, row)).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"median", "{fill: mean, indicator: true}", TREATED})
  void aPartyPreparesTheSameBitsByItself(String missing) {
    StudyData data = StudyReader.load(study(missing, "method: hfedmv"));
    RowOwners owners = data.owners().orElseThrow();
    Split split = new StudySplits(data).all().get(1);
    Map<String, Scaler> told = Map.of("blood", data.scaler("blood", split));
    Fold fold = data.fold(split, "training");
    for (int p = 0; p < 3; p++) {
      int[] own = owners.rows(p, data.everything().train());
      Split part =
          new Split(
              places(owners.rows(p, split.train()), own),
              places(owners.rows(p, split.test()), own));
      View view = alone(data, p).site(part, told).get(0);
      assertThat(view.columns()).isEqualTo(fold.views().get(p).columns());
      assertThat(matrix(view.features())).isEqualTo(matrix(fold.views().get(p).features()));
      assertThat(matrix(view.heldOut().orElseThrow()))
          .isEqualTo(matrix(fold.views().get(p).heldOut().orElseThrow()));
    }
  }

  @Test
  void allPartiesHaveTheSameFurtherColumnsWhateverTheyLack() {
    StudyData all = StudyReader.load(study("{fill: mean, indicator: true}", "method: hfedmv"));
    Fold fold = all.fold(all.everything(), "training");
    assertThat(fold.views())
        .allSatisfy(
            view ->
                assertThat(view.columns().subList(6, view.columns().size()))
                    .containsExactly(
                        "c1 (missing)",
                        "c2 (missing)",
                        "c3 (missing)",
                        "c4 (missing)",
                        "kind=x (missing)"));
    StudyData named = StudyReader.load(study(TREATED, "method: hfedmv"));
    assertThat(named.features("blood").subList(6, 8))
        .containsExactly("c2 (missing)", "kind=x (missing)")
        .isEqualTo(named.features("blood").subList(6, named.features("blood").size()));
    Matrix second = matrix(fold.views().get(1).features());
    assertThat(IntStream.range(0, second.rows()).mapToDouble(i -> second.get(i, 6 + C2)))
        .as("s2 lacks none")
        .containsOnly(0.0);
    Matrix third = matrix(fold.views().get(2).features());
    assertThat(IntStream.range(0, third.rows()).mapToDouble(i -> third.get(i, 6 + C3)))
        .containsOnly(1.0);
    assertThat(IntStream.range(0, third.rows()).mapToDouble(i -> third.get(i, C3)))
        .as("the mean of all parties' rows")
        .containsOnly(0.0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"method: hfedmv\nbaselines: true", "method: fedavg\nsettings: {epochs: 1}"})
  void aModelFillsNewRowsAsItsPartyDid(String method) {
    Study study = study(TREATED, method);
    Run run = Parallax.run(study, Options.in(dir.resolve("run")));
    assertThat(run.accuracy()).isGreaterThan(0.7);
    StudyData data = StudyReader.load(study);
    Fold fold = data.fold(data.everything(), "model");
    ModelFolder folder = ModelFolder.at(dir.resolve("run/model"));
    for (int p = 0; p < 3; p++) {
      ModelPart.Input input = folder.part("s" + (p + 1)).views().get(0);
      int[] own = data.owners().orElseThrow().rows(p, data.everything().train());
      assertThat(input.prepare(data.tables().get("blood").at(own)))
          .isEqualTo(matrix(fold.views().get(p).features()));
    }
  }

  /** Without a penalty every further column must vary, so that the study names them. */
  @Test
  void aRegressionHasACoefficientForEachNamedColumn() {
    String target = "target: {column: dose}";
    String named = "{fill: median, indicator: [c2]}";
    String columns = "views: {blood: [c1, c2, c3, c4]}";
    Run run = Parallax.run(with(target, named, columns, "method: hregression"));
    assertThat(run.result().training().fit().coefficients())
        .extracting(row -> row.column())
        .contains("c2 (missing)");
  }
}
