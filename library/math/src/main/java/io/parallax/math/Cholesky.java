package io.parallax.math;

import java.util.Optional;

/**
 * The factor L of a symmetric positive definite A = L Lᵀ (n×n), kept so that several right-hand
 * sides share one factorisation: n³/3 multiplications once, n²·c for every solve with c columns.
 */
public final class Cholesky {
  private static final double NEGLIGIBLE_PIVOT = 1e-12;

  private final int size;
  private final double[] lower;

  /** Factors the lower triangle of {@code a}, which is overwritten. */
  Cholesky(int size, double[] a) {
    int failed = Kernels.get().cholesky(size, a);
    if (failed >= 0) {
      throw new IllegalArgumentException(
          "matrix "
              + size
              + "×"
              + size
              + " is not positive definite: Cholesky fails at pivot "
              + failed);
    }
    this.size = size;
    this.lower = a;
  }

  /** The factor, unless rounding has made {@code a}, which is overwritten, indefinite. */
  static Optional<Cholesky> attempt(int size, double[] a) {
    return Kernels.get().cholesky(size, a) >= 0
        ? Optional.empty()
        : Optional.of(new Cholesky(a, size));
  }

  private Cholesky(double[] lower, int size) {
    this.size = size;
    this.lower = lower;
  }

  /** A⁻¹ b, n×c. */
  public Matrix solve(Matrix b) {
    if (b.rows() != size) {
      throw new IllegalArgumentException(
          "right-hand side has " + b.rows() + " rows, the factored matrix has " + size);
    }
    double[] x = b.toArray();
    Kernels.get().choleskySolve(size, b.cols(), lower, x);
    return Matrix.wrap(size, b.cols(), x);
  }

  /**
   * Returns true if a pivot is lost to rounding: it is below 10⁻¹² of the diagonal entry that it
   * came from.
   */
  boolean isNearlySingular() {
    for (int i = 0; i < size; i++) {
      double pivot = lower[i * size + i];
      double diagonal = HeapRows.dot(lower, i * size, lower, i * size, i + 1);
      if (pivot * pivot < NEGLIGIBLE_PIVOT * diagonal) {
        return true;
      }
    }
    return false;
  }

  /** A⁻¹, exactly symmetric. */
  Matrix inverse() {
    return Matrix.wrap(size, size, Kernels.get().choleskyInverse(size, lower));
  }

  /** ln det A. */
  public double logDeterminant() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += StrictMath.log(lower[i * size + i]);
    }
    return 2 * sum;
  }
}
