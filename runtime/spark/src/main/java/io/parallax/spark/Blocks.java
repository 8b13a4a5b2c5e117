package io.parallax.spark;

import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.api.java.function.Function3;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * N×d numbers in the cluster, a block of rows in each partition, in order. The driver sees results
 * of a few blocks at a time, and sums.
 */
final class Blocks {
  private static final int FAN = 16;
  private static final int WINDOW = 1 << 20; // numbers transferred at a time: 8 MiB

  private final JavaSparkContext context;
  private final JavaRDD<double[]> blocks;
  private final BlockLayout layout;
  private final int size;

  private Blocks(JavaSparkContext context, JavaRDD<double[]> blocks, BlockLayout layout, int size) {
    this.context = context;
    this.blocks = blocks;
    this.layout = layout;
    this.size = size;
  }

  /** Processes block {@code number}; runs in the cluster. */
  interface Work extends Function2<Integer, Matrix, double[]> {}

  /** Receives a block's result at the driver, in the order of blocks. */
  interface Receiver {
    void take(int block, double[] result);
  }

  /** Selects the driver's numbers for rows {@code from} … {@code to − 1}. */
  interface Slice<T> {
    T of(int from, int to);
  }

  /**
   * Processes a block together with a slice, given the position of the block's first row in the
   * slice; runs in the cluster.
   */
  interface SliceWork<T> extends Function3<Matrix, T, Integer, double[]> {}

  /** Arranges rows by their positions 0 … N − 1, each once, in blocks. */
  static Blocks of(JavaPairRDD<Integer, double[]> rows, int samples, int size) {
    BlockLayout layout = new BlockLayout(samples);
    JavaRDD<double[]> blocks =
        rows.partitionBy(layout)
            .mapPartitionsWithIndex(
                (block, some) ->
                    Collections.singleton(filled(layout, block, size, some)).iterator(),
                false);
    JavaSparkContext context = JavaSparkContext.fromSparkContext(rows.context());
    return new Blocks(context, blocks.persist(StorageLevel.MEMORY_AND_DISK()), layout, size);
  }

  private static double[] filled(
      BlockLayout layout, int block, int size, Iterator<Tuple2<Integer, double[]>> rows) {
    int first = block * layout.rows();
    int count = layout.rowsOf(block);
    double[] values = new double[count * size];
    int met = 0;
    for (; rows.hasNext(); met++) {
      Tuple2<Integer, double[]> row = rows.next();
      System.arraycopy(row._2(), 0, values, (row._1() - first) * size, size);
    }
    if (met != count) {
      throw new IllegalStateException(
          "block %d has %d rows; it must have %d".formatted(block, met, count));
    }
    return values;
  }

  /**
   * Returns a partition's block; requesting another one ends the reading, so that Spark releases
   * it.
   */
  private static double[] only(Iterator<double[]> partition) {
    double[] block = partition.next();
    if (partition.hasNext()) {
      throw new IllegalStateException("a partition holds two blocks");
    }
    return block;
  }

  BlockLayout layout() {
    return layout;
  }

  int size() {
    return size;
  }

  <T> Broadcast<T> share(T value) {
    return context.broadcast(value);
  }

  /** Moves rows to new positions; −1 leaves a row out. */
  Blocks moved(int[] places, int samples) {
    BlockLayout from = layout;
    int d = size;
    Broadcast<int[]> to = share(places);
    JavaPairRDD<Integer, double[]> rows =
        JavaPairRDD.fromJavaRDD(
            blocks.mapPartitionsWithIndex(
                (block, some) -> moved(only(some), block * from.rows(), d, to.value()), false));
    return of(rows, samples, d);
  }

  private static Iterator<Tuple2<Integer, double[]>> moved(
      double[] values, int first, int d, int[] places) {
    List<Tuple2<Integer, double[]>> rows = new ArrayList<>();
    for (int i = 0; i < values.length / d; i++) {
      if (places[first + i] >= 0) {
        rows.add(new Tuple2<>(places[first + i], Arrays.copyOfRange(values, i * d, i * d + d)));
      }
    }
    return rows.iterator();
  }

