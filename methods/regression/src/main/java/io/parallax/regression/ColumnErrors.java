package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.math.Matrix;
import java.util.stream.IntStream;

/**
 * Standard errors of a party's own weights, from the covariance of mixed columns.
 *
 * @param deviations the square roots of variances, a row for each column
 * @param wald w_kᵀV_k⁻¹w_k, the chi-square of all own columns together, without that of ones
 */
record ColumnErrors(Matrix deviations, double wald) {
  /** Stands for a number that was not computed; messages and states hold no NaN. */
  static final double NONE = -1;

  static ColumnErrors none(int columns) {
    return new ColumnErrors(Matrix.fill(columns, 1, (i, j) -> NONE), NONE);
  }

  /**
   * @param mixture M_k, d × m
   * @param inverse m × m
   * @param w the weights, d × 1
   * @param own the number of columns without that of ones
   */
  @Eq("10")
  static ColumnErrors of(Matrix mixture, Matrix inverse, Matrix w, int own) {
    Matrix covariance = mixture.times(inverse).timesTranspose(mixture);
    Matrix errors =
        Matrix.fill(w.rows(), 1, (i, j) -> Math.sqrt(Math.max(0, covariance.get(i, i))));
    return new ColumnErrors(errors, own == 0 ? 0 : wald(covariance, w, own));
  }

  private static double wald(Matrix covariance, Matrix w, int own) {
    int[] columns = IntStream.range(0, own).toArray();
    Matrix part = covariance.selectRows(columns).selectColumns(columns);
    Matrix even = Matrix.fill(own, own, (i, j) -> (part.get(i, j) + part.get(j, i)) / 2);
    Factor factor = Factor.of(even);
    return factor.lost() < 0 ? factor.solve(w.selectRows(columns)).squaredNorm() : NONE;
  }
}
