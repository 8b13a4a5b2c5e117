package io.parallax.math;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows a party keeps, N samples by d features, accessed only through products: only the
 * implementation knows where they are stored. Linear methods need XᵀX, XᵀT and XW; the rest follows
 * from these, and is overridden only if that saves passes over the data.
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

  /** The same rows with the selected columns only, in the given order. */
  Features columns(int[] selected);

  /** The same rows with the columns of {@code others} behind their own. */
  default Features beside(List<Features> others) {
    List<Matrix> all = new ArrayList<>(List.of(toMatrix()));
    others.forEach(other -> all.add(other.toMatrix()));
    return of(Matrix.stackColumns(all));
  }

  /** A copy on the heap, N×d; refused where the rows must not be brought together. */
  Matrix toMatrix();

  /** T with XᵀT: one pass over the data. */
  default Target target(Matrix t) {
    return new Target(t, transposeTimes(t));
  }

  /**
   * XᵀY, d×{@code classes}, where row i of Y has a one in column {@code codes[i]}: the sums of each
   * class's rows.
   */
  default Matrix classSums(int[] codes, int classes) {
    return transposeTimes(Matrix.fill(codes.length, classes, (i, j) -> codes[i] == j ? 1 : 0));
  }

  /**
   * T = a·XW + b·Z with XᵀT, in one pass over the data where two products would take two; XᵀT has
   * the bits of {@link #transposeTimes}.
   */
  default Target blend(Matrix w, double a, double b, Matrix z) {
    return target(times(w).scale(a).plusScaled(b, z));
  }

  /**
   * XᵀT, d×c, where row i of T is row i of XW after {@code change}: T is never stored, every row is
   * changed and multiplied on while it is in the cache.
   */
  default Matrix sweep(Matrix w, RowWise.Change change) {
    return mapped(w, change).cross();
  }

  /** The same, with T kept. */
  default Target mapped(Matrix w, RowWise.Change change) {
    return target(RowWise.map(times(w), change));
  }

  /** X diag(·) Xᵀ, N×N: N²·d/2 multiplications. Meant for N below d. */
  default Matrix outer(double[] diagonal) {
    return of(toMatrix()).outer(diagonal);
  }

  /**
   * Keeps a copy of {@code x} where BLAS reads it without another, outside the Java heap when
   * OpenBLAS is loaded: a constant matrix is multiplied in every round.
   */
  static Features of(Matrix x) {
    return new DenseFeatures(Kernels.get().keep(x.rows(), x.cols(), x.array()));
  }

  /** Multiplied by plain loops: slower than BLAS, but with the same bits on every machine. */
  static Features portable(Matrix x) {
    return new DenseFeatures(new HeapRows(x.rows(), x.cols(), x.array()));
  }
}
