package io.parallax.math;

/**
 * The dense operations that are worth a native library, on row-major heap arrays. One
 * implementation calls OpenBLAS, the other is plain Java and always works.
 */
sealed interface Kernels permits OpenBlasKernels, JavaKernels {

  /** The implementation of this process, chosen at first use. */
  static Kernels get() {
    return Chosen.KERNELS;
  }

  /** A view of heap rows for a single product; nothing is copied before a block is needed. */
  Rows view(int rows, int cols, double[] rowMajor);

  /** Rows kept where products over them are cheapest, for data that is multiplied many times. */
  Rows keep(int rows, int cols, double[] rowMajor);

  /** Some columns of {@code source}, kept like {@link #keep}. */
  Rows keepColumns(Rows source, int[] selected);

  /** Overwrites the lower triangle of a with L; returns −1, or the index of the failing pivot. */
  int cholesky(int n, double[] a);

  /** Overwrites b (n×c) with the solution; only the lower triangle of {@code lower} is read. */
  void choleskySolve(int n, int c, double[] lower, double[] b);

  /** The full symmetric inverse of L Lᵀ, n×n, from the lower triangle of {@code lower}. */
  double[] choleskyInverse(int n, double[] lower);

  /** Eigenpairs from … to−1 in ascending order of a symmetric n×n array; signs are arbitrary. */
  Eigen eigen(int n, double[] a, int from, int to);

  /** The thin decomposition of an m×n array; signs are arbitrary. */
  Svd svd(int m, int n, double[] a);

  /** The m×n factor Q of QR with a positive diagonal of R, for full column rank and m ≥ n. */
  double[] orthonormal(int m, int n, double[] a);

  /** Holds the choice, made once when the first operation needs it. */
  final class Chosen {
    static final Kernels KERNELS = choose();

    private Chosen() {}

    private static Kernels choose() {
      String setting = System.getProperty("parallax.blas", "native");
      if (setting.equals("java")) {
        return new JavaKernels();
      }
      try {
        return new OpenBlasKernels();
      } catch (LinkageError | RuntimeException e) {
        System.err.println(
            "parallax: OpenBLAS is not available, using the Java kernels (" + e + ")");
        return new JavaKernels();
      }
    }
  }
}
