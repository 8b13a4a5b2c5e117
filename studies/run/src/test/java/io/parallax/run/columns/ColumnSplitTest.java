package io.parallax.run.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.data.CsvFile;
import io.parallax.math.Rng;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyRun;
import io.parallax.study.file.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One table whose columns are dealt to parties, by importance or by correlation. */
class ColumnSplitTest {
  private static final int ROWS = 240;
  @TempDir Path dir;
  private Path file;

  /** Three sets of columns that are nearly one each; the label follows a0 and b0; a word, gaps. */
  @BeforeEach
  void write() throws IOException {
    Rng rng = Rng.of(8);
    StringBuilder csv = new StringBuilder("who,a0,b0,c0,a1,b1,c1,a2,b2,c2,town,ill\n");
    for (int i = 0; i < ROWS; i++) {
      double[] hidden = {rng.gaussian(), rng.gaussian(), rng.gaussian()};
      List<String> cells = new ArrayList<>(List.of("p" + i));
      for (int k = 0; k < 3; k++) {
        for (double own : hidden) {
          cells.add(i == 7 && k == 2 ? "" : "%.3f".formatted(own + 0.3 * k * rng.gaussian()));
        }
      }
      cells.add(i % 3 == 0 ? "\"Ulm, or so\"" : i % 3 == 1 ? "Bonn" : "Kiel");
      cells.add(hidden[0] + 0.7 * hidden[1] + 0.3 * rng.gaussian() > 0 ? "yes" : "no");
      csv.append(String.join(",", cells)).append('\n');
    }
    file = Files.writeString(dir.resolve("pool.csv"), csv);
  }

  private static ColumnSplit.How correlated(double beta) {
    return new ColumnSplit.How(false, 1, beta, 3, 1);
  }

  private static ColumnSplit.How important(double alpha, int parties, long seed) {
    return new ColumnSplit.How(true, alpha, 0.5, parties, seed);
  }

  private ColumnSplit.Done cut(ColumnSplit.How how, String out, String... columns) {
    PooledTable pool =
        PooledTable.ofFile(file.toString(), "who", "ill", List.of(columns), how, note -> {});
    return new ColumnSplit(pool.study(), how).write(pool.text(), dir.resolve(out));
  }

  private static List<String> letters(ColumnSplit.Share share) {
    return share.columns().stream().map(name -> name.substring(0, 1)).distinct().toList();
  }

  @Test
  void columnsThatCorrelateAreTogetherAtZeroAndApartAtOne() {
    String[] nine = {"a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2", "c2"};
    ColumnSplit.Done together = cut(correlated(0), "together", nine);
    assertThat(together.shares()).allMatch(share -> letters(share).size() == 1);
    assertThat(together.shares()).allMatch(share -> share.inside() > share.between() + 0.5);
    assertThat(together.icor()).isEqualTo(together.low());
    ColumnSplit.Done apart = cut(correlated(1), "apart", nine);
    assertThat(apart.shares()).noneMatch(share -> letters(share).size() == 1);
    assertThat(apart.icor()).isEqualTo(apart.high()).isGreaterThan(together.icor() + 0.5);
    ColumnSplit.Done half = cut(correlated(0.5), "half", nine);
    assertThat(half.beta()).isCloseTo(0.5, within(0.15)); // nine columns leave few cuts
    assertThat(half.shares()).allMatch(share -> share.columns().size() == 3);
  }

