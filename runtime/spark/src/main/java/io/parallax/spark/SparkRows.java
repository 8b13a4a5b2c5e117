package io.parallax.spark;

import io.parallax.data.ColumnMoments;
import io.parallax.data.Missing;
import io.parallax.data.Numbers;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of a table in Spark, in an order that other views share. */
public final class SparkRows implements Numbers {
  private final List<String> names;
  private final Blocks blocks;
  private final int from;

  SparkRows(List<String> names, Blocks blocks) {
    this(names, blocks, 0);
  }

  /** Makes rows of the columns {@code from} … of the blocks. */
  SparkRows(List<String> names, Blocks blocks, int from) {
    this.names = names;
    this.blocks = blocks;
    this.from = from;
  }

  public List<String> columns() {
    return names;
  }

  @Override
  public int rows() {
    return blocks.layout().samples();
  }

  @Override
  public int cols() {
    return names.size();
  }

  /** Returns the rows as they are. */
  public Features features() {
    return SparkFeatures.of(blocks).columns(places());
  }

  /** Returns the first column as integers, such as classes, with four bytes per row in memory. */
  int[] codes() {
    int[] all = new int[rows()];
    int column = from;
    int rows = blocks.layout().rows();
    blocks.windows(
        "read the classes",
        1,
        (start, to) -> 0,
        (x, nothing, at) -> x.selectColumns(new int[] {column}).toArray(),
        (block, part) -> {
          for (int i = 0; i < part.length; i++) {
            all[block * rows + i] = (int) part[i];
          }
        });
    return all;
  }

  /** Fails always. */
  @Override
  public Matrix matrix() {
    return features().toMatrix();
  }

  private int[] places() {
    return IntStream.range(from, from + names.size()).toArray();
  }

  @Override
  public ColumnMoments moments(Scaling scaling) {
    int[] own = places();
    String how = scaling.name();
    String source = "the table in the engine";
    double[] sums = // limbs: whole numbers, which doubles add exactly
        blocks.sum(
            "add up columns",
            (block, x) -> {
              ColumnMoments m =
                  Scaling.valueOf(how).moments(x.selectColumns(own)).requireSummable(source);
              double[] counts = Arrays.stream(m.counts()).asDoubleStream().toArray();
              return Matrix.stackRows(List.of(Matrix.of(new double[][] {counts}), m.limbs()))
                  .toArray();
            });
    int d = own.length;
    long[] counts = Arrays.stream(sums, 0, d).mapToLong(count -> (long) count).toArray();
    double[] limbs = Arrays.copyOfRange(sums, d, sums.length);
    return ColumnMoments.ofLimbs(counts, Matrix.of(ColumnMoments.LIMBS, d, limbs));
  }

  /** Selects the rows at these positions, in their order; a position occurs once. */
  @Override
  public SparkRows at(int[] rows) {
    int[] to = new int[rows()];
    Arrays.fill(to, -1);
    for (int i = 0; i < rows.length; i++) {
      to[rows[i]] = i;
    }
    return new SparkRows(names, blocks.moved(to, rows.length), from);
  }

  @Override
  public Features prepared(Scaler scaler, Missing rule) {
    int[] own = places();
    String how = scaler.scaling().name();
    double[] means = scaler.means();
    double[] deviations = scaler.deviations();
    Missing.Fill fill = rule.fill(); // a mean at most: others need rows in memory
    return SparkFeatures.of(
        blocks.mapped(
            own.length,
            (block, x) ->
                Scaler.of(Scaling.valueOf(how), means, deviations)
                    .apply(x.selectColumns(own), Missing.by(fill))
                    .toArray()));
  }
}
