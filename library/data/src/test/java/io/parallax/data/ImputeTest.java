package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import org.junit.jupiter.api.Test;

/** Means in place of missing values, without scaling. */
class ImputeTest {
  private static final double NONE = Double.NaN;

  @Test
  void missingValuesBecomeTheColumnMeanAndOthersStay() {
    Matrix x = Matrix.of(new double[][] {{1, NONE}, {NONE, 8}, {4, 2}});
    assertThat(Scaler.from(ColumnMoments.of(x)).impute(x))
        .isEqualTo(Matrix.of(new double[][] {{1, 5}, {2.5, 8}, {4, 2}}));
  }

  @Test
  void heldOutRowsGetTheMeansOfTheTrainingRows() {
    Scaler scaler = Scaler.from(ColumnMoments.of(Matrix.of(new double[][] {{1, 10}, {3, NONE}})));
    Matrix heldOut = Matrix.of(new double[][] {{NONE, NONE}, {100, -1}});
    assertThat(scaler.impute(heldOut)).isEqualTo(Matrix.of(new double[][] {{2, 10}, {100, -1}}));
  }

  @Test
  void aColumnWithoutValuesBecomesZero() {
    Matrix x = Matrix.of(new double[][] {{NONE, 1}, {NONE, 3}});
    assertThat(Scaler.from(ColumnMoments.of(x)).impute(x))
        .isEqualTo(Matrix.of(new double[][] {{0, 1}, {0, 3}}));
  }

  @Test
  void completeRowsAreUnchangedAndAConstantColumnKeepsItsValue() {
    Rng rng = Rng.of(8);
    Matrix x = Matrix.fill(30, 4, (i, j) -> j == 2 ? 7 : rng.gaussian());
    assertThat(Scaler.from(ColumnMoments.of(x)).impute(x)).isEqualTo(x);
  }
}
