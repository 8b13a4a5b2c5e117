package io.parallax.math;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.List;

/** Entries moved, never changed: transposing, selecting, stacking and buffers, in one pass. */
final class Selections {
  private static final int TILE = 32;

  private Selections() {}

  static Matrix ofRows(double[][] rows) {
    if (rows.length == 0) {
      throw new IllegalArgumentException("matrix has no rows");
    }
    int cols = rows[0].length;
    double[] data = Matrix.allocate(rows.length, cols);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != cols) {
        throw new IllegalArgumentException(
            "row " + i + " has " + rows[i].length + " entries, row 0 has " + cols);
      }
      System.arraycopy(rows[i], 0, data, i * cols, cols);
    }
    return Matrix.wrap(rows.length, cols, data);
  }

  /** The cols×rows transpose of a row-major array, tile by tile to stay within the cache. */
  static double[] transpose(int rows, int cols, double[] data) {
    double[] out = new double[data.length];
    for (int top = 0; top < rows; top += TILE) {
      int bottom = Math.min(rows, top + TILE);
      for (int j = 0; j < cols; j++) {
        for (int i = top; i < bottom; i++) {
          out[j * rows + i] = data[i * cols + j];
        }
      }
    }
    return out;
  }

  static Matrix rows(Matrix a, int[] selected) {
    Shapes.requireIndices(selected, a.rows(), "row");
    int c = a.cols();
    double[] out = Matrix.allocate(selected.length, c);
    for (int i = 0; i < selected.length; i++) {
      System.arraycopy(a.array(), selected[i] * c, out, i * c, c);
    }
    return Matrix.wrap(selected.length, c, out);
  }

  static Matrix columns(Matrix a, int[] selected) {
    Shapes.requireIndices(selected, a.cols(), "column");
    double[] out = Matrix.allocate(a.rows(), selected.length);
    gather(a.array(), a.rows(), a.cols(), selected, out);
    return Matrix.wrap(a.rows(), selected.length, out);
  }

  /** Copies the selected columns of the first {@code rows} rows of {@code from}. */
  static void gather(double[] from, int rows, int cols, int[] selected, double[] out) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < selected.length; j++) {
        out[i * selected.length + j] = from[i * cols + selected[j]];
      }
    }
  }

  static Matrix stackColumns(List<Matrix> parts) {
    requireSome(parts);
    int rows = parts.get(0).rows();
    int cols = Math.toIntExact(parts.stream().mapToLong(Matrix::cols).sum());
    double[] out = Matrix.allocate(rows, cols);
    int at = 0;
    for (Matrix part : parts) {
      if (part.rows() != rows) {
        throw new IllegalArgumentException(
            "stacking columns of a " + part.shape() + " beside " + rows + " rows");
      }
      for (int i = 0; i < rows; i++) {
        System.arraycopy(part.array(), i * part.cols(), out, i * cols + at, part.cols());
      }
      at += part.cols();
    }
    return Matrix.wrap(rows, cols, out);
  }

  static Matrix stackRows(List<Matrix> parts) {
    requireSome(parts);
    int cols = parts.get(0).cols();
    int rows = Math.toIntExact(parts.stream().mapToLong(Matrix::rows).sum());
    double[] out = Matrix.allocate(rows, cols);
    int at = 0;
    for (Matrix part : parts) {
      if (part.cols() != cols) {
        throw new IllegalArgumentException(
            "stacking rows of a " + part.shape() + " below " + cols + " columns");
      }
      System.arraycopy(part.array(), 0, out, at, part.array().length);
      at += part.array().length;
    }
    return Matrix.wrap(rows, cols, out);
  }

  static void write(Matrix a, ByteBuffer target) {
    Shapes.requireRoom(target, a.rows(), a.cols());
    double[] data = a.array();
    DoubleBuffer doubles = target.asDoubleBuffer();
    Chunks.forEach(data.length, (from, to) -> doubles.put(from, data, from, to - from));
    target.position(target.position() + data.length * Double.BYTES);
  }

  static Matrix read(int rows, int cols, ByteBuffer source) {
    Shapes.requireRoom(source, rows, cols);
    double[] data = Matrix.allocate(rows, cols);
    DoubleBuffer doubles = source.asDoubleBuffer();
    Chunks.forEach(data.length, (from, to) -> doubles.get(from, data, from, to - from));
    source.position(source.position() + data.length * Double.BYTES);
    return Matrix.wrap(rows, cols, data);
  }

  private static void requireSome(List<Matrix> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("no matrices to stack");
    }
  }
}