  @Test
  void informativeColumnsAreImportant() {
    ColumnSplit.Done done = cut(important(1, 10, 1), "alone");
    double told = 0;
    for (ColumnSplit.Share share : done.shares()) {
      assertThat(share.columns()).hasSize(1);
      told += letters(share).get(0).matches("[ab]") ? share.importance() : 0;
    }
    assertThat(told).isGreaterThan(0.85);
    assertThat(done.shares().stream().mapToDouble(ColumnSplit.Share::importance).sum())
        .isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void sharesOfImportanceAreThoseDrawnAsFarAsColumnsGo(long seed) {
    double[] importance = IntStream.range(0, 60).mapToDouble(j -> j < 40 ? 1 / 40.0 : 0).toArray();
    Rng rng = Rng.of(seed);
    ImportanceCut cut = ImportanceCut.of(importance, 4, 1, rng);
    double[] reached = cut.reached(importance);
    for (int p = 0; p < 4; p++) {
      assertThat(reached[p]).isCloseTo(cut.shares()[p], within(0.02));
    }
    assertThat(ImportanceCut.of(importance, 4, 1, Rng.of(seed)).party()).isEqualTo(cut.party());
    double even = spread(ImportanceCut.of(importance, 4, 1000, rng).reached(importance));
    double uneven = spread(ImportanceCut.of(importance, 4, 0.05, rng).reached(importance));
    assertThat(even).isLessThan(0.06);
    assertThat(uneven).isGreaterThan(0.5);
    int[] all = ImportanceCut.of(importance, 4, 0.01, rng).party();
    assertThat(Arrays.stream(all).distinct().count()).isEqualTo(4);
  }

  private static double spread(double[] shares) {
    return Arrays.stream(shares).max().orElseThrow() - Arrays.stream(shares).min().orElseThrow();
  }

  @Test
  void thePartiesFilesHoldTheTableAndRun() throws IOException {
    ColumnSplit.Done done = cut(important(1, 3, 4), "parts");
    List<String> columns = new ArrayList<>();
    for (int p = 0; p < 3; p++) {
      Path own = dir.resolve("parts/party-%d/view-%d.csv".formatted(p + 1, p + 1));
      List<String> header = CsvFile.of(own).names();
      assertThat(header.subList(1, header.size())).isEqualTo(done.shares().get(p).columns());
      columns.addAll(header.subList(1, header.size()));
      List<List<String>> cells = CsvFile.of(own).cells();
      List<List<String>> pool = CsvFile.of(file).cells();
      List<String> names = CsvFile.of(file).names();
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < header.size(); j++) {
          assertThat(cells.get(i).get(j)).isEqualTo(pool.get(i).get(names.indexOf(header.get(j))));
        }
      }
    }
    assertThat(columns).hasSize(10).doesNotHaveDuplicates().contains("town");
    assertThat(dir.resolve("parts/party-1/labels.csv")).exists();
    assertThat(dir.resolve("parts/party-2/labels.csv")).doesNotExist();
    Path study = dir.resolve("parts/study.yaml");
    assertThat(Files.readString(study)).contains("categorical: [town]", "missing: mean");
    Files.writeString(study, Files.readString(study).replace("repeats: 10", "repeats: 1"));
    double accuracy =
        StudyRun.of(StudyFile.read(study), RunOptions.in(dir.resolve("run")))
            .metrics()
            .get("accuracy")
            .mean();
    assertThat(accuracy).isGreaterThan(0.8);
  }

  @Test
  void aStudyWithOneTableIsCutAndKeepsItsLines() throws IOException {
    Path study =
        Files.writeString(
            dir.resolve("study.yaml"),
            """
            # stays
            study: cut
            method: vfedmv
            settings: {beta: 0.5}
            data:
              views: {all: {csv: pool.csv, id: who, columns: [a0, b0, c0, a1, b1, town]}}
              labels: {csv: pool.csv, id: who, column: ill}
            categorical: [town]
            seed: 9
            """);
    PooledTable pool = PooledTable.ofStudy(study);
    ColumnSplit.How how = new ColumnSplit.How(false, 1, 0, 2, 1);
    ColumnSplit.Done done =
        new ColumnSplit(pool.study(), how).write(pool.text(), dir.resolve("out"));
    assertThat(done.shares()).allMatch(share -> share.columns().size() == 3);
    assertThat(Files.readString(dir.resolve("out/study.yaml")))
        .contains("# stays", "settings: {beta: 0.5}", "view: view-2")
        .doesNotContain("pool.csv");
    assertThat(StudyFile.read(dir.resolve("out/study.yaml")).views()).hasSize(2);
    Files.writeString(study, Files.readString(study).replace("data:", "other:"));
    assertThatThrownBy(() -> PooledTable.ofStudy(study))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("study.yaml:2: the study has no 'data'");
  }

  @Test
  void withoutIdsRowsAreNumbered() throws IOException {
    List<String> notes = new ArrayList<>();
    String text = Files.readString(file).replaceFirst("who", "ID");
    Files.writeString(file, text.replaceAll("(?m)^p(\\d+)", "$1"));
    ColumnSplit.How how = important(1, 2, 1);
    PooledTable pool = PooledTable.ofFile(file.toString(), null, "ill", List.of(), how, notes::add);
    ColumnSplit.Done done =
        new ColumnSplit(pool.study(), how).write(pool.text(), dir.resolve("out"));
    assertThat(notes)
        .containsExactly("column 'ID' is cut like any other; if it names the rows, add --id ID");
    List<String> all = done.shares().stream().flatMap(share -> share.columns().stream()).toList();
    assertThat(new HashSet<>(all)).hasSize(11).contains("ID").doesNotContain("row", "ill");
    assertThat(CsvFile.of(dir.resolve("out/party-1/view-1.csv")).names()).startsWith("row");
    assertThat(CsvFile.of(dir.resolve("out/party-1/labels.csv")).names())
        .containsExactly("row", "ill");
  }

  @Test
  void oneSeedGivesOneCut() {
    assertThat(cut(important(0.5, 3, 6), "one")).isEqualTo(cut(important(0.5, 3, 6), "two"));
    assertThat(cut(important(0.5, 3, 7), "three").shares())
        .isNotEqualTo(cut(important(0.5, 3, 6), "four").shares());
    assertThat(cut(correlated(0.4), "five")).isEqualTo(cut(correlated(0.4), "six"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0.5 | 2 | --alpha is 0.0 and must be above 0",
        "1 | 1.5 | 2 | --beta is 1.5 and must be from 0 to 1",
        "1 | 0.5 | 1 | --parties is 1 and must be at least 2",
        "1 | 0.5 | 11 | the table has 10 columns for 11 parties; each needs one; take fewer parties",
      })
  void numbersThatCutNothingAreRejected(double alpha, double beta, int parties, String message) {
    assertThatThrownBy(() -> cut(new ColumnSplit.How(true, alpha, beta, parties, 1), "none"))
        .isInstanceOf(BadInput.class)
        .hasMessage(message);
    assertThat(dir.resolve("none")).doesNotExist();
  }

  @Test
  void columnsThatCannotBeUsedAreNamed() throws IOException {
    assertThatThrownBy(() -> cut(correlated(0), "none", "a0", "zz"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("--columns names 'zz', which")
        .hasMessageContaining("it has a0, b0, c0");
    Files.writeString(file, Files.readString(file).replaceAll("(?m)^p(\\d+),([^,]*)", "p$1,w$1"));
    Files.writeString(file, Files.readString(file).replace("who,w", "who,a0"));
    assertThatThrownBy(() -> cut(correlated(0), "none"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("column 'a0' has words, 240 different, too many for categories");
    assertThat(dir.resolve("none")).doesNotExist();
  }

  @Test
  void labelsOfVeryManyClassesHaveNoImportance() throws IOException {
    List<String> lines = Files.readAllLines(file);
    for (int i = 1; i < lines.size(); i++) {
      lines.set(i, lines.get(i).replaceAll("[^,]*$", Integer.toString(i % 60)));
    }
    Files.write(file, lines);
    assertThatThrownBy(() -> cut(important(1, 2, 1), "none"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("more than 50 classes, for which importance is not measured");
    assertThat(cut(correlated(0.5), "out").shares())
        .allMatch(share -> Double.isNaN(share.importance()));
  }
}
