package io.parallax.fedmv.horizontal;

import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Stacks matrices for transport, and takes them apart again. */
record Stack(int[] heights) {

  Matrix join(List<Matrix> parts) {
    return Matrix.stackRows(parts);
  }

  List<Matrix> cut(Matrix whole) {
    List<Matrix> parts = new ArrayList<>();
    int from = 0;
    for (int height : heights) {
      parts.add(whole.selectRows(rows(from, height)));
      from += height;
    }
    return parts;
  }

  /** Returns all numbers, row after row: what is limited as a whole stands in one row. */
  static Matrix inOneRow(Matrix m) {
    return Matrix.of(1, m.rows() * m.cols(), m.toArray());
  }

  /** Returns the height of all parts together. */
  int height() {
    return IntStream.of(heights).sum();
  }

  /** The places of part k. */
  int[] rows(int k) {
    return rows(IntStream.range(0, k).map(i -> heights[i]).sum(), heights[k]);
  }

  private static int[] rows(int from, int height) {
    return IntStream.range(from, from + height).toArray();
  }
}
