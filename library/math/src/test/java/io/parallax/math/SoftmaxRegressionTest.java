package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SoftmaxRegressionTest {
  private static final double LAMBDA = 0.3;
  private final Matrix x = Matrix.gaussian(60, 7, Rng.of(3));
  private final Matrix y = oneHot(60, 3);

  private static Matrix oneHot(int rows, int classes) {
    return Matrix.fill(rows, classes, (i, c) -> (i * 7 + i / 5) % classes == c ? 1 : 0);
  }

  private static Matrix withOnes(Matrix x) {
    return Matrix.stackColumns(List.of(x, Matrix.fill(x.rows(), 1, (i, j) -> 1)));
  }

  /** Xᵀ(Y − P) − λW, which is 0 at the optimum; no λ for the last row. */
  private static Matrix slope(Matrix x, Matrix y, Matrix w) {
    Matrix p = SoftmaxLoss.probabilities(x.times(w));
    Matrix g = x.transposeTimes(y.minus(p));
    int last = w.rows() - 1;
    return Matrix.fill(
        w.rows(), w.cols(), (i, c) -> g.get(i, c) - (i == last ? 0 : LAMBDA * w.get(i, c)));
  }

  @Test
  void theGradientIsZeroAtTheOptimum() {
    Matrix f = withOnes(x);
    Matrix w = SoftmaxRegression.ridge(Features.of(f), y, LAMBDA, true);
    assertThat(slope(f, y, w).maxAbs()).isLessThan(1e-6);
  }

  @Test
  void theResidualIsTheDerivativeOfTheLoss() {
    Matrix weighted = y.map(v -> v * 2.5);
    SoftmaxLoss loss = new SoftmaxLoss(weighted);
    Matrix s = Matrix.gaussian(60, 3, Rng.of(5));
    double h = 1e-6;
    for (int c = 0; c < 3; c++) {
      int column = c;
      Matrix bump = Matrix.fill(60, 3, (i, j) -> i == 11 && j == column ? h : 0);
      double slope = (loss.at(s.plus(bump)).value() - loss.at(s.minus(bump)).value()) / (2 * h);
      assertThat(slope).isCloseTo(-loss.at(s).residual().get(11, c), within(1e-7));
    }
  }

  @Test
  void extremeScoresGiveFiniteLosses() {
    SoftmaxLoss loss = new SoftmaxLoss(y);
    SoftmaxLoss.Point point = loss.at(Matrix.fill(60, 3, (i, c) -> c == 0 ? 1e6 : -1e6));
    assertThat(point.value()).isFinite().isGreaterThan(1e7);
    assertThat(point.residual().isFinite()).isTrue();
  }

  @Test
  void aClassThatNoRowHasIsLeftOut() {
    Matrix four = Matrix.stackColumns(List.of(y, Matrix.zeros(60, 1)));
    Matrix f = withOnes(x);
    Matrix w = SoftmaxRegression.ridge(Features.of(f), four, LAMBDA, true);
    Matrix three = SoftmaxRegression.ridge(Features.of(f), y, LAMBDA, true);
    assertThat(w.selectColumns(new int[] {0, 1, 2}).maxAbsDifference(three)).isLessThan(1e-6);
    assertThat(w.selectColumns(new int[] {3}).maxAbs()).isZero();
    assertThat(new SoftmaxLoss(four).present(3)).isFalse();
  }

  @Test
  void repeatedAndConstantColumnsAreNoHindrance() {
    Matrix f = withOnes(Matrix.stackColumns(List.of(x, x, Matrix.zeros(60, 2))));
    Matrix w = SoftmaxRegression.ridge(Features.of(f), y, LAMBDA, true);
    assertThat(slope(f, y, w).maxAbs()).isLessThan(1e-6);
  }

  @Test
  void moreColumnsThanRowsAreNoHindrance() {
    Matrix f = withOnes(Matrix.gaussian(20, 50, Rng.of(8)));
    Matrix few = oneHot(20, 3);
    Matrix w = SoftmaxRegression.ridge(Features.of(f), few, LAMBDA, true);
    assertThat(slope(f, few, w).maxAbs()).isLessThan(1e-6);
  }

  @Test
  void aRidgeSystemSolvesEitherWay() {
    for (int width : new int[] {5, 90}) {
      Matrix rows = Matrix.gaussian(30, width, Rng.of(width));
      double[] ridge = new double[width];
      java.util.Arrays.setAll(ridge, i -> 0.1 + i);
      Matrix b = Matrix.gaussian(width, 2, Rng.of(9));
      Matrix z = new RidgeSystem(Features.of(rows)).solve(ridge, b);
      Matrix back = rows.gram().plus(Naive.diagonal(ridge)).times(z);
      assertThat(back.maxAbsDifference(b)).isLessThan(1e-9);
    }
  }
}
