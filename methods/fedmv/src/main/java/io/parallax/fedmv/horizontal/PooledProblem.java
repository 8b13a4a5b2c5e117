package io.parallax.fedmv.horizontal;

import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Eigen;
import io.parallax.math.Matrix;
import java.util.Comparator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Ridge regression on all views' columns together, given XᵀX and XᵀY over all rows: the least ‖XW −
 * Y‖² + λ‖W‖². The λ is that with the least {@link SumsError} among some multiples of the columns'
 * mean square, so that it costs no message.
 */
final class PooledProblem {
  private static final int SMALLEST = -12; // λ from 10^(-12/2) times the mean square
  private static final int LARGEST = 4; // to 10^(4/2) times that
  private static final double MOST_FOLLOWED = 0.95; // of N, tr H: beyond, rounding decides

  private final Products data;
  private final SumsError error;
  private final Eigen eigen; // of XᵀX
  private final Matrix turned; // Vᵀ XᵀY, V the eigenvectors

  /**
   * @param w D × C
   * @param objective ‖XW − Y‖² + λ‖W‖²
   * @param error as of {@link SumsError}
   */
  record Solution(Matrix w, double lambda, double objective, double error) {}

  PooledProblem(Products data) {
    this.data = data;
    this.error = new SumsError(data);
    this.eigen = data.gram().smallestEigenpairs(data.gram().rows());
    this.turned = eigen.vectors().transposeTimes(data.cross());
  }

  /** Returns the solution with the least error; on ties, the largest λ. */
  Solution solve() {
    double square =
        DoubleStream.of(eigen.values()).map(PooledProblem::positive).average().orElse(0);
    return IntStream.iterate(LARGEST, step -> step >= SMALLEST, step -> step - 1)
        .mapToObj(step -> at((square > 0 ? square : 1) * Math.pow(10, step / 2.0)))
        .min(Comparator.comparingDouble(Solution::error))
        .orElseThrow();
  }

  Solution at(double lambda) {
    double[] values = eigen.values();
    double trace = DoubleStream.of(values).map(v -> positive(v) / (positive(v) + lambda)).sum();
    Matrix w =
        eigen
            .vectors()
            .times(
                Matrix.fill(
                    turned.rows(),
                    turned.cols(),
                    (i, c) -> turned.get(i, c) / (positive(values[i]) + lambda)));
    return new Solution(
        w,
        lambda,
        data.samples() - w.dot(data.cross()), // at the optimum
        trace <= MOST_FOLLOWED * data.samples() ? error.of(w, trace) : Double.POSITIVE_INFINITY);
  }

  /** Sets an eigenvalue to 0 that rounding has made negative. */
  private static double positive(double eigenvalue) {
    return Math.max(0, eigenvalue);
  }
}