  /** Maps every block to one of {@code width} columns. */
  Blocks mapped(int width, Work work) {
    return new Blocks(
        context, results(work).persist(StorageLevel.MEMORY_AND_DISK()), layout, width);
  }

  /** Appends the columns of another table of the same rows. */
  Blocks beside(Blocks other) {
    int a = size;
    int b = other.size;
    JavaRDD<double[]> both =
        blocks.zipPartitions(
            other.blocks,
            (x, y) -> Collections.singleton(joined(only(x), a, only(y), b)).iterator());
    return new Blocks(context, both.persist(StorageLevel.MEMORY_AND_DISK()), layout, a + b);
  }

  private static double[] joined(double[] x, int a, double[] y, int b) {
    return Matrix.stackColumns(
            List.of(Matrix.of(x.length / a, a, x), Matrix.of(y.length / b, b, y)))
        .toArray();
  }

  private JavaRDD<double[]> results(Work work) {
    int d = size;
    return blocks.mapPartitionsWithIndex(
        (block, some) -> {
          double[] values = only(some);
          Matrix x = Matrix.of(values.length / d, d, values);
          return Collections.singleton(work.call(block, x)).iterator();
        },
        false);
  }

  /**
   * Adds up the blocks' results: {@value #FAN} neighbours are added in order, then as many of these
   * sums, and so on, so that the bits are reproducible and the driver holds at most {@value #FAN}.
   */
  double[] sum(String what, Work work) {
    JavaPairRDD<Integer, double[]> parts =
        JavaPairRDD.fromJavaRDD(
            results(work)
                .mapPartitionsWithIndex(
                    (block, some) ->
                        Collections.singleton(new Tuple2<>(block, only(some))).iterator(),
                    false));
    for (int count = layout.numPartitions(); count > FAN; count = (count + FAN - 1) / FAN) {
      parts =
          parts
              .mapToPair(part -> new Tuple2<>(part._1() / FAN, part))
              .groupByKey((count + FAN - 1) / FAN)
              .mapValues(Blocks::added);
    }
    JavaPairRDD<Integer, double[]> last = parts;
    return Jobs.run(what, () -> added(last.collect()));
  }

  private static double[] added(Iterable<Tuple2<Integer, double[]>> parts) {
    List<Tuple2<Integer, double[]>> inOrder = new ArrayList<>();
    parts.forEach(inOrder::add);
    inOrder.sort((a, b) -> a._1().compareTo(b._1()));
    double[] sum = inOrder.get(0)._2().clone();
    for (Tuple2<Integer, double[]> part : inOrder.subList(1, inOrder.size())) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += part._2()[i];
      }
    }
    return sum;
  }

  /**
   * Processes numbers of every row, some blocks at a time: neither the driver nor an executor holds
   * more than a window of them.
   *
   * @param width the number of values per row
   */
  <T> void windows(String what, int width, Slice<T> slice, SliceWork<T> work, Receiver receiver) {
    int count = layout.numPartitions();
    int rows = layout.rows();
    int most = Math.max(1, WINDOW / Math.max(1, width) / rows);
    for (int first = 0; first < count; first += most) {
      int[] window = range(first, Math.min(count, first + most));
      int from = first * rows;
      int to = Math.min(layout.samples(), from + window.length * rows);
      Broadcast<T> part = share(slice.of(from, to));
      JavaRDD<double[]> results =
          results((block, x) -> work.call(x, part.value(), block * rows - from));
      List<double[]>[] found = Jobs.run(what, () -> results.collectPartitions(window));
      part.destroy();
      for (int k = 0; k < found.length; k++) {
        receiver.take(window[k], found[k].get(0));
      }
    }
  }

  private static int[] range(int from, int to) {
    int[] all = new int[to - from];
    Arrays.setAll(all, k -> from + k);
    return all;
  }
}
