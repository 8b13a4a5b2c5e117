package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.data.MemoryTable;
import io.parallax.data.NumberedFile;
import io.parallax.data.RowFormat;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.data.Steps;
import io.parallax.study.Study;
import io.parallax.study.model.NewRows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The rows of one view, in a file or in memory. A file is read when a study runs, not before.
 *
 * @param source the place of the rows
 */
public record Rows(Study.Source source) {
  private static final String MEMORY = "the rows in memory";

  /**
   * Returns the rows of a CSV file with a header.
   *
   * @param id the column that names a row
   */
  public static Rows csv(Path file, String id) {
    return new Rows(Study.Source.csv(file, id, List.of()));
  }

  /**
   * Returns the rows of a file with named columns in any format on the class path: CSV, ARFF and,
   * with parallax-parquet or parallax-excel, Parquet and Excel.
   *
   * @param id the column that names a row
   */
  public static Rows table(Path file, String id) {
    RowSource found = RowFormat.of(file.toString(), Map.of());
    if (!(found instanceof RowTable)) {
      throw new BadInput(file + " has no names of columns; read it by Rows.matrix");
    }
    return new Rows(new Study.Source(found, id, List.of(), Steps.NONE));
  }

  /**
   * Returns the rows of a matrix, which are called 0, 1, 2 …; its columns are called 1, 2, 3 ….
   *
   * @param place FILE.npy, or FILE.mat:VARIABLE
   */
  public static Rows matrix(String place) {
    RowSource found = RowFormat.of(place, Map.of());
    if (!(found instanceof NumberedFile file)) {
      throw new BadInput(place + " is no matrix; read it by Rows.csv or Rows.table");
    }
    return new Rows(Study.Source.of(file, Steps.NONE));
  }

  /**
   * Returns rows of an array, of which a copy is taken.
   *
   * @param values one array of numbers for each id; NaN is a missing value
   */
  public static Rows of(List<String> ids, List<String> columns, double[][] values) {
    return new Rows(memory(MemoryTable.of(MEMORY, ids, columns, values), List.of()));
  }

  /** Returns rows of an array, called 0, 1, 2 …; its columns are called 1, 2, 3 …. */
  public static Rows of(double[][] values) {
    int width = values.length == 0 ? 0 : values[0].length;
    List<String> columns = IntStream.rangeClosed(1, width).mapToObj(Integer::toString).toList();
    return of(numbers(values.length), columns, values);
  }

  /** Returns the names of rows that have none: 0, 1, 2 …. */
  static List<String> numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  /** Returns the same rows with these columns only. */
  public Rows columns(String... names) {
    return new Rows(source.with(List.of(names)));
  }

  /** Returns the rows as steps of sequences. */
  public Rows sequences(Steps steps) {
    return new Rows(new Study.Source(source.rows(), source.id(), source.columns(), steps));
  }

  /** Returns the same rows under a name for messages. */
  Study.Source called(String name) {
    return source.rows() instanceof MemoryTable table
        ? memory(table.called(name), source.columns())
        : source;
  }

  private static Study.Source memory(MemoryTable table, List<String> columns) {
    return new Study.Source(table, MemoryTable.ID, columns, Steps.NONE);
  }

  /** Returns the rows as rows to be scored. */
  NewRows toScore(String view) {
    return new NewRows(called("the new rows of view " + view).rows(), Optional.of(source.id()));
  }
}
