package io.parallax.math;

import static org.bytedeco.openblas.global.openblas.LAPACKE_dgeqrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgesdd;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dorgqr;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotri;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotrs;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dsyevr;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;

/**
 * OpenBLAS on one thread per call. LAPACK is always called in column-major order, which spares its
 * own transposed copies: a symmetric matrix is the same in both orders, its row-major lower
 * triangle is the column-major upper one, and a general row-major matrix is its own transpose.
 */
final class OpenBlasKernels implements Kernels {
  private static final int BLOCK = 512;

  OpenBlasKernels() {
    Loader.load(openblas.class);
    openblas.blas_set_num_threads(1);
  }

  @Override
  public Rows view(int rows, int cols, double[] rowMajor) {
    return new CopiedRows(rows, cols, rowMajor);
  }

  @Override
  public Rows keep(int rows, int cols, double[] rowMajor) {
    DoublePointer memory = new DoublePointer((long) rows * cols);
    memory.put(rowMajor, 0, rows * cols);
    return new NativeRows(rows, cols, memory);
  }

  @Override
  public Rows keepColumns(Rows source, int[] selected) {
    int c = selected.length;
    DoublePointer memory = new DoublePointer((long) source.rows() * c);
    double[] block = new double[BLOCK * source.cols()];
    double[] chosen = new double[BLOCK * c];
    for (int from = 0; from < source.rows(); from += BLOCK) {
      int count = Math.min(BLOCK, source.rows() - from);
      source.read(from, count, block);
      Selections.gather(block, count, source.cols(), selected, chosen);
      memory.getPointer((long) from * c).put(chosen, 0, count * c);
    }
    return new NativeRows(source.rows(), c, memory);
  }

  @Override
  public int cholesky(int n, double[] a) {
    try (Scratch matrix = Scratch.copyOf(a, 0, n * n)) {
      int info = LAPACKE_dpotrf(LAPACK_COL_MAJOR, (byte) 'U', n, matrix.memory(), n);
      matrix.read(a, 0, n * n);
      return failedPivot(info, n, a);
    }
  }

  @Override
  public void choleskySolve(int n, int c, double[] lower, double[] b) {
    double[] columns = Selections.transpose(n, c, b);
    try (Scratch factor = Scratch.copyOf(lower, 0, n * n);
        Scratch right = Scratch.copyOf(columns, 0, n * c)) {
      require(
          LAPACKE_dpotrs(LAPACK_COL_MAJOR, (byte) 'U', n, c, factor.memory(), n, right.memory(), n),
          "dpotrs");
      right.read(columns, 0, n * c);
    }
    System.arraycopy(Selections.transpose(c, n, columns), 0, b, 0, n * c);
  }

  @Override
  public double[] choleskyInverse(int n, double[] lower) {
    double[] inverse = new double[n * n];
    try (Scratch factor = Scratch.copyOf(lower, 0, n * n)) {
      require(LAPACKE_dpotri(LAPACK_COL_MAJOR, (byte) 'U', n, factor.memory(), n), "dpotri");
      factor.read(inverse, 0, n * n);
    }
    Products.mirror(inverse, n);
    return inverse;
  }

  @Override
  public Eigen eigen(int n, double[] a, int from, int to) {
    int k = to - from;
    double[] values = new double[k];
    double[] vectors = new double[k * n];
    try (Scratch matrix = Scratch.copyOf(a, 0, n * n);
        Scratch w = Scratch.of(n);
        Scratch z = Scratch.of((long) n * k);
        IntPointer found = new IntPointer(1);
        IntPointer support = new IntPointer(2L * n)) {
      int info =
          LAPACKE_dsyevr(
              LAPACK_COL_MAJOR,
              (byte) 'V',
              (byte) 'I',
              (byte) 'U',
              n,
              matrix.memory(),
              n,
              0,
              0,
              from + 1,
              to,
              0,
              found,
              w.memory(),
              z.memory(),
              n,
              support);
      require(info, "dsyevr");
      w.read(values, 0, k);
      z.read(vectors, 0, k * n);
    }
    return new Eigen(values, Matrix.wrap(n, k, Selections.transpose(k, n, vectors)));
  }

  /** Column-major, the array is Aᵀ = V diag(s) Uᵀ, so LAPACK's left factor is V and vice versa. */
  @Override
  public Svd svd(int m, int n, double[] a) {
    int r = Math.min(m, n);
    double[] s = new double[r];
    double[] u = new double[m * r];
    double[] vt = new double[r * n];
    try (Scratch matrix = Scratch.copyOf(a, 0, m * n);
        Scratch values = Scratch.of(r);
        Scratch left = Scratch.of((long) n * r);
        Scratch right = Scratch.of((long) r * m)) {
      int info =
          LAPACKE_dgesdd(
              LAPACK_COL_MAJOR,
              (byte) 'S',
              n,
              m,
              matrix.memory(),
              n,
              values.memory(),
              left.memory(),
              n,
              right.memory(),
              r);
      require(info, "dgesdd");
      values.read(s, 0, r);
      right.read(u, 0, m * r);
      left.read(vt, 0, r * n);
    }
    Matrix v = Matrix.wrap(n, r, Selections.transpose(r, n, vt));
    return new Svd(Matrix.wrap(m, r, u), s, v);
  }

  @Override
  public double[] orthonormal(int m, int n, double[] a) {
    double[] columns = Selections.transpose(m, n, a);
    double[] signs = new double[n];
    try (Scratch matrix = Scratch.copyOf(columns, 0, m * n);
        Scratch tau = Scratch.of(n)) {
      require(LAPACKE_dgeqrf(LAPACK_COL_MAJOR, m, n, matrix.memory(), m, tau.memory()), "dgeqrf");
      for (int j = 0; j < n; j++) {
        signs[j] = matrix.memory().get((long) j * m + j) < 0 ? -1 : 1;
      }
      require(
          LAPACKE_dorgqr(LAPACK_COL_MAJOR, m, n, n, matrix.memory(), m, tau.memory()), "dorgqr");
      matrix.read(columns, 0, m * n);
    }
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < m; i++) {
        columns[j * m + i] *= signs[j];
      }
    }
    return Selections.transpose(n, m, columns);
  }

  /** LAPACK counts pivots from one, refuses NaN, and takes infinity for a pivot. */
  private static int failedPivot(int info, int n, double[] lower) {
    if (info > 0) {
      return info - 1;
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        if (!Double.isFinite(lower[i * n + j])) {
          return i;
        }
      }
    }
    require(info, "dpotrf");
    return -1;
  }

  private static void require(int info, String routine) {
    if (info != 0) {
      throw new NotFinite(
          "LAPACK " + routine + " fails with code " + info + ", are all entries finite?");
    }
  }
}
