package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Images;
import io.parallax.core.Sequences;
import io.parallax.core.Shape;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A table of numbers with an id per row and a name per column. Missing values are NaN.
 *
 * @param source where the table came from, for messages
 * @param matrixColumns how many columns the matrix has from which it was taken, whose rows are
 *     called 0, 1, 2 … and whose columns 1, 2, 3 …; 0: rows and columns have names of their own
 * @param shape how each row holds a sequence or an image; none where a row is just numbers
 */
public record Table(
    String source,
    List<String> ids,
    List<String> columns,
    Numbers numbers,
    int matrixColumns,
    Optional<Shape> shape) {
  public Table {
    ids = Ids.of(ids);
    columns = List.copyOf(columns);
    if (numbers.rows() != ids.size() || numbers.cols() != columns.size()) {
      throw new IllegalArgumentException(
          "%d ids and %d columns do not fit %d by %d values"
              .formatted(ids.size(), columns.size(), numbers.rows(), numbers.cols()));
    }
    if (shape.isPresent() && shape.get().columns() != columns.size()) {
      throw new IllegalArgumentException("the columns are not those of " + shape.get());
    }
  }

  /** A table whose rows and columns have names. */
  public Table(String source, List<String> ids, List<String> columns, Matrix values) {
    this(source, ids, columns, Numbers.of(values), 0, Optional.empty());
  }

  /** A table in memory. */
  public Table(
      String source,
      List<String> ids,
      List<String> columns,
      Matrix values,
      int matrixColumns,
      Optional<Shape> shape) {
    this(source, ids, columns, Numbers.of(values), matrixColumns, shape);
  }

  /** All numbers, where they may be brought together. */
  public Matrix values() {
    return numbers.matrix();
  }

  /** A table of sequences. */
  static Table of(String source, List<String> ids, SequenceRows rows, int matrixColumns) {
    Sequences layout = rows.layout();
    return new Table(
        source, ids, layout.names(), rows.values(), matrixColumns, Optional.of(layout));
  }

  /** How each row holds a sequence, if it does. */
  public Optional<Sequences> sequences() {
    return shape.filter(Sequences.class::isInstance).map(Sequences.class::cast);
  }

  /** How each row holds an image, if it does. */
  public Optional<Images> images() {
    return shape.filter(Images.class::isInstance).map(Images.class::cast);
  }

  /** The rows at these places, with all that is known of them. */
  public Table at(int[] rows) {
    return with(Ids.of(IntStream.of(rows).mapToObj(ids::get).iterator()), numbers.at(rows));
  }

  /** The same columns with other rows. */
  private Table with(List<String> ids, Numbers numbers) {
    return new Table(source, ids, columns, numbers, matrixColumns, shape);
  }

  /** What a row is made of: its columns or, where it holds a sequence, the channels of a step. */
  public List<String> features() {
    return sequences().map(Sequences::channels).orElse(columns);
  }

  /** The rows step by step, where they hold sequences. */
  public Optional<SequenceRows> steps() {
    return sequences().map(layout -> new SequenceRows(layout, values()));
  }

  /** The sequences with room for so many steps: of longer ones the last steps are kept. */
  public Table withRoom(int room) {
    return of(source, ids, steps().orElseThrow().withRoom(room), matrixColumns);
  }

  /** The sequences of at least so many steps; all rows where there are no sequences. */
  public Table atLeast(int least) {
    int[] kept =
        steps().map(s -> s.atLeast(least)).orElse(IntStream.range(0, ids.size()).toArray());
    if (kept.length == 0) {
      throw new BadInput(
          "%s: no sequence has %d steps or more; set 'least' lower".formatted(source, least));
    }
    return kept.length == ids.size() ? this : at(kept);
  }

  /** Numbers that describe the sequences, in an ordinary table. */
  Table statistics() {
    Matrix numbers = SequenceStatistics.of(steps().orElseThrow());
    List<String> names = SequenceStatistics.names(features());
    return new Table(source, ids, names, numbers, matrixColumns, Optional.empty());
  }

  /** Whether rows and columns have no names but their numbers. */
  public boolean numbered() {
    return matrixColumns > 0;
  }

  /** The rows of these ids, in their order. */
  public Table rowsFor(List<String> wanted) {
    int[] rows = IdIndex.places(ids, wanted);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] < 0) {
        throw new BadInput(
            source
                + ": no row for id number "
                + (i + 1)
                + " of those wanted; add it or align first");
      }
    }
    return with(wanted, numbers.at(rows));
  }

  /** The columns of these names, in their order; of sequences, the channels. */
  public Table columns(List<String> wanted) {
    int[] places = IdIndex.places(features(), wanted);
    for (int j = 0; j < places.length; j++) {
      if (places[j] < 0) {
        String name = wanted.get(j);
        throw new BadInput(
            "%s: no column '%s'".formatted(source, name),
            "; " + ColumnNames.advice(name, features()));
      }
    }
    if (sequences().isPresent()) {
      return of(source, ids, steps().orElseThrow().channels(places), matrixColumns);
    }
    Matrix chosen = values().selectColumns(places);
    return new Table(source, ids, wanted, chosen, matrixColumns, Optional.empty());
  }

  /**
   * These columns of numbers, where those that stand for a missing value are missing.
   *
   * <p>A column with categories is refused: they are found in CSV files only.
   */
  public Table encoded(List<Column> wanted) {
    Set<String> known = Set.copyOf(features());
    for (Column column : wanted) {
      if (!known.contains(column.name()) || !column.categories().isEmpty()) {
        throw new BadInput(
            "%s: column '%s' is wanted, but columns have no names and categories here, they are 1 to %d; use a CSV file"
                .formatted(source, column.name(), known.size()));
      }
    }
    List<String> names = wanted.stream().map(Column::name).toList();
    Table chosen = names.equals(features()) ? this : columns(names);
    return wanted.stream().allMatch(Column::plain) ? chosen : chosen.understood(wanted);
  }

  private Table understood(List<Column> as) {
    Matrix values = values();
    Matrix read =
        steps()
            .map(rows -> rows.map((value, channel) -> as.get(channel).value(value)))
            .orElseGet(
                () ->
                    Matrix.fill(
                        values.rows(), values.cols(), (i, j) -> as.get(j).value(values.get(i, j))));
    return with(ids, Numbers.of(read));
  }

  /**
   * The rows of all parts, which have the same columns; ids have to differ. Sequences get the room
   * that the longest needs.
   */
  public static Table stack(String source, List<Table> parts) {
    List<String> ids = Ids.of(parts.stream().flatMap(part -> part.ids.stream()).iterator());
    int room =
        parts.stream()
            .flatMap(p -> p.sequences().stream())
            .mapToInt(Sequences::steps)
            .max()
            .orElse(0);
    List<Table> alike = parts.stream().map(p -> room == 0 ? p : p.withRoom(room)).toList();
    Table first = alike.get(0);
    if (alike.size() == 1) {
      return new Table(source, ids, first.columns, first.numbers, first.matrixColumns, first.shape);
    }
    Matrix values = Matrix.stackRows(alike.stream().map(Table::values).toList());
    return new Table(source, ids, first.columns, values, first.matrixColumns, first.shape);
  }

  /** The same rows under other ids. */
  public Table withIds(List<String> ids) {
    return with(ids, numbers);
  }

  /** How many values are missing. */
  public long missing() {
    Matrix values = values();
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
    Matrix values = values();
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
    if (sequences().isPresent()) {
      String which =
          numbered()
              ? "row %s (rows count from 0)".formatted(ids.get(row))
              : "sequence number %d".formatted(row + 1);
      return source + " " + which + ", " + steps().orElseThrow().place(row, column);
    }
    return numbered()
        ? "%s row %s, column %s (rows count from 0, columns from 1)"
            .formatted(source, ids.get(row), columns.get(column))
        : "%s row %d below the header, column '%s'".formatted(source, row + 1, header(column));
  }

  /** A column's name in the file: a category is a cell, and no message shows one. */
  private String header(int column) {
    return columns.get(column).split("=", 2)[0];
  }

  /** This table; a {@link BadInput} when values are missing and the rule does not allow it. */
  public Table under(Missing rule) {
    if (!(numbers instanceof Numbers.InMemory)) {
      return rule == Missing.ERROR ? complete() : this;
    }
    if (rule == Missing.ERROR && firstMissing().isPresent()) {
      throw new BadInput(
          "%s: the value is missing (%d in all); fill it in, or set 'missing: mean' in the study"
              .formatted(firstMissing().get(), missing()));
    }
    return this;
  }

  /** This table; a {@link BadInput} when rows that lie elsewhere have missing values. */
  private Table complete() {
    long[] counts = numbers.moments().counts();
    for (int j = 0; j < counts.length; j++) {
      if (counts[j] < numbers.rows()) {
        throw new BadInput(
            "%s: column '%s' has %d missing values; fill them in, or set 'missing: mean' in the study"
                .formatted(source, columns.get(j), numbers.rows() - counts[j]));
      }
    }
    return this;
  }
}
