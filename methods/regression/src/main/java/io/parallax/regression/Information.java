package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.Eq;
import io.parallax.math.Eigen;
import io.parallax.math.Matrix;
import io.parallax.math.Threads;
import java.util.Arrays;
import java.util.List;

/**
 * The information J = (XM)ᵀH(XM) of mixed columns, from which every party works out its own
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
   * @param images XM, in blocks of columns
   * @param columns the number of all columns, which must be independent
   */
  @Eq("10")
  static Matrix inverse(List<Matrix> images, Loss.Point point, int columns) {
    Matrix j = products(images, point);
    int m = j.rows();
    Matrix even = Matrix.fill(m, m, (a, b) -> (j.get(a, b) + j.get(b, a)) / 2);
    requireFinite(even);
    Eigen eigen = even.largestEigenpairs(m);
    double least = NEGLIGIBLE * eigen.values()[0];
    int rank = (int) Arrays.stream(eigen.values()).filter(v -> v > least).count();
    requireIndependent(rank, columns);
    Matrix v = eigen.vectors();
    Matrix scaled = Matrix.fill(m, m, (a, b) -> b < columns ? v.get(a, b) / eigen.values()[b] : 0);
    return scaled.timesTranspose(v);
  }

  private static void requireFinite(Matrix information) {
    if (!information.isFinite()) {
      throw new BadInput(
          "the fit did not converge, and its standard errors are not finite; the likelihood may have no maximum; set lambda above 0, or more 'stop.rounds'");
    }
  }

  private static void requireIndependent(int rank, int columns) {
    if (rank < columns) {
      throw new BadInput(
          "the %d columns of all parties, with the intercept, are combinations of %d; without a penalty they must be independent, so one party's columns repeat another's; leave columns out or set lambda above 0"
              .formatted(columns, rank));
    }
  }

  /** Returns (XM)ᵀH(XM), of which H(XM) is held for one block of columns at a time. */
  private static Matrix products(List<Matrix> images, Loss.Point point) {
    int blocks = images.size();
    Matrix[][] parts = new Matrix[blocks][blocks];
    for (int b = 0; b < blocks; b++) {
      Matrix action = actions(images.get(b), point);
      for (int a = 0; a <= b; a++) {
        parts[a][b] = images.get(a).transposeTimes(action);
        parts[b][a] = a < b ? parts[a][b].transpose() : parts[a][b];
      }
    }
    return Matrix.stackRows(
        Arrays.stream(parts).map(row -> Matrix.stackColumns(List.of(row))).toList());
  }

  private static Matrix actions(Matrix images, Loss.Point point) {
    double[][] columns = new double[images.cols()][];
    Threads.forEach(columns.length, c -> columns[c] = point.action(column(images, c)));
    return Matrix.fill(images.rows(), images.cols(), (i, c) -> columns[c][i]);
  }

  private static double[] column(Matrix a, int j) {
    double[] column = new double[a.rows()];
    for (int i = 0; i < column.length; i++) {
      column[i] = a.get(i, j);
    }
    return column;
  }
}
