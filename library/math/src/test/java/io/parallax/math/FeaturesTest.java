package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FeaturesTest {
  private final Rng rng = Rng.of(11);
  private final Matrix x = Matrix.gaussian(1100, 30, rng);
  private final Features features = Features.of(x);

  @Test
  void productsAreThoseOfTheMatrix() {
    Matrix w = Matrix.gaussian(30, 4, rng);
    Matrix t = Matrix.gaussian(1100, 4, rng);
    Matrix xt = Naive.transpose(x);
    close(features.times(w), Naive.times(x, w));
    close(features.transposeTimes(t), Naive.times(xt, t));
    close(features.gram(), Naive.times(xt, x));
    assertThat(features.gram()).isSameAs(features.gram());
    assertThat(features.toMatrix()).isEqualTo(x);
    assertThat(features.samples()).isEqualTo(1100);
    assertThat(features.size()).isEqualTo(30);
  }

  @Test
  void theBitsAreThoseOfAMatrixUsedOnce() {
    Matrix t = Matrix.gaussian(1100, 4, rng);
    assertThat(features.gram()).isEqualTo(x.gram());
    assertThat(features.transposeTimes(t)).isEqualTo(x.transposeTimes(t));
  }

  @Test
  void columnsKeepTheRows() {
    int[] selected = {29, 3, 3};
    assertThat(features.columns(selected).toMatrix()).isEqualTo(x.selectColumns(selected));
    assertThat(features.columns(selected).columns(new int[] {1}).toMatrix())
        .isEqualTo(x.selectColumns(new int[] {3}));
  }

  @Test
  void refusesWhatDoesNotFit() {
    assertThatThrownBy(() -> features.times(Matrix.zeros(29, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1100×30 times 29×1");
    assertThatThrownBy(() -> features.outer(new double[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 entries for 30 columns");
    assertThatThrownBy(() -> features.columns(new int[] {30}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column 30");
  }

  private static void close(Matrix actual, Matrix expected) {
    assertThat(actual.maxAbsDifference(expected)).isLessThan(1e-10 * (1 + expected.maxAbs()));
  }
}
