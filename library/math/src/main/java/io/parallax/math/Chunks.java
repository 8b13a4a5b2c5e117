package io.parallax.math;

import java.util.function.IntConsumer;

/**
 * Long arrays in pieces of a fixed length, side by side on the shared threads. Sums are added in
 * the order of the pieces, so that their bits do not depend on the number of threads.
 */
final class Chunks {
  private static final int LENGTH = 1 << 16;
  private static final int STRETCH = 1 << 12;

  private Chunks() {}

  /** Something done to entries {@code from} … {@code to − 1}. */
  interface Task {
    void run(int from, int to);
  }

  /** A sum over entries {@code from} … {@code to − 1}. */
  interface Part {
    double sum(int from, int to);
  }

  static void forEach(int length, Task task) {
    Threads.forEach(
        count(length), k -> task.run(k * LENGTH, Math.min(length, k * LENGTH + LENGTH)));
  }

  /** Whole rows, by pieces of about the same length: for work that takes no longer than a copy. */
  static void forEachRow(int rows, int cols, IntConsumer task) {
    int height = Math.max(1, LENGTH / cols);
    Threads.forEach(
        (rows - 1) / height + 1,
        k -> {
          int end = Math.min(rows, k * height + height);
          for (int i = k * height; i < end; i++) {
            task.accept(i);
          }
        });
  }

  /** Shorter pieces, each with the same buffer as the one before: little is allocated. */
  static void forEachStretch(int length, Matrix.Stretch task) {
    forEach(
        length,
        (from, to) -> {
          double[] buffer = new double[Math.min(STRETCH, to - from)];
          for (int at = from; at < to; at += buffer.length) {
            task.write(at, Math.min(buffer.length, to - at), buffer);
          }
        });
  }

  static double sum(int length, Part part) {
    double[] parts = new double[count(length)];
    forEach(length, (from, to) -> parts[from / LENGTH] = part.sum(from, to));
    double sum = 0;
    for (double one : parts) {
      sum += one;
    }
    return sum;
  }

  private static int count(int length) {
    return (length - 1) / LENGTH + 1;
  }
}
