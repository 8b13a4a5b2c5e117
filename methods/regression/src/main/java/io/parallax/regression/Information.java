package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.Eq;
import io.parallax.math.Eigen;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The information J = (XM)ᵀH(XM) + MᵀΛM of mixed columns, from which every party works out its own
 * standard errors: with m ≥ d random combinations, MJ⁺Mᵀ is the inverse information of all columns.
 * Its rank is the number of independent columns of all parties together.
 */
final class Information {
  private static final double NEGLIGIBLE = 1e-10; // of the largest eigenvalue
  private static final int MORE = 4; // a quarter more combinations than columns

  private Information() {}

  /** Returns the number of mixed columns for so many columns: a multiple of a block. */
  static int width(int columns) {
    int wanted = columns + 1 + columns / MORE;
    return (wanted + RegressionMessages.BLOCK - 1)
        / RegressionMessages.BLOCK
        * RegressionMessages.BLOCK;
  }

  /**
   * Returns J⁺.
   *
   * @param images XM, N × m
   * @param penalty MᵀΛM
   * @param columns the number of all columns, which must be independent
   */
  @Eq("10")
  static Matrix inverse(Matrix images, Loss.Point point, Matrix penalty, int columns) {
    Matrix j = images.transposeTimes(actions(images, point)).plus(penalty);
    int m = j.rows();
    Matrix even = Matrix.fill(m, m, (a, b) -> (j.get(a, b) + j.get(b, a)) / 2);
    Eigen eigen = even.largestEigenpairs(m);
    double least = NEGLIGIBLE * eigen.values()[0];
    int rank = (int) Arrays.stream(eigen.values()).filter(v -> v > least).count();
    requireIndependent(rank, columns);
    Matrix v = eigen.vectors();
    Matrix scaled = Matrix.fill(m, m, (a, b) -> b < columns ? v.get(a, b) / eigen.values()[b] : 0);
    return scaled.timesTranspose(v);
  }

  private static void requireIndependent(int rank, int columns) {
    if (rank < columns) {
      throw new BadInput(
          "the %d columns of all parties, with the intercept, are combinations of %d; without a penalty they must be independent, so one party's columns repeat another's; leave columns out or set lambda above 0"
              .formatted(columns, rank));
    }
  }

  private static Matrix actions(Matrix images, Loss.Point point) {
    List<Matrix> columns = new ArrayList<>();
    for (int c = 0; c < images.cols(); c++) {
      double[] image = images.selectColumns(new int[] {c}).toArray();
      columns.add(NewtonSteps.column(point.action(image)));
    }
    return Matrix.stackColumns(columns);
  }
}
