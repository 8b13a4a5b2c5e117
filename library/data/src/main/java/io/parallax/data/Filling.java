package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The values from training rows that replace missing ones, before columns are scaled.
 *
 * @param medians of the columns, NaN for a column without values; empty unless they are needed
 * @param sample training rows among which similar ones are looked for, with NaN where a value is
 *     missing; empty unless they are needed
 * @param indicated the places of columns with a further column that is 1 where a value is missing
 */
public record Filling(double[] medians, double[][] sample, int[] indicated) {
  /** The most training rows that are kept to look for similar ones. */
  public static final int MOST_ROWS = 300;

  private static final int MOST_NUMBERS = 2_000_000;

  /** Nothing is needed: missing values are rejected, or replaced by means. */
  public static final Filling NONE = new Filling(new double[0], new double[0][], new int[0]);

  /** Finds the values in training rows; those of sequences are medians of each channel's steps. */
  public static Filling fit(Missing rule, Table rows) {
    if (rule.fromSums()) {
      return NONE;
    }
    if (!(rows.numbers() instanceof Numbers.InMemory)) {
      throw new BadInput(
          rows.source()
              + " lies in an engine, which replaces missing values by means only; use 'missing: mean'");
    }
    boolean plain = rows.shape().isEmpty();
    if (!plain && (rule.indicated() || rule.fill() == Missing.Fill.NEAREST)) {
      throw new BadInput(
          rows.source()
              + " holds sequences or images, for which missing values are replaced by mean or median, without an indicator; choose one of these");
    }
    Matrix cells = rows.steps().map(SequenceRows::steps).orElseGet(rows::values);
    return new Filling(
        rule.fill() == Missing.Fill.MEDIAN ? medians(cells) : new double[0],
        rule.fill() == Missing.Fill.NEAREST ? sample(cells, rule.neighbours()) : new double[0][],
        new int[0]);
  }

  /** Returns the filling of a party without training rows: every missing value becomes its mean. */
  public static Filling ofNothing(Missing rule, int columns) {
    double[] medians = new double[rule.fill() == Missing.Fill.MEDIAN ? columns : 0];
    Arrays.fill(medians, Double.NaN);
    return new Filling(medians, new double[0][], new int[0]);
  }

  /** Returns the same with a further column for each of these. */
  public Filling indicating(int[] columns) {
    return new Filling(medians, sample, columns);
  }

  /** Returns the names of columns and, behind them, of those that say where values are missing. */
  public List<String> names(List<String> columns) {
    return Stream.concat(
            columns.stream(), Arrays.stream(indicated).mapToObj(j -> columns.get(j) + " (missing)"))
        .toList();
  }

  private static double[] medians(Matrix x) {
    return IntStream.range(0, x.cols()).mapToDouble(j -> median(x, j)).toArray();
  }

  private static double median(Matrix x, int column) {
    double[] sorted =
        IntStream.range(0, x.rows())
            .mapToDouble(i -> x.get(i, column))
            .filter(value -> !Double.isNaN(value))
            .sorted()
            .toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : sorted[half - 1] / 2 + sorted[half] / 2;
  }

  /** Takes rows at equal distances; none if no value is missing, so that none need be kept. */
  private static double[][] sample(Matrix x, int neighbours) {
    int most = Math.min(MOST_ROWS, Math.max(neighbours, MOST_NUMBERS / Math.max(1, x.cols())));
    boolean gaps = Arrays.stream(x.toArray()).anyMatch(Double::isNaN);
    int count = gaps ? Math.min(x.rows(), most) : 0;
    return IntStream.range(0, count)
        .mapToObj(i -> x.row((int) ((long) i * x.rows() / count)))
        .toArray(double[][]::new);
  }

  /** Returns the median that replaces a missing value; NaN: its mean does. */
  double median(int column) {
    return medians.length == 0 ? Double.NaN : medians[column];
  }

  /**
   * Replaces missing values of plain rows; one that no value is found for stays.
   *
   * @param place the place of a value among those of its column, in a unit common to all columns
   */
  Matrix fill(Matrix x, Missing rule, Place place) {
    if (rule.fill() == Missing.Fill.MEDIAN) {
      return Matrix.fill(
          x.rows(), x.cols(), (i, j) -> Double.isNaN(x.get(i, j)) ? medians[j] : x.get(i, j));
    }
    if (rule.fill() != Missing.Fill.NEAREST) {
      return x;
    }
    double[][] places =
        Arrays.stream(sample).map(row -> placed(row, place)).toArray(double[][]::new);
    double[][] rows = x.toRows();
    for (double[] row : rows) {
      if (Arrays.stream(row).anyMatch(Double::isNaN)) {
        fill(row, rule.neighbours(), placed(row, place), places);
      }
    }
    return Matrix.of(
        x.rows(), x.cols(), Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray());
  }

  /** The place of a value among those of its column. */
  @FunctionalInterface
  interface Place {
    double of(double value, int column);
  }

  private static double[] placed(double[] row, Place place) {
    return IntStream.range(0, row.length)
        .mapToDouble(j -> Double.isNaN(row[j]) ? Double.NaN : place.of(row[j], j))
        .toArray();
  }

  private void fill(double[] row, int neighbours, double[] own, double[][] places) {
    double[] distances = Arrays.stream(places).mapToDouble(o -> distance(own, o)).toArray();
    int[] order =
        IntStream.range(0, places.length)
            .filter(i -> !Double.isNaN(distances[i]))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> distances[i]))
            .mapToInt(i -> i)
            .toArray();
    for (int j = 0; j < row.length; j++) {
      if (Double.isNaN(row[j])) {
        int column = j;
        row[j] =
            Arrays.stream(order)
                .mapToDouble(i -> sample[i][column])
                .filter(value -> !Double.isNaN(value))
                .limit(neighbours)
                .average()
                .orElse(Double.NaN);
      }
    }
  }

  /** Returns the mean square over the columns that both rows have; NaN if there is none. */
  private static double distance(double[] a, double[] b) {
    double sum = 0;
    int both = 0;
    for (int j = 0; j < a.length; j++) {
      double difference = a[j] - b[j];
      if (!Double.isNaN(difference)) {
        sum += difference * difference;
        both++;
      }
    }
    return sum / both;
  }
}
