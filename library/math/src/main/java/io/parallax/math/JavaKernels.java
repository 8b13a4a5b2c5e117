package io.parallax.math;

/** Plain Java, for platforms without a native library: the same results up to rounding. */
final class JavaKernels implements Kernels {

  @Override
  public Rows view(int rows, int cols, double[] rowMajor) {
    return new HeapRows(rows, cols, rowMajor);
  }

  /** The array is never written, so it is kept without a copy. */
  @Override
  public Rows keep(int rows, int cols, double[] rowMajor) {
    return new HeapRows(rows, cols, rowMajor);
  }

  @Override
  public Rows keepColumns(Rows source, int[] selected) {
    double[] out = Matrix.allocate(source.rows(), selected.length);
    double[] row = new double[source.cols()];
    for (int i = 0; i < source.rows(); i++) {
      source.read(i, 1, row);
      for (int j = 0; j < selected.length; j++) {
        out[i * selected.length + j] = row[selected[j]];
      }
    }
    return new HeapRows(source.rows(), selected.length, out);
  }

  @Override
  public int cholesky(int n, double[] a) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double rest = a[i * n + j] - HeapRows.dot(a, i * n, a, j * n, j);
        if (j < i) {
          a[i * n + j] = rest / a[j * n + j];
        } else if (rest > 0 && rest < Double.POSITIVE_INFINITY) {
          a[i * n + i] = Math.sqrt(rest);
        } else {
          return i;
        }
      }
    }
    return -1;
  }

  @Override
  public void choleskySolve(int n, int c, double[] lower, double[] b) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        HeapRows.addScaled(b, i * c, -lower[i * n + j], b, j * c, c);
      }
      divide(b, i * c, c, lower[i * n + i]);
    }
    for (int i = n - 1; i >= 0; i--) {
      divide(b, i * c, c, lower[i * n + i]);
      for (int j = 0; j < i; j++) {
        HeapRows.addScaled(b, j * c, -lower[i * n + j], b, i * c, c);
      }
    }
  }

  @Override
  public double[] choleskyInverse(int n, double[] lower) {
    double[] inverse = Matrix.identity(n).toArray();
    choleskySolve(n, n, lower, inverse);
    Products.mirror(inverse, n);
    return inverse;
  }

  @Override
  public Eigen eigen(int n, double[] a, int from, int to) {
    return Jacobi.eigen(n, a, from, to);
  }

  @Override
  public Svd svd(int m, int n, double[] a) {
    if (m >= n) {
      return Jacobi.svd(m, n, a);
    }
    Svd transposed = Jacobi.svd(n, m, Selections.transpose(m, n, a));
    return new Svd(transposed.v(), transposed.s(), transposed.u());
  }

  @Override
  public double[] orthonormal(int m, int n, double[] a) {
    double[] columns = Selections.transpose(m, n, a);
    for (int j = 0; j < n; j++) {
      GramSchmidt.orthogonalise(columns, j, m);
      divide(columns, j * m, m, Norms.ofRow(columns, j * m, m));
    }
    return Selections.transpose(n, m, columns);
  }

  static void divide(double[] a, int at, int length, double divisor) {
    for (int j = at; j < at + length; j++) {
      a[j] /= divisor;
    }
  }
}
