package io.parallax.math;

import java.nio.ByteBuffer;

/** The rules on shapes and indices, with messages that say what was given and what is needed. */
final class Shapes {
  private Shapes() {}

  static void require(int rows, int cols) {
    if (rows < 1 || cols < 1) {
      throw new IllegalArgumentException(rows + "×" + cols + " matrix, must be at least 1×1");
    }
    if ((long) rows * cols > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(rows + "×" + cols + " matrix exceeds one Java array");
    }
  }

  static void requireLength(int rows, int cols, int length) {
    require(rows, cols);
    if ((long) rows * cols != length) {
      throw new IllegalArgumentException(rows + "×" + cols + " matrix from " + length + " values");
    }
  }

  static void requireEntry(Matrix a, int i, int j) {
    if (i < 0 || i >= a.rows() || j < 0 || j >= a.cols()) {
      throw new IllegalArgumentException("entry (" + i + ", " + j + ") of a " + a.shape());
    }
  }

  static void requireSame(Matrix a, Matrix b) {
    if (b.rows() != a.rows() || b.cols() != a.cols()) {
      throw new IllegalArgumentException(a.shape() + " with " + b.shape() + ": the shapes differ");
    }
  }

  static void requireRoom(ByteBuffer buffer, int rows, int cols) {
    require(rows, cols);
    if (buffer.remaining() / Double.BYTES < (long) rows * cols) {
      throw new IllegalArgumentException(
          rows + "×" + cols + " matrix does not fit " + buffer.remaining() + " bytes");
    }
  }

  static void requireIndices(int[] selected, int size, String what) {
    for (int index : selected) {
      if (index < 0 || index >= size) {
        throw new IllegalArgumentException(what + " " + index + " selected out of " + size);
      }
    }
    if (selected.length == 0) {
      throw new IllegalArgumentException("no " + what + " selected");
    }
  }
}
