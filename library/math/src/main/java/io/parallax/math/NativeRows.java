package io.parallax.math;

import static org.bytedeco.openblas.global.openblas.CblasLower;
import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;
import static org.bytedeco.openblas.global.openblas.cblas_dsyrk;

import org.bytedeco.javacpp.DoublePointer;

/** Rows in native memory, handed to BLAS where they lie. */
record NativeRows(int rows, int cols, DoublePointer data) implements Rows {
  private static final long PACKING = 1_000_000;
  private static final int CACHED = 1 << 15;
  private static final int LEAST_TILE = 32;
  private static final int MOST_TILE = 1024;
  private static final int WIDE = 256;
  private static final int SWEPT = 128;

  @Override
  public void gram(int from, int count, double[] out) {
    int d = cols;
    try (Scratch c = Scratch.of((long) d * d)) {
      cblas_dsyrk(
          CblasRowMajor, CblasLower, CblasTrans, d, count, 1, row(from), d, 0, c.memory(), d);
      c.read(out, 0, d * d);
    }
  }

  @Override
  public void transposeTimes(int from, int count, double[] t, int c, double[] out) {
    int tile = sweptTile(c);
    try (Scratch b = Scratch.copyOf(t, from * c, count * c);
        Scratch result = Scratch.of((long) cols * c)) {
      for (int at = 0; at < count; at += tile) {
        int rows = Math.min(tile, count - at);
        addCross(from + at, rows, row(b.memory(), (long) at * c), c, result, at > 0);
      }
      result.read(out, 0, cols * c);
    }
  }

  @Override
  public void times(int from, int count, double[] w, int c, double[] out) {
    try (Scratch b = Scratch.copyOf(w, 0, cols * c);
        Scratch result = Scratch.of((long) tile(c) * c)) {
      for (int at = 0; at < count; at += tile(c)) {
        int rows = tile(c, count - at);
        addProduct(from + at, rows, 1, b, c, 0, result);
        result.read(out, (from + at) * c, rows * c);
      }
    }
  }

  /** Both products of a tile while its rows are in the cache. */
  @Override
  public void blend(int from, int count, Blend blend, double[] t, double[] cross) {
    int c = blend.c();
    int tile = sweptTile(c);
    try (Scratch w = Scratch.copyOf(blend.w(), 0, cols * c);
        Scratch mixed = Scratch.of((long) tile * c);
        Scratch result = Scratch.of((long) cols * c)) {
      for (int at = 0; at < count; at += tile) {
        int rows = Math.min(tile, count - at);
        mixed.write(blend.z(), (from + at) * c, rows * c);
        addProduct(from + at, rows, blend.a(), w, c, blend.b(), mixed);
        mixed.read(t, (from + at) * c, rows * c);
        addCross(from + at, rows, mixed.memory(), c, result, at > 0);
      }
      result.read(cross, 0, cols * c);
    }
  }

  @Override
  public void sweep(int from, int count, double[] w, int c, RowWise.Change change, double[] cross) {
    int tile = sweptTile(c);
    try (Scratch b = Scratch.copyOf(w, 0, cols * c);
        Scratch mapped = Scratch.of((long) tile * c);
        Scratch result = Scratch.of((long) cols * c)) {
      for (int at = 0; at < count; at += tile) {
        int rows = Math.min(tile, count - at);
        addProduct(from + at, rows, 1, b, c, 0, mapped);
        change(mapped.memory(), from + at, rows, c, change);
        addCross(from + at, rows, mapped.memory(), c, result, at > 0);
      }
      result.read(cross, 0, cols * c);
    }
  }

  private static void change(
      DoublePointer memory, int from, int count, int c, RowWise.Change change) {
    double[] row = new double[c];
    for (int i = 0; i < count; i++) {
      DoublePointer place = row(memory, (long) i * c);
      place.get(row, 0, c);
      change.apply(from + i, row);
      place.put(row, 0, c);
    }
  }

  /** out ← a·BW + b·out for the tile B. */
  private void addProduct(int from, int count, double a, Scratch w, int c, double b, Scratch out) {
    cblas_dgemm(
        CblasRowMajor,
        CblasNoTrans,
        CblasNoTrans,
        count,
        c,
        cols,
        a,
        row(from),
        cols,
        w.memory(),
        c,
        b,
        out.memory(),
        c);
  }

  /** out ← BᵀT, or out + BᵀT, for the tile B. */
  private void addCross(int from, int count, DoublePointer t, int c, Scratch out, boolean more) {
    cblas_dgemm(
        CblasRowMajor,
        CblasTrans,
        CblasNoTrans,
        cols,
        c,
        count,
        1,
        row(from),
        cols,
        t,
        c,
        more ? 1 : 0,
        out.memory(),
        c);
  }

  /**
   * Rows per call: up to 10⁶ multiplications OpenBLAS works on the rows where they lie, beyond that
   * it packs them first, which costs half as much again when c is small. Few enough, too, to stay
   * in the second-level cache from one product of {@link #blend} to the other.
   */
  private int tile(int c) {
    if (c >= WIDE) { // packing pays, and once for many rows
      return MOST_TILE;
    }
    return (int) Math.max(LEAST_TILE, Math.min(PACKING / ((long) cols * c), CACHED / cols));
  }

  /**
   * The same tiles wherever XᵀT is added up, so that bits agree; in the cache for {@link #sweep}.
   */
  private int sweptTile(int c) {
    return c >= WIDE ? SWEPT : tile(c);
  }

  private int tile(int c, int left) {
    return Math.min(tile(c), left);
  }

  @Override
  public void outer(int from, int count, double[] diagonal, double[] out) {
    int width = from + count;
    double[] scaled = new double[count * cols];
    read(from, count, scaled);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < cols; j++) {
        scaled[i * cols + j] *= diagonal[j];
      }
    }
    try (Scratch a = Scratch.copyOf(scaled, 0, scaled.length);
        Scratch result = Scratch.of((long) count * width)) {
      multiply(
          CblasNoTrans, CblasTrans, count, width, cols, a.memory(), data, result.memory(), width);
      for (int i = 0; i < count; i++) {
        row(result.memory(), (long) i * width).get(out, (from + i) * rows, width);
      }
    }
  }

  @Override
  public void read(int from, int count, double[] into) {
    row(from).get(into, 0, count * cols);
  }

  private DoublePointer row(int i) {
    return row(data, (long) i * cols);
  }

  private static DoublePointer row(DoublePointer start, long offset) {
    return start.getPointer(offset);
  }

  private static void multiply(
      int transA,
      int transB,
      int m,
      int n,
      int k,
      DoublePointer a,
      DoublePointer b,
      DoublePointer c,
      int ldc) {
    int lda = transA == CblasTrans ? m : k;
    int ldb = transB == CblasTrans ? k : n;
    cblas_dgemm(CblasRowMajor, transA, transB, m, n, k, 1, a, lda, b, ldb, 0, c, ldc);
  }
}
