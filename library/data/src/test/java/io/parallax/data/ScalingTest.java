package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScalingTest {
  private static final double NONE = Double.NaN;

  private static Table table(Matrix x) {
    List<String> ids = IntStream.range(0, x.rows()).mapToObj(Integer::toString).toList();
    List<String> names = IntStream.range(0, x.cols()).mapToObj(j -> "c" + j).toList();
    return new Table("test", ids, names, x);
  }

  private static Scaler fit(Scaling scaling, Matrix x) {
    return Scaler.fit(scaling, table(x));
  }

  @Test
  void textIsTermFrequencyTimesRarityInRowsOfLengthOne() {
    Matrix counts = Matrix.of(new double[][] {{2, 0, 0}, {1, 1, 0}, {0, 0, 0}});
    Matrix scaled = fit(Scaling.TEXT, counts).apply(counts);
    double common = 1 - Math.log(2.0 / 3);
    double rare = 1 - Math.log(1.0 / 3);
    double length = Math.hypot(common, rare);
    assertThat(scaled.row(0)).containsExactly(1, 0, 0);
    assertThat(scaled.get(1, 0)).isCloseTo(common / length, within(1e-15));
    assertThat(scaled.get(1, 1)).isCloseTo(rare / length, within(1e-15));
    assertThat(scaled.row(2)).containsExactly(0, 0, 0);
  }

  @Test
  void aWordThatNoTrainingRowHasCountsForNothing() {
    Scaler scaler = fit(Scaling.TEXT, Matrix.of(new double[][] {{1, 0}, {2, 0}}));
    assertThat(scaler.apply(Matrix.of(new double[][] {{1, 7}})).row(0)).containsExactly(1, 0);
    assertThat(scaler.apply(Matrix.of(new double[][] {{NONE, 7}}), Missing.MEAN).row(0))
        .containsExactly(0, 0);
  }

  @Test
  void negativeCountsAreRejectedByColumn() {
    Matrix bad = Matrix.of(new double[][] {{1, 1}, {0, -3}});
    assertThatThrownBy(() -> fit(Scaling.TEXT, bad))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("column number 2")
        .hasMessageContaining("scale: text")
        .hasMessageNotContaining("-3");
  }

  @Test
  void logarithmsKeepSignsAndZeroAndTakeTailsIn() {
    Matrix x = Matrix.of(new double[][] {{-Math.expm1(2)}, {0}, {Math.expm1(2)}, {NONE}});
    Matrix scaled = fit(Scaling.LOG, x).apply(x, Missing.MEAN);
    double unit = Math.sqrt(1.5);
    assertThat(scaled.get(0, 0)).isCloseTo(-unit, within(1e-12));
    assertThat(scaled.get(1, 0)).isZero();
    assertThat(scaled.get(2, 0)).isCloseTo(unit, within(1e-12));
    assertThat(scaled.get(3, 0)).isZero();
  }

  @Test
  void ranksDependOnOrderOnly() {
    Rng rng = Rng.of(4);
    Matrix x = Matrix.fill(500, 1, (i, j) -> rng.gaussian());
    Matrix skewed = Matrix.fill(500, 1, (i, j) -> Math.exp(3 * x.get(i, j)));
    Matrix scores = fit(Scaling.QUANTILE, x).apply(x);
    Matrix others = fit(Scaling.QUANTILE, skewed).apply(skewed);
    assertThat(scores.maxAbsDifference(others)).isLessThan(0.3); // ranks between knots
    ColumnMoments moments = ColumnMoments.of(others);
    assertThat(moments.means()[0]).isCloseTo(0, within(1e-12));
    assertThat(moments.deviations()[0]).isCloseTo(1, within(1e-12));
    // the correlation with normal numbers: almost 1 after ranking, far from it before
    assertThat(correlation(x, others)).isGreaterThan(0.99);
    assertThat(correlation(x, skewed)).isLessThan(0.6);
  }

  @Test
  void equalNumbersHaveEqualScoresAndTheMeanOfTheirRanks() {
    Matrix x = Matrix.of(new double[][] {{0}, {0}, {0}, {0}, {1}, {1}, {1}, {1}});
    Matrix scores = fit(Scaling.QUANTILE, x).apply(x);
    assertThat(scores.get(0, 0)).isEqualTo(scores.get(3, 0)).isCloseTo(-1, within(1e-12));
    assertThat(scores.get(4, 0)).isEqualTo(scores.get(7, 0)).isCloseTo(1, within(1e-12));
  }

  @Test
  void numbersBeyondTheTrainingRowsHaveTheScoreOfTheEnds() {
    Matrix x = Matrix.fill(50, 1, (i, j) -> i);
    Scaler scaler = fit(Scaling.QUANTILE, x);
    Matrix far = scaler.apply(Matrix.of(new double[][] {{-1e9}, {0}, {49}, {1e300}, {24.5}}));
    assertThat(far.get(0, 0)).isEqualTo(far.get(1, 0));
    assertThat(far.get(3, 0)).isEqualTo(far.get(2, 0));
    assertThat(far.get(4, 0)).isCloseTo(0, within(1e-12));
  }

  @Test
  void constantAndEmptyColumnsBecomeZeroInEveryScalingThatDropsThem() {
    Matrix x = Matrix.of(new double[][] {{5, NONE}, {5, NONE}, {5, NONE}});
    for (Scaling scaling : List.of(Scaling.LOG, Scaling.QUANTILE)) {
      assertThat(scaling.dropsConstants()).isTrue();
      assertThat(fit(scaling, x).apply(x, Missing.MEAN)).isEqualTo(Matrix.zeros(3, 2));
    }
  }

  @Test
  void momentsOfPartsAddUpForScalingsThatSumsCanTell() {
    Rng rng = Rng.of(9);
    Matrix x = Matrix.fill(60, 2, (i, j) -> Math.floor(4 * rng.uniform()));
    int[] first = IntStream.range(0, 25).toArray();
    int[] rest = IntStream.range(25, 60).toArray();
    for (Scaling scaling : List.of(Scaling.LOG, Scaling.TEXT)) {
      ColumnMoments sum =
          ColumnMoments.sum(
              List.of(scaling.moments(x.selectRows(first)), scaling.moments(x.selectRows(rest))));
      assertThat(Scaler.from(scaling, sum).apply(x).maxAbsDifference(fit(scaling, x).apply(x)))
          .isLessThan(1e-12);
    }
    assertThatThrownBy(() -> Scaler.from(Scaling.QUANTILE, ColumnMoments.of(x)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("one party");
  }

  private static double correlation(Matrix a, Matrix b) {
    Matrix x = Scaler.from(ColumnMoments.of(a)).apply(a);
    Matrix y = Scaler.from(ColumnMoments.of(b)).apply(b);
    return IntStream.range(0, x.rows())
        .mapToDouble(i -> x.get(i, 0) * y.get(i, 0))
        .average()
        .getAsDouble();
  }
}
