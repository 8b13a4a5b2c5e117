package io.parallax.math;

/**
 * The rows a party keeps, N samples by d features, seen only through products. A constant matrix
 * that is multiplied in every round is worth keeping where BLAS reads it without a copy, so the
 * values live outside the Java heap when OpenBLAS is loaded.
 */
public interface Features {
  /** N. */
  int samples();

  /** d, the number of columns. */
  int size();

  /** XᵀX, d×d, formed on first demand and kept: N·d²/2 multiplications once, none later. */
  Matrix gram();

  /** XᵀT, d×c, for T of N×c: one pass over the data. */
  Matrix transposeTimes(Matrix t);

  /** XW, N×c, for W of d×c: one pass over the data. */
  Matrix times(Matrix w);

  /** T with XᵀT: one pass over the data. */
  default Target target(Matrix t) {
    return new Target(t, transposeTimes(t));
  }

  /**
   * T = a·XW + b·Z with XᵀT, in one pass over the data where two products would take two; XᵀT has
   * the bits of {@link #transposeTimes}.
   */
  Target blend(Matrix w, double a, double b, Matrix z);

  /**
   * XᵀT, d×c, where row i of T is row i of XW after {@code change}: T is never stored, every row is
   * changed and multiplied on while it is in the cache.
   */
  Matrix sweep(Matrix w, RowWise.Change change);

  /** The same, with T kept. */
  Target mapped(Matrix w, RowWise.Change change);

  /** X diag(·) Xᵀ, N×N: N²·d/2 multiplications. Meant for N below d. */
  Matrix outer(double[] diagonal);

  /** ‖x_j‖² of every column, without forming the Gram matrix. */
  double[] columnSquares();

  /** The same rows with the selected columns only, in the given order. */
  Features columns(int[] selected);

  /** A copy on the heap, N×d. */
  Matrix toMatrix();

  /** Keeps a copy of {@code x}. */
  static Features of(Matrix x) {
    return new DenseFeatures(Kernels.get().keep(x.rows(), x.cols(), x.array()));
  }
}
