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
 * A table whose columns have names and whose cells are texts, wherever it lies.
 *
 * <p>A cell is missing when it is empty or reads NA, NaN, null or ? in any case; spaces around a
 * cell do not matter. Missing cells of a table become NaN. Everything else that is not a finite
 * number is a {@link BadInput} that names source, line and column and never shows a cell's content.
 */
public non-sealed interface RowTable extends RowSource {
  /** Opens it at its first row. */
  Rows open();

  /** All columns but the id column as numbers. */
  default Table table(String idColumn) {
    return table(idColumn, List.of());
  }

  /** All columns as numbers but the id column and those of {@code except}, which are not read. */
  default Table table(String idColumn, Collection<String> except) {
    List<Column> columns = others(idColumn, except).stream().map(Column::numeric).toList();
    return encoded(idColumn, columns);
  }

  /** These columns, as numbers. */
  default Table encoded(String idColumn, List<Column> columns) {
    return encoded(idColumn, columns, "view");
  }

  /** These columns, as numbers; {@code role} says in messages what they are. */
  default Table encoded(String idColumn, List<Column> columns, String role) {
    try (Rows rows = open()) {
      int id = rows.indexOf(idColumn, "id");
      int[] cells = columns.stream().mapToInt(c -> rows.indexOf(c.name(), role)).toArray();
      int width = columns.stream().mapToInt(Column::width).sum();
      RowIds ids = new RowIds(rows);
      List<double[]> values = new ArrayList<>();
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        ids.add(row.cell(id), row.number());
        values.add(rows.numbers(row, columns, cells));
      }
      ids.requireSome();
      List<String> names = columns.stream().flatMap(c -> c.features().stream()).toList();
      return new Table(source(), ids.list(), names, matrix(values, width));
    }
  }

  /**
   * The ids of a file's rows, each once.
   *
   * @param steps whether several rows may have the same
   */
  default List<String> ids(String idColumn, boolean steps) {
    try (Rows rows = open()) {
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
  default List<String> names() {
    try (Rows rows = open()) {
      if (rows.next() == null) {
        throw RowIds.none(source());
      }
      return rows.header();
    }
  }

  /** Counts the rows below the header. */
  default long count() {
    try (Rows rows = open()) {
      long count = 0;
      while (rows.next() != null) {
        count++;
      }
      return count;
    }
  }

  /** The names of the file's columns but the id column and those of {@code except}. */
  default List<String> others(String idColumn, Collection<String> except) {
    try (Rows rows = open()) {
      rows.indexOf(idColumn, "id");
      except.forEach(name -> rows.indexOf(name, "excepted"));
      List<String> names =
          rows.header().stream()
              .filter(name -> !name.equals(idColumn) && !except.contains(name))
              .toList();
      if (names.isEmpty()) {
        throw new BadInput(source() + ": no column besides the id; a table needs at least one");
      }
      return names;
    }
  }

  /** The cells of all rows, without the header. */
  default List<List<String>> cells() {
    List<List<String>> all = new ArrayList<>();
    try (Rows rows = open()) {
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        Rows.Row found = row;
        all.add(IntStream.range(0, rows.header().size()).mapToObj(found::cell).toList());
      }
    }
    return all;
  }

  /** Copies some columns of the rows with these ids, in their order, cells as they are. */
  default void copy(String idColumn, List<String> columns, List<String> ids, Path to) {
    try (Rows rows = open();
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
  default void copySteps(String idColumn, List<String> columns, Set<String> ids, Path to) {
    try (Rows rows = open();
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
  default List<String> categories(String column) {
    try (Rows rows = open()) {
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

  /** Returns those of the columns that hold words and not one number. */
  default List<String> wordy(List<String> columns) {
    try (Rows rows = open()) {
      int[] places = columns.stream().mapToInt(rows.header()::indexOf).toArray();
      boolean[] words = new boolean[places.length];
      boolean[] numbers = new boolean[places.length];
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        for (int j = 0; j < places.length; j++) {
          if (places[j] >= 0 && !numbers[j]) {
            String cell = row.cell(places[j]).strip();
            numbers[j] = Cell.isNumber(cell);
            words[j] |= !Cell.missing(cell);
          }
        }
      }
      return IntStream.range(0, places.length)
          .filter(j -> words[j] && !numbers[j])
          .mapToObj(columns::get)
          .toList();
    }
  }

  /** One column as class labels, of which there must be two or more. */
  default LabelColumn labels(String idColumn, String labelColumn) {
    return words(idColumn, labelColumn).severalClasses("column '" + labelColumn + "'");
  }

  /** One column as labels, be they few or many. */
  default LabelColumn words(String idColumn, String column) {
    return words(idColumn, column, "label");
  }

  /** One column as names; {@code role} says in messages what they are. */
  default LabelColumn words(String idColumn, String column, String role) {
    try (Rows rows = open()) {
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
      return LabelColumn.of(source(), ids.list(), names);
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
