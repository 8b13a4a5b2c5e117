package io.parallax.data;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;

/** The names of a file's columns and then, one by one, its rows, whatever kind of file it is. */
interface Rows extends AutoCloseable {
  /** The place of a column that is not in the file. */
  int NOT_READ = -1;

  /**
   * A row.
   *
   * @param number where it is in the file
   * @param cells its texts, by column; empty for nothing
   */
  record Row(long number, IntFunction<String> cells) {
    String cell(int column) {
      return cells.apply(column);
    }
  }

  /** A CSV file, or a Parquet file: its content tells. */
  static Rows open(Path file) {
    return ParquetRows.isParquet(file) ? ParquetRows.open(file) : CsvRows.open(file);
  }

  Path file();

  List<String> header();

  /** What {@link Row#number} counts: "line". */
  String unit();

  /** The next row, or null at the end. */
  Row next();

  /** Where a column stands; {@code role} says in the message what it was wanted for. */
  default int indexOf(String column, String role) {
    return ColumnNames.require(file().toString(), header(), column, role);
  }

  /** The features of these columns, which stand in these cells. */
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
            .formatted(file(), unit(), row.number(), header().get(column), rule));
  }

  @Override
  void close();
}
