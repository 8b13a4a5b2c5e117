package io.parallax.regression;

import io.parallax.math.Matrix;

/**
 * The factor L of a symmetric A = LLᵀ (d × d), which also says whose pivot is lost to rounding.
 *
 * @param lower row by row
 * @param lost the first column that is a combination of those before it; −1 if there is none
 */
record Factor(int size, double[] lower, int lost) {
  private static final double NEGLIGIBLE = 1e-11;

  static Factor of(Matrix a) {
    int n = a.rows();
    double[] l = new double[n * n];
    int lost = -1;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        l[i * n + j] = (a.get(i, j) - dot(l, n, i, j, j)) / l[j * n + j];
      }
      double pivot = a.get(i, i) - dot(l, n, i, i, i);
      boolean small = !(pivot > NEGLIGIBLE * a.get(i, i));
      lost = small && lost < 0 ? i : lost;
      l[i * n + i] = small ? Math.sqrt(Math.max(Math.abs(a.get(i, i)), 1e-300)) : Math.sqrt(pivot);
    }
    return new Factor(n, l, lost);
  }

  private static double dot(double[] l, int n, int i, int j, int until) {
    double sum = 0;
    for (int k = 0; k < until; k++) {
      sum += l[i * n + k] * l[j * n + k];
    }
    return sum;
  }

  /** L⁻¹B. */
  Matrix solve(Matrix b) {
    double[][] x = b.toRows();
    for (int i = 0; i < size; i++) {
      for (int c = 0; c < b.cols(); c++) {
        double sum = x[i][c];
        for (int k = 0; k < i; k++) {
          sum -= lower[i * size + k] * x[k][c];
        }
        x[i][c] = sum / lower[i * size + i];
      }
    }
    return Matrix.of(x);
  }

  /** L⁻ᵀB. */
  Matrix solveTransposed(Matrix b) {
    double[][] x = b.toRows();
    for (int i = size - 1; i >= 0; i--) {
      for (int c = 0; c < b.cols(); c++) {
        double sum = x[i][c];
        for (int k = i + 1; k < size; k++) {
          sum -= lower[k * size + i] * x[k][c];
        }
        x[i][c] = sum / lower[i * size + i];
      }
    }
    return Matrix.of(x);
  }
}
