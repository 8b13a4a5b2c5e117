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
    int d = cols;
    try (Scratch b = Scratch.copyOf(t, from * c, count * c);
        Scratch result = Scratch.of((long) d * c)) {
      multiply(CblasTrans, CblasNoTrans, d, c, count, row(from), b.memory(), result.memory(), c);
      result.read(out, 0, d * c);
    }
  }

  @Override
  public void times(int from, int count, double[] w, int c, double[] out) {
    try (Scratch b = Scratch.copyOf(w, 0, cols * c);
        Scratch result = Scratch.of((long) count * c)) {
      multiply(
          CblasNoTrans, CblasNoTrans, count, c, cols, row(from), b.memory(), result.memory(), c);
      result.read(out, from * c, count * c);
    }
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
