package io.parallax.math;

/** Checks the rules of every decomposition and fixes the signs that the kernels leave open. */
final class Decompositions {
  private static final double SYMMETRY = 1e-8;

  private Decompositions() {}

  static Eigen smallest(Matrix a, int k) {
    requireEigen(a, k);
    Eigen pairs = Kernels.get().eigen(a.rows(), a.array(), 0, k);
    return positive(pairs);
  }

  /** The same pairs, the entry of largest magnitude of every vector positive. */
  static Eigen positive(Eigen pairs) {
    return new Eigen(pairs.values(), scaleColumns(pairs.vectors(), signs(pairs.vectors())));
  }

  static Eigen largest(Matrix a, int k) {
    requireEigen(a, k);
    Eigen pairs = Kernels.get().eigen(a.rows(), a.array(), a.rows() - k, a.rows());
    int[] reversed = new int[k];
    double[] values = new double[k];
    for (int j = 0; j < k; j++) {
      reversed[j] = k - 1 - j;
      values[j] = pairs.values()[k - 1 - j];
    }
    Matrix vectors = pairs.vectors().selectColumns(reversed);
    return new Eigen(values, scaleColumns(vectors, signs(vectors)));
  }

  static Svd svd(Matrix a) {
    requireFinite(a);
    Svd svd = Kernels.get().svd(a.rows(), a.cols(), a.array());
    double[] signs = signs(svd.u());
    return new Svd(scaleColumns(svd.u(), signs), svd.s(), scaleColumns(svd.v(), signs));
  }

  static Matrix orthonormal(Matrix a) {
    if (a.rows() < a.cols()) {
      throw new IllegalArgumentException(
          "orthonormal columns of a " + a.shape() + ": needs at least as many rows as columns");
    }
    double[] q = Kernels.get().orthonormal(a.rows(), a.cols(), a.array());
    return Matrix.wrap(a.rows(), a.cols(), q);
  }

  static void requireSquare(Matrix a) {
    if (a.rows() != a.cols()) {
      throw new IllegalArgumentException(a.shape() + " is not square");
    }
  }

  private static void requireEigen(Matrix a, int k) {
    requireSquare(a);
    requireFinite(a);
    int n = a.rows();
    if (k < 1 || k > n) {
      throw new IllegalArgumentException(k + " eigenpairs of a " + a.shape());
    }
    double allowed = SYMMETRY * a.maxAbs();
    if (a.maxAbsDifference(a.transpose()) > allowed) {
      throw new IllegalArgumentException("eigenpairs of a " + a.shape() + " that is not symmetric");
    }
  }

  private static void requireFinite(Matrix a) {
    if (!a.isFinite()) {
      throw new IllegalArgumentException(a.shape() + " has entries that are not finite");
    }
  }

  /** For every column the sign of its entry of largest magnitude, the first of equals. */
  private static double[] signs(Matrix a) {
    double[] extreme = new double[a.cols()];
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < extreme.length; j++) {
        double x = a.array()[i * extreme.length + j];
        if (Math.abs(x) > Math.abs(extreme[j])) {
          extreme[j] = x;
        }
      }
    }
    for (int j = 0; j < extreme.length; j++) {
      extreme[j] = extreme[j] < 0 ? -1 : 1;
    }
    return extreme;
  }

  private static Matrix scaleColumns(Matrix a, double[] factors) {
    return Matrix.fill(
        a.rows(), a.cols(), (i, j) -> a.array()[i * factors.length + j] * factors[j]);
  }
}
