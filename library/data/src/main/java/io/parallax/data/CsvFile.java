package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Reads tables and labels from CSV files with a header row: comma separated, double quotes, UTF-8
 * with or without a byte-order mark, plain or gzip (told by the content, not by the name).
 *
 * <p>A cell is missing when it is empty or reads NA, NaN, null or ? in any case; spaces around a
 * cell do not matter. Missing cells of a table become NaN. Everything else that is not a finite
 * number is a {@link BadInput} that names file, line and column and never shows a cell's content.
 *
 * <p>Parquet files are read in the same way, by all functions here.
 */
public final class CsvFile {
  private CsvFile() {}

  /** Whether this is a Parquet file, by its content. */
  public static boolean isParquet(Path file) {
    return ParquetRows.isParquet(file);
  }

  /** All columns but the id column as numbers. */
  public static Table table(Path file, String idColumn) {
    return table(file, idColumn, List.of());
  }

  /** All columns as numbers but the id column and those of {@code except}, which are not read. */
  public static Table table(Path file, String idColumn, Collection<String> except) {
    List<Column> columns = others(file, idColumn, except).stream().map(Column::numeric).toList();
    return encoded(file, idColumn, columns);
  }

  /** These columns, as numbers. */
  public static Table encoded(Path file, String idColumn, List<Column> columns) {
    try (Rows rows = Rows.open(file)) {
      int id = rows.indexOf(idColumn, "id");
      int[] cells = columns.stream().mapToInt(c -> rows.indexOf(c.name(), "view")).toArray();
      int width = columns.stream().mapToInt(Column::width).sum();
      RowIds ids = new RowIds(rows);
      List<double[]> values = new ArrayList<>();
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        ids.add(row.cell(id), row.number());
        values.add(rows.numbers(row, columns, cells));
      }
      ids.requireSome();
      List<String> names = columns.stream().flatMap(c -> c.features().stream()).toList();
      return new Table(file.toString(), ids.list(), names, matrix(values, width));
    }
  }

  /**
   * The ids of a file's rows, each once.
   *
   * @param steps whether several rows may have the same
   */
  public static List<String> ids(Path file, String idColumn, boolean steps) {
    try (Rows rows = Rows.open(file)) {
      int id = rows.indexOf(idColumn, "id");
      RowIds ids = new RowIds(rows);
      Set<String> seen = new HashSet<>();
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        if (!steps || seen.add(IdRule.trimmed(row.cell(id)))) {
          ids.add(row.cell(id), row.number());
        }
      }
      ids.requireSome();
      return ids.list();
    }
  }

  /** The names of all columns of a file, which must have rows. */
  public static List<String> names(Path file) {
    try (Rows rows = Rows.open(file)) {
      if (rows.next() == null) {
        throw RowIds.none(file);
      }
      return rows.header();
    }
  }

  /** How many rows a file has below its header. */
  public static long count(Path file) {
    try (Rows rows = Rows.open(file)) {
      long count = 0;
      while (rows.next() != null) {
        count++;
      }
      return count;
    }
  }

  /** The names of the file's columns but the id column and those of {@code except}. */
  public static List<String> others(Path file, String idColumn, Collection<String> except) {
    try (Rows rows = Rows.open(file)) {
      rows.indexOf(idColumn, "id");
      except.forEach(name -> rows.indexOf(name, "excepted"));
      List<String> names =
          rows.header().stream()
              .filter(name -> !name.equals(idColumn) && !except.contains(name))
              .toList();
      if (names.isEmpty()) {
        throw new BadInput(file + ": no column besides the id; a table needs at least one");
      }
      return names;
    }
  }

  /** The cells of all rows, without the header. */
  public static List<List<String>> cells(Path file) {
    List<List<String>> all = new ArrayList<>();
    try (Rows rows = Rows.open(file)) {
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        Rows.Row found = row;
        all.add(IntStream.range(0, rows.header().size()).mapToObj(found::cell).toList());
      }
    }
    return all;
  }

  /** Copies some columns of the rows with these ids, in their order, cells as they are. */
  public static void copy(
      Path file, String idColumn, List<String> columns, List<String> ids, Path to) {
    try (Rows rows = Rows.open(file);
        CsvText writer = CsvText.exact(to)) {
      int id = rows.indexOf(idColumn, "id");
      int[] cells = columns.stream().mapToInt(c -> rows.indexOf(c, "view")).toArray();
      Map<String, List<String>> wanted = new HashMap<>();
      ids.forEach(one -> wanted.put(one, List.of()));
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        Rows.Row found = row;
        wanted.computeIfPresent(
            IdRule.trimmed(row.cell(id)),
            (k, v) -> Arrays.stream(cells).mapToObj(found::cell).toList());
      }
      writer.row(columns);
      ids.forEach(one -> writer.row(wanted.get(one)));
    } catch (UncheckedIOException e) {
      throw BadInput.quoting(to + ": cannot be written; check the folder", e);
    }
  }

  /** Copies some columns of all rows that have one of these ids, in the order of the file. */
  public static void copySteps(
      Path file, String idColumn, List<String> columns, Set<String> ids, Path to) {
    try (Rows rows = Rows.open(file);
        CsvText writer = CsvText.exact(to)) {
      int id = rows.indexOf(idColumn, "id");
      int[] cells = columns.stream().mapToInt(c -> rows.indexOf(c, "view")).toArray();
      writer.row(columns);
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        Rows.Row found = row;
        if (ids.contains(IdRule.trimmed(row.cell(id)))) {
          writer.row(Arrays.stream(cells).mapToObj(found::cell).toList());
        }
      }
    } catch (UncheckedIOException e) {
      throw BadInput.quoting(to + ": cannot be written; check the folder", e);
    }
  }

  /** The values of a column of categories, as far as the file has it; sorted. */
  public static List<String> categories(Path file, String column) {
    try (Rows rows = Rows.open(file)) {
      Set<String> found = new HashSet<>();
      int place = rows.header().indexOf(column);
      if (place < 0) {
        return List.of();
      }
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        String cell = row.cell(place).strip();
        if (!Cell.missing(cell)) {
          found.add(Cell.category(cell));
        }
      }
      return LabelColumn.sorted(found);
    }
  }

  /** One column as class labels, of which there must be two or more. */
  public static LabelColumn labels(Path file, String idColumn, String labelColumn) {
    return words(file, idColumn, labelColumn).severalClasses("column '" + labelColumn + "'");
  }

  /** One column as labels, be they few or many. */
  public static LabelColumn words(Path file, String idColumn, String column) {
    return words(file, idColumn, column, "label");
  }

  /** One column as names; {@code role} says in messages what they are. */
  public static LabelColumn words(Path file, String idColumn, String column, String role) {
    try (Rows rows = Rows.open(file)) {
      int id = rows.indexOf(idColumn, "id");
      int label = rows.indexOf(column, role);
      RowIds ids = new RowIds(rows);
      List<String> names = new ArrayList<>();
      Map<String, String> known = new HashMap<>(); // the same few, not a string for each row
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        ids.add(row.cell(id), row.number());
        String name = row.cell(label).strip();
        if (Cell.missing(name)) {
          throw rows.bad(row, label, "has no " + role + "; fill it in or remove the row");
        }
        names.add(known.computeIfAbsent(name, same -> same));
      }
      ids.requireSome();
      return LabelColumn.of(file.toString(), ids.list(), names);
    }
  }

  private static Matrix matrix(List<double[]> rows, int columns) {
    double[] all = new double[Math.multiplyExact(rows.size(), columns)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, all, i * columns, columns);
    }
    return Matrix.of(rows.size(), columns, all);
  }
}
