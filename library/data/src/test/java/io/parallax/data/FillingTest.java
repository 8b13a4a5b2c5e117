package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Sequences;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Values in place of missing ones: medians, means of similar rows, and columns that tell of them.
 */
class FillingTest {
  private static final double NONE = Double.NaN;

  private static Table table(double[]... rows) {
    List<String> ids = IntStream.range(0, rows.length).mapToObj(Integer::toString).toList();
    List<String> columns = IntStream.range(0, rows[0].length).mapToObj(j -> "c" + j).toList();
    return new Table("t", ids, columns, Matrix.of(rows));
  }

  private static Matrix filled(Missing rule, Table training, Matrix rows) {
    return Scaler.fit(Scaling.NONE, training, rule).apply(rows, rule);
  }

  @Test
  void mediansOfTrainingRowsReplaceWhatIsMissing() {
    Table training =
        table(new double[][] {{1, 5, NONE}, {NONE, 8, NONE}, {9, NONE, NONE}, {2, 6, NONE}});
    Matrix rows = Matrix.of(new double[][] {{NONE, NONE, NONE}, {7, 7, 7}});
    assertThat(filled(Missing.MEDIAN, training, rows))
        .as("of 1, 2, 9; of 5, 6, 8; a column without values")
        .isEqualTo(Matrix.of(new double[][] {{2, 6, 0}, {7, 7, 7}}));
    assertThat(
            filled(
                    Missing.MEDIAN,
                    table(new double[][] {{1}, {4}}),
                    Matrix.of(new double[][] {{NONE}}))
                .get(0, 0))
        .isEqualTo(2.5);
  }

  @Test
  void mediansAreScaledLikeAnyValue() {
    Table training = table(new double[][] {{0}, {0}, {30}, {NONE}});
    Scaler scaler = Scaler.fit(Scaling.STANDARD, training, Missing.MEDIAN);
    Matrix scaled = scaler.apply(training.values(), Missing.MEDIAN);
    assertThat(scaled.get(3, 0)).isEqualTo(scaled.get(0, 0)).isLessThan(0);
  }

  /** Columns of standard deviation 1 and 100: without common units the second would decide. */
  @Test
  void nearestRowsAreFoundInStandardDeviations() {
    Table training =
        table(
            new double[][] {{-1, 0, 10}, {-1, 200, 20}, {1, 0, 30}, {1, 200, 40}, {1, 100, NONE}});
    Matrix row = Matrix.of(new double[][] {{-0.9, 60, NONE}});
    assertThat(filled(Missing.nearest(1), training, row).get(0, 2)).isEqualTo(10);
    assertThat(filled(Missing.nearest(2), training, row).get(0, 2)).isEqualTo(15);
    assertThat(filled(Missing.nearest(50), training, row).get(0, 2))
        .as("all that have it")
        .isEqualTo(25);
  }

  @Test
  void distancesAreOverTheColumnsThatBothRowsHave() {
    Table training = table(new double[][] {{0, NONE, 1}, {NONE, 5, 2}, {4, 5, 3}});
    Matrix rows = Matrix.of(new double[][] {{0, NONE, NONE}, {NONE, NONE, NONE}});
    Matrix found = filled(Missing.nearest(1), training, rows);
    assertThat(found.row(0))
        .as("row 0 has no second column, row 1 nothing in common")
        .containsExactly(0, 5, 1);
    assertThat(found.row(1)).as("nothing to go by: means").containsExactly(2, 5, 2);
  }

  @Test
  void aBoundedSampleOfTrainingRowsIsKept() {
    Matrix x = Matrix.fill(1000, 2, (i, j) -> j == 0 ? i : NONE);
    Table many =
        new Table(
            "t",
            IntStream.range(0, 1000).mapToObj(Integer::toString).toList(),
            List.of("a", "b"),
            x);
    double[][] sample = Scaler.fit(Scaling.STANDARD, many, Missing.nearest(3)).filling().sample();
    assertThat(sample).hasNumberOfRows(Filling.MOST_ROWS);
    assertThat(sample[299][0]).as("spread over all of them").isGreaterThan(990);
    assertThat(Scaler.fit(Scaling.STANDARD, many, Missing.MEAN).filling()).isSameAs(Filling.NONE);
  }

  @Test
  void withoutGapsNoRowIsKeptAndNewRowsTakeMeans() {
    Table whole = table(new double[][] {{1, 2}, {3, 8}});
    assertThat(Scaler.fit(Scaling.NONE, whole, Missing.nearest(1)).filling().sample()).isEmpty();
    Matrix row = Matrix.of(new double[][] {{1, NONE}});
    assertThat(filled(Missing.nearest(1), whole, row).get(0, 1)).isEqualTo(5);
  }

  @Test
  void indicatorsSayWhichCellsWereMissingAndNothingOfBlankRows() {
    Table all = table(new double[][] {{1, NONE, NONE, 4}, {2, 6, 8, 4}, {NONE, 7, 9, 4}});
    assertThat(all.columnsWithGaps())
        .as("the third misses the rows of the second")
        .containsExactly(0, 1);
    Missing rule = Missing.MEAN.indicating();
    Scaler scaler =
        Scaler.fit(Scaling.NONE, all, rule).with(Filling.NONE.indicating(new int[] {0, 1}));
    Table spread = all.spreadOver(List.of("2", "absent", "0"));
    PreparedRows rows = new PreparedRows(spread, Blank.INDICATED, rule, scaler);
    assertThat(rows.columns())
        .containsExactly("c0", "c1", "c2", "c3", "c0 (missing)", "c1 (missing)", "(held)");
    assertThat(rows.matrix().toRows())
        .isDeepEqualTo(
            new double[][] {
              {1.5, 7, 9, 4, 1, 0, 1}, {1.5, 6.5, 8.5, 4, 0, 0, 0}, {1, 6.5, 8.5, 4, 0, 1, 1}
            });
  }

  @Test
  void sequencesTakeMediansOfTheirChannels() {
    Sequences layout = new Sequences(2, List.of("a"));
    Table rows =
        new Table(
            "t",
            List.of("x", "y"),
            layout.names(),
            Matrix.of(new double[][] {{2, 1, NONE}, {2, 3, 8}}),
            0,
            Optional.of(layout));
    Scaler scaler = Scaler.fit(Scaling.NONE, rows, Missing.MEDIAN);
    assertThat(scaler.apply(rows, Missing.MEDIAN).row(0)).containsExactly(2, 1, 3);
    assertThatThrownBy(() -> Scaler.fit(Scaling.NONE, rows, Missing.nearest(2)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("holds sequences or images");
  }
}
