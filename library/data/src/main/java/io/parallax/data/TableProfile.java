package io.parallax.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is in a file, told without assuming what its columns are for.
 *
 * @param name of the file, and of the variable in it
 * @param numbered whether rows have no ids but their numbers
 * @param rows how many rows there are below the header
 */
public record TableProfile(String name, boolean numbered, int rows, List<Column> columns) {
  private static final int MOST_VALUES = 1_000_000;
  private static final int FEW_VALUES = 50;

  /**
   * One column.
   *
   * @param missing cells without a value
   * @param words cells that are no numbers
   * @param different how many different values it has; in a matrix more than a few are not counted
   * @param counts how often each value occurs, where there are few of them; else empty
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

    /** Whether every cell is a number or missing, and there is a number. */
    public boolean numeric(int rows) {
      return words == 0 && missing < rows;
    }

    /** Whether it could tell rows apart. */
    public boolean unique(int rows) {
      return missing == 0 && different == rows;
    }
  }

  /** What is in a matrix. */
  public static TableProfile of(MatrixFile matrix) {
    Table table = matrix.table();
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < table.columns().size(); j++) {
      Tally tally = new Tally(FEW_VALUES + 1);
      for (int i = 0; i < table.ids().size(); i++) {
        tally.add(table.values().get(i, j));
      }
      columns.add(tally.column(table.columns().get(j)));
    }
    String name = matrix.file().getFileName() + matrix.variable().map(v -> ":" + v).orElse("");
    return new TableProfile(name, true, table.ids().size(), List.copyOf(columns));
  }

  /** What is in a CSV file. */
  public static TableProfile of(Path file) {
    try (CsvRows rows = CsvRows.open(file)) {
      List<Tally> tallies = new ArrayList<>();
      rows.header().forEach(name -> tallies.add(new Tally(MOST_VALUES)));
      int count = 0;
      for (CsvRows.Row row = rows.next(); row != null; row = rows.next()) {
        for (int c = 0; c < tallies.size(); c++) {
          tallies.get(c).add(row.cell(c).strip());
        }
        count++;
      }
      List<Column> columns = new ArrayList<>();
      for (int c = 0; c < tallies.size(); c++) {
        columns.add(tallies.get(c).column(rows.header().get(c)));
      }
      return new TableProfile(file.getFileName().toString(), false, count, List.copyOf(columns));
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

    Column column(String name) {
      return new Column(
          name,
          missing,
          words,
          values.size(),
          values.size() <= FEW_VALUES ? new TreeMap<>(values) : Map.of(),
          numbers == 0 ? Double.NaN : mean,
          numbers == 0 ? Double.NaN : Math.sqrt(squares / numbers));
    }
  }
}
