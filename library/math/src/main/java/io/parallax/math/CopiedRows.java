package io.parallax.math;

import java.util.Arrays;

/**
 * Rows in a heap array, multiplied by BLAS after copying one block at a time: for matrices that are
 * used in a product once, where the copy is small against the product.
 */
record CopiedRows(int rows, int cols, double[] data) implements Rows {

  @Override
  public void gram(int from, int count, double[] out) {
    try (Scratch block = copy(from, count)) {
      rowsOf(block, count).gram(0, count, out);
    }
  }

  @Override
  public void transposeTimes(int from, int count, double[] t, int c, double[] out) {
    double[] part = Arrays.copyOfRange(t, from * c, (from + count) * c);
    try (Scratch block = copy(from, count)) {
      rowsOf(block, count).transposeTimes(0, count, part, c, out);
    }
  }

  @Override
  public void times(int from, int count, double[] w, int c, double[] out) {
    double[] part = new double[count * c];
    try (Scratch block = copy(from, count)) {
      rowsOf(block, count).times(0, count, w, c, part);
    }
    System.arraycopy(part, 0, out, from * c, part.length);
  }

  @Override
  public void outer(int from, int count, double[] diagonal, double[] out) {
    try (Scratch all = copy(0, from + count)) {
      new NativeRows(rows, cols, all.memory()).outer(from, count, diagonal, out);
    }
  }

  @Override
  public void read(int from, int count, double[] into) {
    System.arraycopy(data, from * cols, into, 0, count * cols);
  }

  private Scratch copy(int from, int count) {
    return Scratch.copyOf(data, from * cols, count * cols);
  }

  private NativeRows rowsOf(Scratch block, int count) {
    return new NativeRows(count, cols, block.memory());
  }
}
