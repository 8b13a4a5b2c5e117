package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScalerTest {
  private static final double NONE = Double.NaN;

  @Test
  void momentsOfPartsAddUpToThoseOfTheWhole() {
    Rng rng = Rng.of(1);
    Matrix whole = Matrix.fill(90, 7, (i, j) -> rng.chance(0.1) ? NONE : j + rng.gaussian());
    ColumnMoments sum =
        ColumnMoments.sum(
            List.of(
                ColumnMoments.of(whole.selectRows(range(0, 20))),
                ColumnMoments.of(whole.selectRows(range(20, 21))),
                ColumnMoments.of(whole.selectRows(range(21, 90)))));
    ColumnMoments direct = ColumnMoments.of(whole);
    assertThat(sum.counts()).isEqualTo(direct.counts());
    assertThat(sum.means()).containsExactly(direct.means(), within(1e-14));
    assertThat(sum.deviations()).containsExactly(direct.deviations(), within(1e-13));
  }

  @Test
  void valuesTooLargeToAddUpBetweenPartiesAreRefused() {
    ColumnMoments small = ColumnMoments.of(Matrix.of(new double[][] {{1, 1e23}}));
    ColumnMoments large = ColumnMoments.of(Matrix.of(new double[][] {{1, 1e24}}));
    assertThat(ColumnMoments.sum(List.of(small, small)).means()).containsExactly(1, 1e23);
    assertThat(small.requireSummable("view a")).isSameAs(small);
    assertThatThrownBy(() -> large.requireSummable("view a"))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "view a: column number 2 has values too large to add up between parties: their sum and"
                + " the sum of their squares must be below 2^159 (about 7e47); scale it down");
  }

  @Test
  void missingValuesAreLeftOut() {
    ColumnMoments moments =
        ColumnMoments.of(Matrix.of(new double[][] {{1, NONE}, {NONE, NONE}, {3, NONE}}));
    assertThat(moments.counts()).containsExactly(2, 0);
    assertThat(moments.means()).containsExactly(2, 0);
    assertThat(moments.deviations()).containsExactly(1, 0);
  }

  @Test
  void aConstantColumnHasNoDeviationWhateverItsValue() {
    for (double value : new double[] {0, 0.1, -1e9 / 3, 1e-200, 12345.678}) {
      ColumnMoments part = ColumnMoments.of(Matrix.fill(333, 1, (i, j) -> value));
      assertThat(ColumnMoments.sum(List.of(part, part, part)).deviations()).containsExactly(0);
    }
  }

  /** In one pass with rounded sums, all of it would be lost beyond a mean of 1e8 deviations. */
  @Test
  void aSmallSpreadAroundALargeMeanIsFound() {
    for (double mean : new double[] {1e5, 1e9, -1e12, 0x1p40}) {
      Matrix x = Matrix.fill(10_000, 1, (i, j) -> mean + (i % 2 == 0 ? 1 : -1));
      assertThat(ColumnMoments.of(x).deviations()[0]).isCloseTo(1, within(1e-12));
      ColumnMoments half = ColumnMoments.of(x.selectRows(range(0, 5000)));
      ColumnMoments rest = ColumnMoments.of(x.selectRows(range(5000, 10_000)));
      assertThat(ColumnMoments.sum(List.of(rest, half)).deviations()[0])
          .isCloseTo(1, within(1e-12));
    }
  }

  /** x / 1000 + 1e9: a deviation of 1e-12 of the mean, as far as doubles can hold it. */
  @Test
  void aMeanOfATrillionDeviationsLeavesTheDeviationAsItIs() {
    Rng rng = Rng.of(4);
    Matrix x = Matrix.fill(2000, 1, (i, j) -> 1e9 + rng.gaussian() / 1000);
    BigDecimal n = BigDecimal.valueOf(2000);
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squares = BigDecimal.ZERO;
    for (double value : x.toArray()) {
      sum = sum.add(new BigDecimal(value));
      squares = squares.add(new BigDecimal(value).pow(2));
    }
    double exact =
        Math.sqrt(n.multiply(squares).subtract(sum.pow(2)).doubleValue()) / n.doubleValue();
    assertThat(exact).isCloseTo(1e-3, within(1e-4));
    assertThat(ColumnMoments.of(x).deviations()[0]).isCloseTo(exact, within(1e-15 * exact * 10));
    Matrix scaled = Scaler.from(ColumnMoments.of(x)).apply(x);
    assertThat(ColumnMoments.of(scaled).deviations()[0]).isCloseTo(1, within(1e-9));
  }

  /** Checks that differences by rounding are not scaled up. */
  @Test
  void roundingIsNoSpread() {
    Matrix x = Matrix.fill(99, 1, (i, j) -> i % 3 == 0 ? 0.1 + 0.2 : 0.3);
    assertThat(x.get(0, 0)).isNotEqualTo(x.get(1, 0));
    assertThat(ColumnMoments.of(x).deviations()).containsExactly(0);
  }

  @Test
  void scaledColumnsHaveMeanZeroAndDeviationOne() {
    Rng rng = Rng.of(2);
    Matrix x = Matrix.fill(50, 4, (i, j) -> 100 * j + (j + 1) * rng.gaussian());
    ColumnMoments scaled = ColumnMoments.of(Scaler.from(ColumnMoments.of(x)).apply(x));
    assertThat(scaled.means()).containsExactly(new double[4], within(1e-12));
    assertThat(scaled.deviations()).containsExactly(new double[] {1, 1, 1, 1}, within(1e-9));
  }

  @Test
  void aMissingValueBecomesTheMeanOnlyWhenAskedFor() {
    Matrix x = Matrix.of(new double[][] {{1, 5}, {NONE, 5}, {3, NONE}});
    Scaler scaler = Scaler.from(ColumnMoments.of(x));
    assertThat(scaler.apply(x, Missing.MEAN))
        .isEqualTo(Matrix.of(new double[][] {{-1, 0}, {0, 0}, {1, 0}}));
    assertThatThrownBy(() -> scaler.apply(x))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column 0");
  }

  @Test
  void valuesTooLargeToSquareAreRefused() {
    ColumnMoments moments = ColumnMoments.of(Matrix.of(new double[][] {{1, 1e200}}));
    assertThatThrownBy(moments::deviations)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("column number 2");
  }

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }
}
