package io.parallax.math;

/**
 * Products over rows, cut into blocks by the shape of the data alone and added in block order, so
 * that the bits of a result do not depend on the number of threads.
 */
final class Products {
  private static final int BLOCK = 512;
  private static final int OUTER_BLOCK = 64;
  private static final int MOST_PARTIALS = 64;
  private static final double WORTH_SPLITTING = 1 << 20;

  private Products() {}

  /** X W, n×c. */
  static Matrix times(Rows x, Matrix w) {
    require(w.rows() == x.cols(), x, "times", w);
    int n = x.rows();
    int c = w.cols();
    double[] out = Matrix.allocate(n, c);
    int blocks = (double) n * x.cols() * c < WORTH_SPLITTING ? 1 : blocks(n, BLOCK);
    Threads.forEach(blocks, k -> x.times(cut(k, blocks, n), size(k, blocks, n), w.array(), c, out));
    return Matrix.wrap(n, c, out);
  }

  /** XᵀT, d×c. */
  static Matrix transposeTimes(Rows x, Matrix t) {
    require(t.rows() == x.rows(), x, "transposed times", t);
    int c = t.cols();
    double[] out =
        sum(x, c, (from, count, part) -> x.transposeTimes(from, count, t.array(), c, part));
    return Matrix.wrap(x.cols(), c, out);
  }

  /** T = a·XW + b·Z (n×c) with XᵀT (d×c), in one pass. */
  static Target blend(Rows x, Matrix w, double a, double b, Matrix z) {
    require(w.rows() == x.cols(), x, "times", w);
    require(z.rows() == x.rows() && z.cols() == w.cols(), x, "plus", z);
    int c = w.cols();
    double[] t = Matrix.allocate(x.rows(), c);
    Rows.Blend blend = new Rows.Blend(w.array(), c, a, b, z.array());
    double[] cross = sum(x, c, (from, count, part) -> x.blend(from, count, blend, t, part));
    return new Target(Matrix.wrap(x.rows(), c, t), Matrix.wrap(x.cols(), c, cross));
  }

  /** XᵀT, d×c, where T is XW with its rows changed. */
  static Matrix sweep(Rows x, Matrix w, RowWise.Change change) {
    require(w.rows() == x.cols(), x, "times", w);
    int c = w.cols();
    double[] cross =
        sum(x, c, (from, count, part) -> x.sweep(from, count, w.array(), c, change, part));
    return Matrix.wrap(x.cols(), c, cross);
  }

  /** T, XW with its rows changed, and XᵀT, d×c. */
  static Target mapped(Rows x, Matrix w, RowWise.Change change) {
    int c = w.cols();
    double[] t = Matrix.allocate(x.rows(), c);
    Matrix cross =
        sweep(
            x,
            w,
            (i, row) -> {
              change.apply(i, row);
              System.arraycopy(row, 0, t, i * c, c);
            });
    return new Target(Matrix.wrap(x.rows(), c, t), cross);
  }

  /** XᵀX, d×d, exactly symmetric. */
  static Matrix gram(Rows x) {
    double[] out = sum(x, x.cols(), x::gram);
    mirror(out, x.cols());
    return Matrix.wrap(x.cols(), x.cols(), out);
  }

  /** X diag Xᵀ, n×n, exactly symmetric. */
  static Matrix outer(Rows x, double[] diagonal) {
    if (diagonal.length != x.cols()) {
      throw new IllegalArgumentException(
          "diagonal has " + diagonal.length + " entries for " + x.cols() + " columns");
    }
    int n = x.rows();
    double[] out = Matrix.allocate(n, n);
    int blocks = (double) n * n * x.cols() < WORTH_SPLITTING ? 1 : blocks(n, OUTER_BLOCK);
    Threads.forEach(
        blocks,
        k -> {
          int block = blocks - 1 - k;
          x.outer(cut(block, blocks, n), size(block, blocks, n), diagonal, out);
        });
    mirror(out, n);
    return Matrix.wrap(n, n, out);
  }

  /** Adds d×c parts in block order: two, or as many as together are no larger than the data. */
  private static double[] sum(Rows x, int c, Part part) {
    int n = x.rows();
    int d = x.cols();
    double[] first = Matrix.allocate(d, c);
    int most = Math.min(MOST_PARTIALS, Math.max(n < d ? 1 : 2, n / c));
    int blocks = (double) n * d * c < WORTH_SPLITTING ? 1 : Math.min(blocks(n, 2 * BLOCK), most);
    double[][] parts = new double[blocks][];
    Threads.forEach(
        blocks,
        k -> {
          parts[k] = k == 0 ? first : new double[d * c];
          part.compute(cut(k, blocks, n), size(k, blocks, n), parts[k]);
        });
    for (int k = 1; k < blocks; k++) {
      HeapRows.addScaled(first, 0, 1, parts[k], 0, d * c);
    }
    return first;
  }

  /** Copies the lower triangle of an n×n array to the upper one. */
  static void mirror(double[] lower, int n) {
    int tile = 32;
    for (int row = 0; row < n; row += tile) {
      for (int col = 0; col <= row; col += tile) {
        for (int i = row; i < Math.min(n, row + tile); i++) {
          for (int j = col; j < Math.min(i, col + tile); j++) {
            lower[j * n + i] = lower[i * n + j];
          }
        }
      }
    }
  }

  private static int blocks(int n, int size) {
    return (n + size - 1) / size;
  }

  private static int cut(int k, int blocks, int n) {
    return (int) ((long) k * n / blocks);
  }

  private static int size(int k, int blocks, int n) {
    return cut(k + 1, blocks, n) - cut(k, blocks, n);
  }

  private static void require(boolean fits, Rows x, String operation, Matrix b) {
    if (!fits) {
      throw new IllegalArgumentException(
          x.rows()
              + "×"
              + x.cols()
              + " "
              + operation
              + " "
              + b.rows()
              + "×"
              + b.cols()
              + ": the inner sizes differ");
    }
  }

  private interface Part {
    void compute(int from, int count, double[] out);
  }
}
