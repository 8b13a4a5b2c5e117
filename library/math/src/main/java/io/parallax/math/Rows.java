package io.parallax.math;

/**
 * An n×d matrix stored by rows and seen through products over blocks of rows: the one place where
 * heap and native memory differ. A block is rows {@code from} … {@code from + count − 1}.
 */
sealed interface Rows permits HeapRows, NativeRows, CopiedRows {
  int rows();

  int cols();

  /** The lower triangle of BᵀB (d×d) of a block B into {@code out}. */
  void gram(int from, int count, double[] out);

  /** BᵀT (d×c) into {@code out}, where T are the block's rows of {@code t} (n×c). */
  void transposeTimes(int from, int count, double[] t, int c, double[] out);

  /** BW into the block's rows of {@code out} (n×c), where {@code w} is d×c. */
  void times(int from, int count, double[] w, int c, double[] out);

  /** The operands of {@link #blend}: a·XW + b·Z with W of d×c and Z of n×c. */
  record Blend(double[] w, int c, double a, double b, double[] z) {}

  /** T = a·BW + b·Z into the block's rows of {@code t} (n×c), and BᵀT (d×c) into {@code cross}. */
  default void blend(int from, int count, Blend blend, double[] t, double[] cross) {
    int c = blend.c();
    times(from, count, blend.w(), c, t);
    for (int i = from * c; i < (from + count) * c; i++) {
      t[i] = blend.a() * t[i] + blend.b() * blend.z()[i];
    }
    transposeTimes(from, count, t, c, cross);
  }

  /** BᵀT (d×c) into {@code cross}, where T is BW with its rows changed. */
  default void sweep(
      int from, int count, double[] w, int c, RowWise.Change change, double[] cross) {
    double[] t = new double[rows() * c];
    times(from, count, w, c, t);
    double[] row = new double[c];
    for (int i = from; i < from + count; i++) {
      System.arraycopy(t, i * c, row, 0, c);
      change.apply(i, row);
      System.arraycopy(row, 0, t, i * c, c);
    }
    transposeTimes(from, count, t, c, cross);
  }

  /** B diag Xᵀ into the block's rows of {@code out} (n×n), columns 0 … from + count − 1. */
  void outer(int from, int count, double[] diagonal, double[] out);

  /** Copies a block into {@code into}, starting there at 0. */
  void read(int from, int count, double[] into);
}
