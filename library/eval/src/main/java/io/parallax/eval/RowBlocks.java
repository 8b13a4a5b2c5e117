package io.parallax.eval;

import io.parallax.math.Threads;

/**
 * Rows in blocks of a fixed size, side by side on the shared threads. Where a block begins depends
 * on the number of rows alone, so that sums taken by block have the same bits on any number of
 * threads.
 */
final class RowBlocks {
  private RowBlocks() {}

  /** Something done to rows {@code from} … {@code to − 1}. */
  interface Task {
    void run(int from, int to);
  }

  /** A sum over rows {@code from} … {@code to − 1}. */
  interface Part {
    double sum(int from, int to);
  }

  static void forEach(int rows, int size, Task task) {
    Threads.forEach(count(rows, size), k -> task.run(k * size, Math.min(rows, (k + 1) * size)));
  }

  /** Adds the parts in the order of the blocks. */
  static double sum(int rows, int size, Part part) {
    double[] parts = new double[count(rows, size)];
    forEach(rows, size, (from, to) -> parts[from / size] = part.sum(from, to));
    double sum = 0;
    for (double one : parts) {
      sum += one;
    }
    return sum;
  }

  private static int count(int rows, int size) {
    return (rows + size - 1) / size;
  }
}
