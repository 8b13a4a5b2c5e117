package io.parallax.math;

import java.util.Arrays;

/** Rows in a heap array, multiplied by plain loops that run along rows. */
record HeapRows(int rows, int cols, double[] data) implements Rows {
  private static final int TILE = 32;

  @Override
  public void gram(int from, int count, double[] out) {
    Arrays.fill(out, 0);
    for (int tile = from; tile < from + count; tile += TILE) {
      int end = Math.min(from + count, tile + TILE);
      for (int p = 0; p < cols; p++) {
        for (int i = tile; i < end; i++) {
          addScaled(out, p * cols, data[i * cols + p], data, i * cols, p + 1);
        }
      }
    }
  }

  @Override
  public void transposeTimes(int from, int count, double[] t, int c, double[] out) {
    Arrays.fill(out, 0);
    for (int tile = from; tile < from + count; tile += TILE) {
      int end = Math.min(from + count, tile + TILE);
      for (int p = 0; p < cols; p++) {
        for (int i = tile; i < end; i++) {
          addScaled(out, p * c, data[i * cols + p], t, i * c, c);
        }
      }
    }
  }

  @Override
  public void times(int from, int count, double[] w, int c, double[] out) {
    Arrays.fill(out, from * c, (from + count) * c, 0);
    for (int tile = from; tile < from + count; tile += TILE) {
      int end = Math.min(from + count, tile + TILE);
      for (int p = 0; p < cols; p++) {
        for (int i = tile; i < end; i++) {
          addScaled(out, i * c, data[i * cols + p], w, p * c, c);
        }
      }
    }
  }

  @Override
  public void outer(int from, int count, double[] diagonal, double[] out) {
    double[] scaled = new double[cols];
    for (int i = from; i < from + count; i++) {
      for (int p = 0; p < cols; p++) {
        scaled[p] = data[i * cols + p] * diagonal[p];
      }
      for (int j = 0; j < from + count; j++) {
        out[i * rows + j] = dot(scaled, 0, data, j * cols, cols);
      }
    }
  }

  @Override
  public void read(int from, int count, double[] into) {
    System.arraycopy(data, from * cols, into, 0, count * cols);
  }

  /** y[at …] += a · x[start …] over {@code length} entries. */
  static void addScaled(double[] y, int at, double a, double[] x, int start, int length) {
    for (int j = 0; j < length; j++) {
      y[at + j] += a * x[start + j];
    }
  }

  /** The inner product of two stretches, in four interleaved sums. */
  static double dot(double[] x, int at, double[] y, int start, int length) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 3 < length; j += 4) {
      s0 += x[at + j] * y[start + j];
      s1 += x[at + j + 1] * y[start + j + 1];
      s2 += x[at + j + 2] * y[start + j + 2];
      s3 += x[at + j + 3] * y[start + j + 3];
    }
    for (; j < length; j++) {
      s0 += x[at + j] * y[start + j];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
