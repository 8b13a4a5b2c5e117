package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaveOneOutTest {
  private static final int ROWS = 25;
  private static final int COLUMNS = 6;
  private final Rng rng = Rng.of(5);
  private final Matrix f = Matrix.gaussian(ROWS, COLUMNS, rng);
  private final Matrix y = Matrix.fill(ROWS, 3, (i, c) -> i % 3 == c ? 1 : 0);
  private final double[] weights =
      IntStream.range(0, ROWS).mapToDouble(i -> i % 3 == 0 ? 2 : 0.5).toArray();

  @ParameterizedTest
  @ValueSource(doubles = {100, 1, 1e-4})
  void scoresOfLeftOutRowsAreThoseOfFitsWithoutThem(double lambda) {
    LeaveOneOut.Fit fit = new LeaveOneOut(f, y, weights).at(lambda);
    double error = 0;
    for (int i = 0; i < ROWS; i++) {
      int left = i;
      int[] others = IntStream.range(0, ROWS).filter(j -> j != left).toArray();
      Matrix refit = refit(others, lambda);
      Matrix score = withOnes(f.selectRows(new int[] {i})).times(refit);
      assertThat(fit.others().selectRows(new int[] {i}).maxAbsDifference(score)).isLessThan(1e-9);
      error += weights[i] * score.squaredDistance(y.selectRows(new int[] {i}));
    }
    assertThat(fit.error()).isCloseTo(error, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {100, 1, 1e-4})
  void theFitSolvesTheNormalEquations(double lambda) {
    LeaveOneOut.Fit fit = new LeaveOneOut(f, y, weights).at(lambda);
    Matrix all = Matrix.stackRows(List.of(fit.coefficients(), fit.intercept()));
    Matrix direct = refit(IntStream.range(0, ROWS).toArray(), lambda);
    assertThat(all.maxAbsDifference(direct)).isLessThan(1e-10);
  }

  /** Weighted least squares with a column of ones that is not penalised. */
  private Matrix refit(int[] rows, double lambda) {
    Matrix x = withOnes(f.selectRows(rows));
    Matrix weighted = Matrix.fill(x.rows(), x.cols(), (i, j) -> weights[rows[i]] * x.get(i, j));
    Matrix penalty = Matrix.fill(x.cols(), x.cols(), (i, j) -> i == j && i < COLUMNS ? lambda : 0);
    return x.transposeTimes(weighted)
        .plus(penalty)
        .cholesky()
        .solve(weighted.transposeTimes(y.selectRows(rows)));
  }

  private static Matrix withOnes(Matrix a) {
    return Matrix.stackColumns(List.of(a, Matrix.fill(a.rows(), 1, (i, j) -> 1)));
  }
}
