package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.data.CsvFile;
import io.parallax.data.MemoryTable;
import io.parallax.study.Study;
import java.nio.file.Path;
import java.util.List;

/**
 * The classes of rows, in a file or in memory.
 *
 * @param source the place of the labels
 */
public record Labels(Study.LabelSource source) {
  private static final String COLUMN = "label";

  /**
   * Returns a column of a CSV file.
   *
   * @param id the column that names a row
   */
  public static Labels csv(Path file, String id, String column) {
    return new Labels(new Study.LabelSource(CsvFile.of(file), id, column));
  }

  /** Returns a label for each id. */
  public static Labels of(List<String> ids, List<String> labels) {
    return of(MemoryTable.of("the labels in memory", ids, COLUMN, labels));
  }

  /** Returns the labels of rows that are called 0, 1, 2 …. */
  public static Labels of(String... labels) {
    return of(Rows.numbers(labels.length), List.of(labels));
  }

  /** Adds a column in memory that splits can go by, such as the subject of each row. */
  public Labels with(String column, List<String> values) {
    if (!(source.rows() instanceof MemoryTable table)) {
      throw new BadInput(
          "labels in a file have the file's columns; add column '" + column + "' there");
    }
    return of(table.with(column, values));
  }

  /** Returns the same labels under a name for messages. */
  Study.LabelSource called(String name) {
    return source.rows() instanceof MemoryTable table ? of(table.called(name)).source : source;
  }

  private static Labels of(MemoryTable table) {
    return new Labels(new Study.LabelSource(table, MemoryTable.ID, COLUMN));
  }
}
