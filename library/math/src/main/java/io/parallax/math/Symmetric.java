package io.parallax.math;

/**
 * The symmetric part of a square matrix, made tile by tile so that entries (i, j) and (j, i) are in
 * the cache together; a transpose would cost a pass of its own.
 */
public final class Symmetric {
  private static final int TILE = 64;

  private Symmetric() {}

  /**
   * Returns the length of the array that {@link #pack} makes of n rows; one row has no pairs and
   * gives a single 0.
   */
  public static int length(int n) {
    return Math.max(1, n * (n - 1) / 2);
  }

  /** (S + Sᵀ)/2 below the diagonal, row by row in one column of n(n − 1)/2 numbers. */
  public static Matrix pack(Matrix s) {
    int n = side(s);
    double[] packed = new double[length(n)];
    forEachTile(
        s,
        (i, from, count, own, mirrored) -> {
          int start = start(i) + from;
          for (int j = 0; j < Math.min(count, i - from); j++) {
            packed[start + j] = (own[j] + mirrored[j]) / 2;
          }
        });
    return Matrix.wrap(packed.length, 1, packed);
  }

  /** (P + Pᵀ)/2 + factor · what was packed, where P is S with 0 for what is below 0. */
  public static Matrix ofPositive(Matrix s, double factor, Matrix packed) {
    int n = side(s);
    Shapes.requireLength(length(n), 1, packed.array().length);
    double[] below = packed.array();
    double[] out = Matrix.allocate(n, n);
    forEachTile(
        s,
        (i, from, count, own, mirrored) -> {
          for (int j = 0; j < count; j++) {
            own[j] = (Math.max(own[j], 0) + Math.max(mirrored[j], 0)) / 2;
          }
          int pairs = Math.min(count, i - from);
          HeapRows.addScaled(own, 0, factor, below, start(i) + from, Math.max(0, pairs));
          System.arraycopy(own, 0, out, i * n + from, count);
          for (int j = 0; j < pairs; j++) {
            out[(from + j) * n + i] = own[j];
          }
        });
    return Matrix.wrap(n, n, out);
  }

  /** Part of a row up to the diagonal, and the same part of the column. */
  private interface Part {
    void take(int i, int from, int count, double[] own, double[] mirrored);
  }

  /** Every pair j ≤ i once; each row of tiles is one task. */
  private static void forEachTile(Matrix s, Part part) {
    int n = s.rows();
    int tiles = (n + TILE - 1) / TILE;
    Threads.forEach(
        tiles,
        k -> {
          int top = (tiles - 1 - k) * TILE; // the longest first
          for (int from = 0; from <= top; from += TILE) {
            tile(s, top, Math.min(n, top + TILE), from, part);
          }
        });
  }

  private static void tile(Matrix s, int top, int bottom, int from, Part part) {
    int n = s.rows();
    double[] data = s.array();
    double[] own = new double[TILE];
    double[] mirrored = new double[TILE];
    for (int i = top; i < bottom; i++) {
      int count = Math.min(TILE, i + 1 - from);
      System.arraycopy(data, i * n + from, own, 0, count);
      for (int j = 0; j < count; j++) {
        mirrored[j] = data[(from + j) * n + i];
      }
      part.take(i, from, count, own, mirrored);
    }
  }

  private static int start(int i) {
    return i * (i - 1) / 2;
  }

  private static int side(Matrix s) {
    Decompositions.requireSquare(s);
    return s.rows();
  }
}
