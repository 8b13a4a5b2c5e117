package io.parallax.math;

import java.util.Arrays;

/** Textbook computations the tests compare with: slow, obvious, and independent of the kernels. */
final class Naive {
  private Naive() {}

  static Matrix times(Matrix a, Matrix b) {
    return Matrix.fill(
        a.rows(),
        b.cols(),
        (i, j) -> {
          double sum = 0;
          for (int k = 0; k < a.cols(); k++) {
            sum += a.get(i, k) * b.get(k, j);
          }
          return sum;
        });
  }

  static Matrix transpose(Matrix a) {
    return Matrix.fill(a.cols(), a.rows(), (i, j) -> a.get(j, i));
  }

  static Matrix diagonal(double... values) {
    return Matrix.fill(values.length, values.length, (i, j) -> i == j ? values[i] : 0);
  }

  /** Gauss-Jordan with pivoting. */
  static Matrix inverse(Matrix a) {
    int n = a.rows();
    double[][] m = new double[n][];
    for (int i = 0; i < n; i++) {
      m[i] = Arrays.copyOf(a.row(i), 2 * n);
      m[i][n + i] = 1;
    }
    for (int p = 0; p < n; p++) {
      int best = p;
      for (int i = p; i < n; i++) {
        best = Math.abs(m[i][p]) > Math.abs(m[best][p]) ? i : best;
      }
      double[] swapped = m[p];
      m[p] = m[best];
      m[best] = swapped;
      double pivot = m[p][p];
      for (int j = 0; j < 2 * n; j++) {
        m[p][j] /= pivot;
      }
      for (int i = 0; i < n; i++) {
        double factor = m[i][p];
        for (int j = 0; i != p && j < 2 * n; j++) {
          m[i][j] -= factor * m[p][j];
        }
      }
    }
    return Matrix.fill(n, n, (i, j) -> m[i][n + j]);
  }

  /** min ‖XW − T‖² + β‖W‖₂,₁ by accelerated proximal gradient steps of the safe length. */
  static Matrix proximalGradient(Matrix x, Matrix t, double beta, int iterations) {
    Matrix gram = times(transpose(x), x);
    Matrix target = times(transpose(x), t);
    double length = 1 / (2 * gram.largestEigenpairs(1).values()[0] + 1e-12);
    Matrix w = Matrix.zeros(x.cols(), t.cols());
    Matrix y = w;
    double momentum = 1;
    for (int k = 0; k < iterations; k++) {
      Matrix moved = y.plusScaled(2 * length, target.minus(gram.times(y)));
      double[] norms = moved.rowNorms();
      Matrix next =
          Matrix.fill(
              w.rows(),
              w.cols(),
              (i, j) ->
                  norms[i] <= beta * length ? 0 : moved.get(i, j) * (1 - beta * length / norms[i]));
      double grown = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
      boolean uphill = y.minus(next).dot(next.minus(w)) > 0;
      y = uphill ? next : next.plusScaled((momentum - 1) / grown, next.minus(w));
      momentum = uphill ? 1 : grown;
      w = next;
    }
    return w;
  }
}
