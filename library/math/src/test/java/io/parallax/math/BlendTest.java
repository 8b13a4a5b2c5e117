package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** T = a·XW + b·Z with XᵀT in one pass over X, by native and Java kernels. */
class BlendTest {

  static Stream<Arguments> shapesOnBothKernels() {
    int[][] shapes = {
      {1, 1, 1},
      {1, 40, 3},
      {7, 3, 2},
      {20, 300, 4},
      {900, 2000, 2},
      {1024, 16, 10},
      {1025, 129, 8},
      {5000, 130, 3},
      {5000, 130, 1},
      {3000, 40, 40},
      {1500, 20, 300},
      {70_000, 5, 3}
    };
    return Stream.of(new JavaKernels(), new OpenBlasKernels())
        .flatMap(kernels -> Stream.of(shapes).map(shape -> Arguments.of(kernels, shape)));
  }

  @ParameterizedTest
  @MethodSource("shapesOnBothKernels")
  void isTheBlendAndItsCrossProductToTheBit(Kernels kernels, int[] shape) {
    int n = shape[0];
    int d = shape[1];
    int c = shape[2];
    Rng rng = Rng.of(41);
    Matrix x = Matrix.gaussian(n, d, rng);
    Matrix w = Matrix.gaussian(d, c, rng);
    Matrix z = Matrix.gaussian(n, c, rng);
    Features features = new DenseFeatures(kernels.keep(n, d, x.array()));
    for (double[] weights : new double[][] {{0.3, 0.7}, {1, 0}, {0, 1}, {-2, 5}}) {
      double a = weights[0];
      double b = weights[1];
      Target target = features.blend(w, a, b, z);
      Matrix expected = Naive.times(x, w).scale(a).plusScaled(b, z);
      close(target.t(), expected);
      assertThat(target.cross()).isEqualTo(features.transposeTimes(target.t()));
      assertThat(features.target(target.t()).cross()).isEqualTo(target.cross());
      close(target.cross(), Naive.times(Naive.transpose(x), expected));
    }
  }

  @ParameterizedTest
  @MethodSource("shapesOnBothKernels")
  void sweepChangesRowsOnTheWayToTheBit(Kernels kernels, int[] shape) {
    int n = shape[0];
    int d = shape[1];
    int c = shape[2];
    Rng rng = Rng.of(43);
    Matrix x = Matrix.gaussian(n, d, rng);
    Matrix w = Matrix.gaussian(d, c, rng);
    Features features = new DenseFeatures(kernels.keep(n, d, x.array()));
    RowWise.Change change = (i, row) -> Arrays.setAll(row, j -> Math.max(row[j], 0) + i % 3);
    Matrix expected = RowWise.map(features.times(w), change);
    Target target = features.mapped(w, change);
    close(target.t(), expected);
    assertThat(target.cross()).isEqualTo(features.transposeTimes(target.t()));
    assertThat(features.sweep(w, change)).isEqualTo(target.cross());
  }

  @Test
  void theKernelsInUseKeepTheSamePromise() {
    Rng rng = Rng.of(42);
    Features features = Features.of(Matrix.gaussian(5000, 130, rng));
    Matrix z = Matrix.gaussian(5000, 3, rng);
    Target target = features.blend(Matrix.gaussian(130, 3, rng), 0.25, 0.75, z);
    assertThat(target.cross()).isEqualTo(features.transposeTimes(target.t()));
    assertThat(features.blend(Matrix.zeros(130, 3), 1, 1, z).t()).isEqualTo(z);
  }

  @Test
  void refusesWhatDoesNotFit() {
    Features features = Features.of(Matrix.zeros(6, 4));
    assertThatThrownBy(() -> features.blend(Matrix.zeros(5, 2), 1, 1, Matrix.zeros(6, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("6×4 times 5×2");
    assertThatThrownBy(() -> features.blend(Matrix.zeros(4, 2), 1, 1, Matrix.zeros(6, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("6×4 plus 6×3");
    assertThatThrownBy(() -> features.sweep(Matrix.zeros(5, 2), (i, row) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("6×4 times 5×2");
  }

  private static void close(Matrix actual, Matrix expected) {
    assertThat(actual.maxAbsDifference(expected)).isLessThan(1e-10 * (1 + expected.maxAbs()));
  }
}
