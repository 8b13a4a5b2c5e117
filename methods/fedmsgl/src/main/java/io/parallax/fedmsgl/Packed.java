package io.parallax.fedmsgl;

import io.parallax.math.Matrix;
import io.parallax.math.RowWise;

/**
 * The symmetric part (S + Sᵀ)/2 of an n × n matrix with a zero diagonal as one column of n(n − 1)/2
 * numbers, row by row below the diagonal: half the bytes, and no more than A is made of.
 */
final class Packed {
  private Packed() {}

  static Matrix of(Matrix s) {
    int n = s.rows();
    Matrix transposed = s.transpose();
    int length = Math.max(1, n * (n - 1) / 2); // one row has no pairs: a single 0
    double[] packed = new double[length];
    RowWise.measure(
        s,
        (i, row) -> {
          double[] column = transposed.row(i);
          for (int j = 0; j < i; j++) {
            packed[start(i) + j] = (row[j] + column[j]) / 2;
          }
          return 0;
        });
    return Matrix.of(length, 1, packed);
  }

  /** Adds factor · row i of what was packed. */
  static void addRow(double[] packed, int i, double factor, double[] row) {
    for (int j = 0; j < i; j++) {
      row[j] += factor * packed[start(i) + j];
    }
    for (int j = i + 1; j < row.length; j++) {
      row[j] += factor * packed[start(j) + i];
    }
  }

  private static int start(int i) {
    return i * (i - 1) / 2;
  }
}
