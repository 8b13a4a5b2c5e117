package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Sequences;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows that hold sequences, seen step by step.
 *
 * @param values a row for each sequence
 */
public record SequenceRows(Sequences layout, Matrix values) {

  /** Returns the number of steps of each sequence. */
  public int[] lengths() {
    return IntStream.range(0, values.rows()).map(this::length).toArray();
  }

  private int length(int row) {
    return (int) values.get(row, 0);
  }

  /** All steps of all sequences, one below the other, a column for each channel; no padding. */
  public Matrix steps() {
    int width = layout.channels().size();
    int count = Math.toIntExact(Arrays.stream(lengths()).asLongStream().sum());
    double[] all = new double[Math.multiplyExact(count, width)];
    int at = 0;
    for (int i = 0; i < values.rows(); i++) {
      double[] row = values.row(i);
      int start = layout.start(length(i));
      System.arraycopy(row, start, all, at, row.length - start);
      at += row.length - start;
    }
    return Matrix.of(count, width, all);
  }

  /** Summarises each sequence for people: mean and deviation of every channel. */
  public Matrix summary() {
    int width = layout.channels().size();
    double[][] rows = new double[values.rows()][2 * width];
    for (int i = 0; i < rows.length; i++) {
      double[] row = values.row(i);
      for (int c = 0; c < width; c++) {
        int start = layout.start(length(i)) + c;
        double[] channel = new double[length(i)];
        Arrays.setAll(channel, t -> row[start + t * width]);
        Series series = new Series(channel);
        rows[i][c] = series.mean();
        rows[i][width + c] = series.deviation();
      }
    }
    return Matrix.of(rows);
  }

  /** Transforms one number of a step. */
  @FunctionalInterface
  interface Change {
    double of(double value, int channel);
  }

  /** Changes the numbers of real steps; padding stays 0. */
  Matrix map(Change change) {
    int width = layout.channels().size();
    return Matrix.fill(
        values.rows(),
        values.cols(),
        (i, j) ->
            j == 0 || j < layout.start(length(i))
                ? values.get(i, j)
                : change.of(values.get(i, j), (j - 1) % width));
  }

  /** Selects channels by their positions, in this order. */
  SequenceRows channels(int[] places) {
    int width = layout.channels().size();
    List<String> names = Arrays.stream(places).mapToObj(layout.channels()::get).toList();
    int[] columns = new int[1 + layout.steps() * places.length];
    for (int j = 1; j < columns.length; j++) {
      columns[j] = 1 + (j - 1) / places.length * width + places[(j - 1) % places.length];
    }
    return new SequenceRows(new Sequences(layout.steps(), names), values.selectColumns(columns));
  }

  /** Returns rows with room for this many steps; of longer sequences the last steps are kept. */
  SequenceRows withRoom(int steps) {
    if (steps == layout.steps()) {
      return this;
    }
    Sequences wanted = new Sequences(steps, layout.channels());
    int shift = layout.columns() - wanted.columns();
    Matrix moved =
        Matrix.fill(
            values.rows(),
            wanted.columns(),
            (i, j) ->
                j == 0
                    ? Math.min(steps, values.get(i, 0))
                    : j + shift < 1 ? 0 : values.get(i, j + shift));
    return new SequenceRows(wanted, moved);
  }

  /** Returns the positions of the sequences that have at least this many steps. */
  int[] atLeast(int least) {
    return IntStream.range(0, values.rows()).filter(i -> length(i) >= least).toArray();
  }

  /** Describes the position of a number within its sequence, for messages. */
  String place(int row, int column) {
    int width = layout.channels().size();
    int step = 1 + (column - layout.start(length(row))) / width;
    return "step %d of the %d that are kept, channel '%s'"
        .formatted(step, length(row), layout.channels().get((column - 1) % width));
  }

  /** Rejects a size that does not fit into the available memory, before memory is allocated. */
  static void requireRoom(String source, long sequences, long steps, long channels) {
    double numbers = (double) sequences * (1 + (double) steps * channels);
    double bytes = numbers * Double.BYTES;
    if (numbers > Integer.MAX_VALUE - 8 || bytes > Runtime.getRuntime().maxMemory()) {
      throw new BadInput(
          "%s: %d sequences of %d steps and %d channels need %.0f MB of memory; keep fewer with 'steps', or set PARALLAX_MEMORY to several times that"
              .formatted(source, sequences, steps, channels, bytes / (1 << 20)));
    }
  }
}
