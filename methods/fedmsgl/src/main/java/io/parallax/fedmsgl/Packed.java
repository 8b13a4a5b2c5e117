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
    Matrix both = s.plus(s.transpose());
    int length = Math.max(1, n * (n - 1) / 2); // one row has no pairs: a single 0
    double[] packed = new double[length];
    RowWise.measure(
        both,
        (i, row) -> {
          for (int j = 0; j < i; j++) {
            packed[start(i) + j] = row[j] / 2;
          }
          return 0;
        });
    return Matrix.of(length, 1, packed);
  }

  /** symmetric + factor · S, where S is what was packed. */
  static Matrix addTo(Matrix symmetric, double factor, Matrix packed) {
    double[] below = packed.toArray();
    return RowWise.map(
        symmetric,
        (i, row) -> {
          for (int j = 0; j < row.length; j++) {
            if (j != i) {
              row[j] += factor * below[j < i ? start(i) + j : start(j) + i];
            }
          }
        });
  }

  private static int start(int i) {
    return i * (i - 1) / 2;
  }
}
