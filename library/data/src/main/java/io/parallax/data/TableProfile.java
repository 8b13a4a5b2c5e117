package io.parallax.data;

import io.parallax.math.Matrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A summary of a file's content that makes no assumption about the purpose of its columns.
 *
 * @param name the name of the file, and of the variable in it
 * @param numbered whether rows have only their numbers as ids
 * @param rows the number of rows below the header, or of steps in an array of sequences
 * @param lengths the lengths of sequences, if there are any
 */
public record TableProfile(
    String name, boolean numbered, int rows, List<Column> columns, Optional<Lengths> lengths) {
  private static final int MOST_VALUES = 1_000_000;
  private static final int FEW_VALUES = 50;

  /**
   * One column.
   *
   * @param missing cells without a value
   * @param words cells that are not numbers
   * @param different the number of different values; in a matrix more than a few are not counted
   * @param counts the frequency of each value if there are few of them; else empty
   * @param mean of its numbers
   * @param deviation of its numbers
   */
  public record Column(
      String name,
      int missing,
      int words,
      int different,
      Map<String, Integer> counts,
      double mean,
      double deviation) {

    /** Returns true if every cell is a number or missing, and at least one is a number. */
    public boolean numeric(int rows) {
      return words == 0 && missing < rows;
    }

    /** Returns true if the column could serve as an id. */
    public boolean unique(int rows) {
      return missing == 0 && different == rows;
    }
  }

  /** Returns the character that the header has in place of commas, if it has one column only. */
  public Optional<String> separator() {
    return columns.size() == 1 && !numbered
        ? ColumnNames.separator(columns.get(0).name())
        : Optional.empty();
  }

  /**
   * Statistics of the lengths of sequences.
   *
   * @param step the median time between two steps; NaN where no time is known
   */
  public record Lengths(int sequences, int shortest, double median, int longest, double step) {
    private static Lengths of(int[] lengths, double[] gaps) {
      double[] sorted = IntStream.of(lengths).sorted().asDoubleStream().toArray();
      return new Lengths(
          sorted.length,
          (int) sorted[0],
          median(sorted),
          (int) sorted[sorted.length - 1],
          gaps.length == 0 ? Double.NaN : median(gaps));
    }

    private static double median(double[] values) {
      return new Series(values).quantiles(0.5)[0];
    }
  }

  /** Summarises a matrix, an array of sequences, or images. */
  public static TableProfile of(NumberedFile matrix) {
    Table table = matrix.table();
    Matrix values = table.steps().map(SequenceRows::steps).orElse(table.values());
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < values.cols(); j++) {
      Tally tally = new Tally(FEW_VALUES + 1);
      for (int i = 0; i < values.rows(); i++) {
        tally.add(values.get(i, j));
      }
      columns.add(tally.column(table.features().get(j)));
    }
    Optional<Lengths> lengths =
        table.steps().map(rows -> Lengths.of(rows.lengths(), new double[0]));
    return new TableProfile(name(matrix), true, values.rows(), List.copyOf(columns), lengths);
  }

  /** The name of its file, with what it takes from it. */
  private static String name(RowSource source) {
    Path file = source.files().isEmpty() ? null : source.files().get(0);
    return file == null
        ? source.source()
        : source.source().replace(file.toString(), file.getFileName().toString());
  }

  /** Summarises a table with one row per step of a sequence. */
  public static TableProfile of(RowTable file, String idColumn, String timeColumn) {
    List<io.parallax.data.Column> gap = List.of(io.parallax.data.Column.numeric(Steps.GAP));
    Table times = SequenceFile.read(file, idColumn, gap, new Steps(timeColumn, true, 0, 1));
    int[] lengths = times.steps().orElseThrow().lengths();
    Matrix values = times.values();
    double[] gaps =
        IntStream.range(0, lengths.length)
            .mapToObj(
                i ->
                    Arrays.copyOfRange(
                        values.row(i), values.cols() - lengths[i] + 1, values.cols()))
            .flatMapToDouble(Arrays::stream)
            .toArray();
    TableProfile rows = of(file);
    Optional<Lengths> found = Optional.of(Lengths.of(lengths, gaps));
    List<Column> channels =
        rows.columns.stream()
            .filter(c -> !c.name().equals(idColumn) && !c.name().equals(timeColumn))
            .toList();
    return new TableProfile(rows.name, false, rows.rows, channels, found);
  }

  /** Summarises a table. */
  public static TableProfile of(RowTable file) {
    try (Rows rows = file.open()) {
      List<Tally> tallies = new ArrayList<>();
      rows.header().forEach(name -> tallies.add(new Tally(MOST_VALUES)));
      int count = 0;
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        for (int c = 0; c < tallies.size(); c++) {
          tallies.get(c).add(row.cell(c).strip());
        }
        count++;
      }
      List<Column> columns = new ArrayList<>();
      for (int c = 0; c < tallies.size(); c++) {
        columns.add(tallies.get(c).column(rows.header().get(c)));
      }
      return new TableProfile(name(file), false, count, List.copyOf(columns), Optional.empty());
    }
  }

  /** Counts one column's cells as they come by. */
  private static final class Tally {
    private final Map<String, Integer> values = new HashMap<>();
    private final int most;
    private int missing;
    private int words;
    private int numbers;
    private double mean;
    private double squares;

    Tally(int most) {
      this.most = most;
    }

    void add(double number) {
      if (Double.isNaN(number)) {
        missing++;
        return;
      }
      if (values.size() < most) {
        values.merge(Cell.name(number), 1, Integer::sum);
      }
      count(number);
    }

    void add(String cell) {
      if (Cell.missing(cell)) {
        missing++;
        return;
      }
      if (values.size() < most || values.containsKey(cell)) {
        values.merge(cell, 1, Integer::sum);
      }
      double number = number(cell);
      if (Double.isNaN(number)) {
        words++;
        return;
      }
      count(number);
    }

    private void count(double number) {
      numbers++;
      double off = number - mean; // Welford's
      mean += off / numbers;
      squares += off * (number - mean);
    }

    private static double number(String cell) {
      try {
        return Cell.number(cell);
      } catch (NumberFormatException e) {
        return Double.NaN;
      }
    }

    /** Sorts values as numbers if all are numbers, else as text. */
    private Map<String, Integer> sorted() {
      Map<String, Integer> sorted = new LinkedHashMap<>();
      LabelColumn.sorted(values.keySet()).forEach(value -> sorted.put(value, values.get(value)));
      return sorted;
    }

    Column column(String name) {
      return new Column(
          name,
          missing,
          words,
          values.size(),
          values.size() <= FEW_VALUES ? sorted() : Map.of(),
          numbers == 0 ? Double.NaN : mean,
          numbers == 0 ? Double.NaN : Math.sqrt(squares / numbers));
    }
  }
}
