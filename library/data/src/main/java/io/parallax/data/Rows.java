package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.List;
import java.util.function.IntFunction;

/** The names of a table's columns and then, one by one, its rows. */
public interface Rows extends AutoCloseable {
  /** The place of a column that is not in the file. */
  int NOT_READ = -1;

  /**
   * A row.
   *
   * @param number its position in the file
   * @param cells its texts, by column
   */
  record Row(long number, IntFunction<String> cells) {
    /** The text of a cell. */
    public String cell(int column) {
      return cells.apply(column);
    }
  }

  /** The table's name for messages. */
  String source();

  /** The names of the columns, which all differ. */
  List<String> header();

  /** Returns the unit that {@link Row#number} counts, such as "line". */
  String unit();

  /** The next row, or null at the end. */
  Row next();

  /**
   * Returns the index of a column; {@code role} names the column's purpose in the error message.
   */
  default int indexOf(String column, String role) {
    return ColumnNames.require(source(), header(), column, role);
  }

  /** Converts the cells at these positions to the features of these columns. */
  default double[] numbers(Row row, List<Column> columns, int[] cells) {
    double[] numbers = new double[columns.stream().mapToInt(Column::width).sum()];
    int at = 0;
    for (int j = 0; j < cells.length; j++) {
      String wrong =
          cells[j] == NOT_READ ? "" : columns.get(j).encode(row.cell(cells[j]), numbers, at);
      if (!wrong.isEmpty()) {
        throw bad(row, cells[j], wrong);
      }
      at += columns.get(j).width();
    }
    return numbers;
  }

  default BadInput bad(Row row, int column, String rule) {
    return new BadInput(
        "%s %s %d, column '%s': %s"
            .formatted(source(), unit(), row.number(), header().get(column), rule));
  }

  @Override
  void close();
}
