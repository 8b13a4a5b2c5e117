package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockLanczosTest {
  private static Matrix symmetric(int n, double[] values, Rng rng) {
    Matrix q = Matrix.orthonormal(n, n, rng);
    return q.times(Matrix.fill(n, n, (i, j) -> values[i] * q.get(j, i)));
  }

  private static double[] falling(int n) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = 1.0 / (1 + 0.1 * i);
    }
    return values;
  }

  private static void agree(Matrix a, int k, double gapTolerance) {
    Eigen dense = a.plus(a.transpose()).scale(0.5).largestEigenpairs(k);
    Eigen found = BlockLanczos.largest(a.rows(), k, a::times, Rng.of(5));
    for (int j = 0; j < k; j++) {
      assertThat(found.values()[j]).isCloseTo(dense.values()[j], within(1e-9));
    }
    Matrix difference =
        found
            .vectors()
            .timesTranspose(found.vectors())
            .minus(dense.vectors().timesTranspose(dense.vectors()));
    assertThat(difference.maxAbs()).isLessThan(gapTolerance);
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 100, 500})
  void theLargestPairsAreThoseOfTheDenseSolver(int n) {
    agree(symmetric(n, falling(n), Rng.of(n)), 4, 1e-7);
  }

  @Test
  void anEigenvalueThatOccursSeveralTimesIsFoundAsOften() {
    double[] values = falling(400);
    for (int i = 0; i < 5; i++) {
      values[i] = 2;
    }
    agree(symmetric(400, values, Rng.of(8)), 5, 1e-7);
  }

  @Test
  void anOperatorOfLowRankLosesNoDirection() {
    double[] values = new double[400];
    values[0] = 3;
    values[1] = 2;
    Eigen found = BlockLanczos.largest(400, 4, symmetric(400, values, Rng.of(8))::times, Rng.of(5));
    assertThat(found.values()).containsExactly(new double[] {3, 2, 0, 0}, within(1e-9));
    Matrix gram = found.vectors().gram();
    assertThat(gram.maxAbsDifference(Matrix.identity(4))).isLessThan(1e-9);
  }

  @Test
  void signsAreFixed() {
    Matrix a = symmetric(400, falling(400), Rng.of(6));
    Matrix first = BlockLanczos.largest(400, 3, a::times, Rng.of(1)).vectors();
    Matrix second = BlockLanczos.largest(400, 3, a::times, Rng.of(2)).vectors();
    assertThat(first.maxAbsDifference(second)).isLessThan(1e-7);
  }
}
