package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RowWiseTest {
  private final Matrix a = Matrix.gaussian(37, 11, Rng.of(1));

  @Test
  void rowsAreBuiltFromZerosAndChangedAsCopies() {
    Matrix diagonal = RowWise.build(5, 5, (i, row) -> row[i] += 1);
    assertThat(diagonal).isEqualTo(Matrix.identity(5));
    Matrix before = a.scale(1);
    Matrix negative =
        RowWise.map(
            a,
            (i, row) -> {
              for (int j = 0; j < row.length; j++) {
                row[j] = -row[j];
              }
            });
    assertThat(negative).isEqualTo(a.scale(-1));
    assertThat(a).isEqualTo(before);
  }

  @Test
  void sumsAndMeasuresAreThoseOfTheRows() {
    double[] sums = RowWise.sums(a);
    double[] firsts = RowWise.measure(a, (i, row) -> row[0]);
    for (int i = 0; i < a.rows(); i++) {
      double sum = 0;
      for (double value : a.row(i)) {
        sum += value;
      }
      assertThat(sums[i]).isCloseTo(sum, within(1e-12));
      assertThat(firsts[i]).isEqualTo(a.get(i, 0));
    }
  }
}
