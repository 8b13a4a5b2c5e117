package io.parallax.spark;

import io.parallax.core.BadInput;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;

/**
 * Columns of rows that are stored in Spark. Products are computed on the executors, by plain loops,
 * so that a block computed again on another machine has the same bits.
 */
final class SparkFeatures implements Features {
  private final Blocks blocks;
  private final int[] columns;
  private volatile Matrix gram;

  private SparkFeatures(Blocks blocks, int[] columns) {
    this.blocks = blocks;
    this.columns = columns;
  }

  /** Returns features of all columns. */
  static SparkFeatures of(Blocks blocks) {
    return new SparkFeatures(blocks, IntStream.range(0, blocks.size()).toArray());
  }

  @Override
  public int samples() {
    return blocks.layout().samples();
  }

  @Override
  public int size() {
    return columns.length;
  }

  @Override
  public Matrix gram() {
    Matrix formed = gram;
    if (formed == null) {
      int[] own = columns;
      double[] sum = blocks.sum("form XᵀX", (block, x) -> chosen(x, own).gram().toArray());
      formed = Matrix.of(size(), size(), sum);
      gram = formed;
    }
    return formed;
  }

  /** Returns a block's columns, multiplied by plain loops. */
  private static Features chosen(Matrix x, int[] columns) {
    return Features.portable(
        columns.length == x.cols() && inOrder(columns) ? x : x.selectColumns(columns));
  }

  private static boolean inOrder(int[] columns) {
    return IntStream.range(0, columns.length).allMatch(j -> columns[j] == j);
  }

  @Override
  public Matrix transposeTimes(Matrix t) {
    requireRows(t.rows());
    int c = t.cols();
    int[] own = columns;
    return added(
        "form XᵀT",
        c,
        (from, to) -> rows(t, from, to),
        (x, part, at) -> chosen(x, own).transposeTimes(cut(part, at, x.rows(), c)).toArray());
  }

  @Override
  public Matrix classSums(int[] codes, int classes) {
    requireRows(codes.length);
    int[] own = columns;
    return added(
        "add up the rows of each class",
        classes,
        (from, to) -> Arrays.copyOfRange(codes, from, to),
        (x, part, at) -> {
          int[] some = Arrays.copyOfRange(part, at, at + x.rows());
          return chosen(x, own).classSums(some, classes).toArray();
        });
  }

  /** Adds up the d×c results of all blocks, in their order. */
  private <T> Matrix added(String what, int c, Blocks.Slice<T> slice, Blocks.SliceWork<T> work) {
    double[] sum = new double[size() * c];
    blocks.windows(what, c, slice, work, (block, part) -> add(part, 0, sum));
    return Matrix.of(size(), c, sum);
  }

  private static void add(double[] part, int at, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += part[at + i];
    }
  }

  @Override
  public Matrix times(Matrix w) {
    requireWeights(w);
    int c = w.cols();
    int[] own = columns;
    int rows = blocks.layout().rows();
    return Matrix.filled(
        samples(),
        c,
        out ->
            blocks.windows(
                "form XW",
                c,
                (from, to) -> w.toArray(),
                (x, weights, at) ->
                    chosen(x, own).times(Matrix.of(own.length, c, weights)).toArray(),
                (block, part) -> out.put(block * rows * c, part, 0, part.length)));
  }

  /**
   * Computes T and XᵀT in one pass: a block returns its rows of T, and below them its part of XᵀT.
   */
  @Override
  public Target blend(Matrix w, double a, double b, Matrix z) {
    requireWeights(w);
    requireRows(z.rows());
    int c = w.cols();
    int d = size();
    int[] own = columns;
    int rows = blocks.layout().rows();
    double[] cross = new double[d * c];
    Matrix t =
        Matrix.filled(
            samples(),
            c,
            out ->
                blocks.windows(
                    "form XW and its products",
                    c,
                    (from, to) -> new double[][] {w.toArray(), rows(z, from, to)},
                    (x, given, at) -> {
                      Matrix part = cut(given[1], at, x.rows(), c);
                      Target blend = chosen(x, own).blend(Matrix.of(d, c, given[0]), a, b, part);
                      return Matrix.stackRows(List.of(blend.t(), blend.cross())).toArray();
                    },
                    (block, both) -> {
                      int height = both.length - d * c;
                      out.put(block * rows * c, both, 0, height);
                      add(both, height, cross);
                    }));
    return new Target(t, Matrix.of(d, c, cross));
  }

  @Override
  public Features columns(int[] selected) {
    for (int j : selected) {
      if (j < 0 || j >= columns.length) {
        throw new IllegalArgumentException(
            "column " + j + " is not one of 0 … " + (columns.length - 1));
      }
    }
    return new SparkFeatures(blocks, IntStream.of(selected).map(j -> columns[j]).toArray());
  }

  /**
   * Combines columns; those of the same blocks are only referenced, others are sent to the blocks.
   */
  @Override
  public Features beside(List<Features> others) {
    SparkFeatures all = this;
    for (Features other : others) {
      requireRows(other.samples());
      all = all.beside(other);
    }
    return all;
  }

  private SparkFeatures beside(Features other) {
    if (other instanceof SparkFeatures remote && remote.blocks == blocks) {
      return new SparkFeatures(
          blocks, IntStream.concat(IntStream.of(columns), IntStream.of(remote.columns)).toArray());
    }
    return of(alone().beside(other instanceof SparkFeatures r ? r.alone() : brought(other)));
  }

  /** Returns blocks of these columns only. */
  private Blocks alone() {
    int[] own = columns;
    return own.length == blocks.size() && inOrder(own)
        ? blocks
        : blocks.mapped(own.length, (block, x) -> x.selectColumns(own).toArray());
  }

  /** Sends rows from the driver's memory to the blocks. */
  private Blocks brought(Features local) {
    int d = local.size();
    int rows = blocks.layout().rows();
    Broadcast<double[]> all = blocks.share(local.toMatrix().toArray());
    return blocks.mapped(d, (block, x) -> cut(all.value(), block * rows, x.rows(), d).toArray());
  }

  @Override
  public Matrix toMatrix() {
    throw new BadInput(
        "%d rows of %d columns are stored in Spark and cannot be loaded into one process; use a method that needs only products of them (vfedmv, mmvfl, hfedmv) and fewer columns than rows, or leave 'engine' out"
            .formatted(samples(), size()));
  }

  private static double[] rows(Matrix t, int from, int to) {
    return t.selectRows(IntStream.range(from, to).toArray()).toArray();
  }

  private static Matrix cut(double[] values, int first, int count, int c) {
    return Matrix.of(count, c, Arrays.copyOfRange(values, first * c, (first + count) * c));
  }

  private void requireRows(int rows) {
    if (rows != samples()) {
      throw new IllegalArgumentException(rows + " rows do not fit " + samples());
    }
  }

  private void requireWeights(Matrix w) {
    if (w.rows() != size()) {
      throw new IllegalArgumentException(
          samples()
              + "×"
              + size()
              + " times "
              + (w.rows() + "×" + w.cols())
              + ": the inner sizes differ");
    }
  }

  @Override
  public String toString() {
    return "Features " + samples() + "×" + size() + " in Spark";
  }
}
