package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Reads tables and labels from CSV files with a header row: comma separated, double quotes, UTF-8
 * with or without a byte-order mark, plain or gzip (told by the content, not by the name).
 *
 * <p>A cell is missing when it is empty or reads NA, NaN, null or ? in any case; spaces around a
 * cell do not matter. Missing cells of a table become NaN. Everything else that is not a finite
 * number is a {@link BadInput} that names file, line and column and never shows a cell's content.
 */
public final class CsvFile {
  private CsvFile() {}

  /** All columns but the id column as numbers. */
  public static Table table(Path file, String idColumn) {
    return table(file, idColumn, List.of());
  }

  /** All columns as numbers but the id column and those of {@code except}, which are not read. */
  public static Table table(Path file, String idColumn, Collection<String> except) {
    try (CsvRows rows = CsvRows.open(file)) {
      int id = rows.indexOf(idColumn, "id");
      int[] cells = wanted(rows, id, except);
      RowIds ids = new RowIds(file);
      List<double[]> values = new ArrayList<>();
      for (CsvRows.Row row = rows.next(); row != null; row = rows.next()) {
        ids.add(row.cell(id), row.line());
        values.add(numbers(rows, row, cells));
      }
      ids.requireSome();
      List<String> columns = Arrays.stream(cells).mapToObj(rows.header()::get).toList();
      return new Table(file.toString(), ids.list(), columns, matrix(values, cells.length));
    }
  }

  /** One column as class labels. */
  public static LabelColumn labels(Path file, String idColumn, String labelColumn) {
    try (CsvRows rows = CsvRows.open(file)) {
      int id = rows.indexOf(idColumn, "id");
      int label = rows.indexOf(labelColumn, "label");
      RowIds ids = new RowIds(file);
      List<String> names = new ArrayList<>();
      for (CsvRows.Row row = rows.next(); row != null; row = rows.next()) {
        ids.add(row.cell(id), row.line());
        String name = row.cell(label).strip();
        if (Cell.missing(name)) {
          throw rows.bad(row, label, "has no label; fill it in or remove the row");
        }
        names.add(name);
      }
      ids.requireSome();
      return LabelColumn.of(file.toString(), labelColumn, ids.list(), names);
    }
  }

  private static int[] wanted(CsvRows rows, int id, Collection<String> except) {
    List<Integer> left = new ArrayList<>();
    left.add(id);
    except.forEach(name -> left.add(rows.indexOf(name, "excepted")));
    int[] cells = new int[rows.header().size()];
    int count = 0;
    for (int c = 0; c < cells.length; c++) {
      if (!left.contains(c)) {
        cells[count++] = c;
      }
    }
    if (count == 0) {
      throw new BadInput(rows.file() + ": no column besides the id; a table needs at least one");
    }
    return Arrays.copyOf(cells, count);
  }

  private static double[] numbers(CsvRows rows, CsvRows.Row row, int[] cells) {
    double[] numbers = new double[cells.length];
    for (int j = 0; j < cells.length; j++) {
      try {
        numbers[j] = Cell.number(row.cell(cells[j]));
      } catch (NumberFormatException e) {
        throw rows.bad(row, cells[j], "is not a finite number; correct it or leave the cell empty");
      }
    }
    return numbers;
  }

  private static Matrix matrix(List<double[]> rows, int columns) {
    double[] all = new double[Math.multiplyExact(rows.size(), columns)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, all, i * columns, columns);
    }
    return Matrix.of(rows.size(), columns, all);
  }
}
