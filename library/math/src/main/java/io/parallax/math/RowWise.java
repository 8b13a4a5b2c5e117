package io.parallax.math;

import java.util.Arrays;

/**
 * Matrices made or measured row by row, several rows side by side. Rows are cut by the shape alone
 * and every row is written by one task, so that bits do not depend on the number of threads.
 */
public final class RowWise {
  private static final int BLOCK = 16;

  private RowWise() {}

  /** Writes or changes row i in place. */
  @FunctionalInterface
  public interface Change {
    void apply(int i, double[] row);
  }

  /** A number of row i. */
  @FunctionalInterface
  public interface Measure {
    double of(int i, double[] row);
  }

  /** A number of two matching rows. */
  @FunctionalInterface
  public interface Comparison {
    double of(double[] row, double[] other);
  }

  /** Every row begins as zeros and is written by {@code write}, which must not keep it. */
  public static Matrix build(int rows, int cols, Change write) {
    double[] out = Matrix.allocate(rows, cols);
    forEachBlock(
        rows,
        (from, to) -> {
          double[] row = new double[cols];
          for (int i = from; i < to; i++) {
            Arrays.fill(row, 0);
            write.apply(i, row);
            System.arraycopy(row, 0, out, i * cols, cols);
          }
        });
    return Matrix.wrap(rows, cols, out);
  }

  /** Every row begins as a copy of that of {@code a} and is changed in place. */
  public static Matrix map(Matrix a, Change change) {
    int cols = a.cols();
    return build(
        a.rows(),
        cols,
        (i, row) -> {
          System.arraycopy(a.array(), i * cols, row, 0, cols);
          change.apply(i, row);
        });
  }

  /** One number a row; the row that is shown is a copy, which must not be kept. */
  public static double[] measure(Matrix a, Measure measure) {
    double[] found = new double[a.rows()];
    forEachBlock(
        a.rows(),
        (from, to) -> {
          double[] row = new double[a.cols()];
          for (int i = from; i < to; i++) {
            found[i] = measure.of(i, read(a, i, row));
          }
        });
    return found;
  }

  /** One number for every pair of matching rows; both are copies, which must not be kept. */
  public static double[] compare(Matrix a, Matrix b, Comparison comparison) {
    Shapes.requireSame(a, b);
    double[] found = new double[a.rows()];
    forEachBlock(
        a.rows(),
        (from, to) -> {
          double[] row = new double[a.cols()];
          double[] other = new double[a.cols()];
          for (int i = from; i < to; i++) {
            found[i] = comparison.of(read(a, i, row), read(b, i, other));
          }
        });
    return found;
  }

  private static double[] read(Matrix a, int i, double[] row) {
    System.arraycopy(a.array(), i * row.length, row, 0, row.length);
    return row;
  }

  /** The sum of every row. */
  public static double[] sums(Matrix a) {
    double[] sums = new double[a.rows()];
    forEachBlock(
        a.rows(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            sums[i] = sum(a.array(), i * a.cols(), (i + 1) * a.cols());
          }
        });
    return sums;
  }

  /** The sum of all values. */
  public static double sum(double[] values) {
    return sum(values, 0, values.length);
  }

  /** Taken in eight interleaved sums. */
  private static double sum(double[] values, int from, int to) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int i = from;
    for (; i + 7 < to; i += 8) {
      s0 += values[i];
      s1 += values[i + 1];
      s2 += values[i + 2];
      s3 += values[i + 3];
      s4 += values[i + 4];
      s5 += values[i + 5];
      s6 += values[i + 6];
      s7 += values[i + 7];
    }
    for (; i < to; i++) {
      s0 += values[i];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }

  private static void forEachBlock(int rows, Chunks.Task task) {
    int blocks = (rows + BLOCK - 1) / BLOCK;
    Threads.forEach(blocks, k -> task.run(k * BLOCK, Math.min(rows, (k + 1) * BLOCK)));
  }
}
