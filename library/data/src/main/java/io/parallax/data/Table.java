package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A table of numbers with an id per row and a name per column. Missing values are NaN.
 *
 * @param source where the table came from, for messages
 * @param matrixColumns how many columns the matrix has from which it was taken, whose rows are
 *     called 0, 1, 2 … and whose columns 1, 2, 3 …; 0: rows and columns have names of their own
 */
public record Table(
    String source, List<String> ids, List<String> columns, Matrix values, int matrixColumns) {
  public Table {
    ids = List.copyOf(ids);
    columns = List.copyOf(columns);
    if (values.rows() != ids.size() || values.cols() != columns.size()) {
      throw new IllegalArgumentException(
          "%d ids and %d columns do not fit %d by %d values"
              .formatted(ids.size(), columns.size(), values.rows(), values.cols()));
    }
  }

  /** A table whose rows and columns have names. */
  public Table(String source, List<String> ids, List<String> columns, Matrix values) {
    this(source, ids, columns, values, 0);
  }

  /** Whether rows and columns have no names but their numbers. */
  public boolean numbered() {
    return matrixColumns > 0;
  }

  /** The rows of these ids, in their order. */
  public Table rowsFor(List<String> wanted) {
    int[] rows = places(ids, wanted);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] < 0) {
        throw new BadInput(
            source
                + ": no row for id number "
                + (i + 1)
                + " of those wanted; add it or align first");
      }
    }
    return new Table(source, wanted, columns, values.selectRows(rows), matrixColumns);
  }

  /** The columns of these names, in their order. */
  public Table columns(List<String> wanted) {
    int[] places = places(columns, wanted);
    for (int j = 0; j < places.length; j++) {
      if (places[j] < 0) {
        String name = wanted.get(j);
        throw new BadInput(
            "%s: no column '%s'; %s".formatted(source, name, ColumnNames.advice(name, columns)));
      }
    }
    return new Table(source, ids, wanted, values.selectColumns(places), matrixColumns);
  }

  /**
   * These columns of numbers, where those that stand for a missing value are missing.
   *
   * <p>A column with categories is refused: they are found in CSV files only.
   */
  public Table encoded(List<Column> wanted) {
    Set<String> known = Set.copyOf(columns);
    for (Column column : wanted) {
      if (!known.contains(column.name()) || !column.categories().isEmpty()) {
        throw new BadInput(
            "%s: column '%s' is wanted, but columns have no names and categories here, they are 1 to %d; use a CSV file"
                .formatted(source, column.name(), columns.size()));
      }
    }
    List<String> names = wanted.stream().map(Column::name).toList();
    Table chosen = names.equals(columns) ? this : columns(names);
    if (wanted.stream().allMatch(column -> column.absent().isEmpty())) {
      return chosen;
    }
    Matrix filled =
        Matrix.fill(
            values.rows(), names.size(), (i, j) -> wanted.get(j).present(chosen.values.get(i, j)));
    return new Table(source, ids, names, filled, matrixColumns);
  }

  /** The rows of all parts, which have the same columns; ids have to differ. */
  public static Table stack(String source, List<Table> parts) {
    List<String> ids = parts.stream().flatMap(part -> part.ids.stream()).toList();
    Matrix values = Matrix.stackRows(parts.stream().map(Table::values).toList());
    return new Table(source, ids, parts.get(0).columns, values, parts.get(0).matrixColumns);
  }

  /** The same rows under other ids. */
  public Table withIds(List<String> ids) {
    return new Table(source, ids, columns, values, matrixColumns);
  }

  /** How many values are missing. */
  public long missing() {
    long count = 0;
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < values.cols(); j++) {
        count += Double.isNaN(values.get(i, j)) ? 1 : 0;
      }
    }
    return count;
  }

  /** The place of the first missing value, or nothing. */
  public Optional<String> firstMissing() {
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < values.cols(); j++) {
        if (Double.isNaN(values.get(i, j))) {
          return Optional.of(place(i, j));
        }
      }
    }
    return Optional.empty();
  }

  /** Where a value stands; rows are counted from 1 after the header, if there is one. */
  String place(int row, int column) {
    return numbered()
        ? "%s row %s, column %s (rows count from 0, columns from 1)"
            .formatted(source, ids.get(row), columns.get(column))
        : "%s row %d below the header, column '%s'".formatted(source, row + 1, columns.get(column));
  }

  /** This table; a {@link BadInput} when values are missing and the rule does not allow it. */
  public Table under(Missing rule) {
    if (rule == Missing.ERROR && firstMissing().isPresent()) {
      throw new BadInput(
          "%s: the value is missing (%d in all); fill it in, or set 'missing: mean' in the study"
              .formatted(firstMissing().get(), missing()));
    }
    return this;
  }

  private static int[] places(List<String> names, List<String> wanted) {
    Map<String, Integer> index = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      index.put(names.get(i), i);
    }
    return wanted.stream().mapToInt(name -> index.getOrDefault(name, -1)).toArray();
  }
}
