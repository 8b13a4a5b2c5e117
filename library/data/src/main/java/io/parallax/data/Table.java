package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Images;
import io.parallax.core.Sequences;
import io.parallax.core.Shape;
import io.parallax.math.Matrix;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A table of numbers with an id per row and a name per column. Missing values are NaN.
 *
 * @param source the origin of the table, for messages
 * @param matrixColumns the number of columns of the matrix it was taken from, with rows named 0, 1,
 *     2 … and columns 1, 2, 3 …; 0 if rows and columns have names of their own
 * @param shape the layout of a sequence or an image in a row; empty for plain numbers
 * @param blank places of rows that the source does not have; their numbers are 0
 */
public record Table(
    String source,
    List<String> ids,
    List<String> columns,
    Numbers numbers,
    int matrixColumns,
    Optional<Shape> shape,
    BitSet blank) {
  public Table {
    ids = Ids.of(ids);
    columns = List.copyOf(columns);
    if (numbers.rows() != ids.size() || numbers.cols() != columns.size()) {
      throw new IllegalArgumentException(
          "%d ids and %d columns do not match %d by %d values"
              .formatted(ids.size(), columns.size(), numbers.rows(), numbers.cols()));
    }
    if (shape.isPresent() && shape.get().columns() != columns.size()) {
      throw new IllegalArgumentException("the columns are not those of " + shape.get());
    }
  }

  /** A table whose source has all rows. */
  public Table(
      String source,
      List<String> ids,
      List<String> columns,
      Numbers numbers,
      int matrixColumns,
      Optional<Shape> shape) {
    this(source, ids, columns, numbers, matrixColumns, shape, new BitSet());
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

  /** Returns all numbers; fails if they must not be loaded into one process. */
  public Matrix values() {
    return numbers.matrix();
  }

  /** A table of sequences. */
  static Table of(String source, List<String> ids, SequenceRows rows, int matrixColumns) {
    Sequences layout = rows.layout();
    return new Table(
        source, ids, layout.names(), rows.values(), matrixColumns, Optional.of(layout));
  }

  /** Returns the layout of the sequence in each row, if rows hold sequences. */
  public Optional<Sequences> sequences() {
    return shape.filter(Sequences.class::isInstance).map(Sequences.class::cast);
  }

  /** Returns the layout of the image in each row, if rows hold images. */
  public Optional<Images> images() {
    return shape.filter(Images.class::isInstance).map(Images.class::cast);
  }

  /** Selects the rows at these positions. */
  public Table at(int[] rows) {
    BitSet some = new BitSet();
    IntStream.range(0, rows.length).filter(i -> blank.get(rows[i])).forEach(some::set);
    return with(Ids.of(IntStream.of(rows).mapToObj(ids::get).iterator()), numbers.at(rows), some);
  }

  /** The same columns with other rows. */
  private Table with(List<String> ids, Numbers numbers, BitSet blank) {
    return new Table(source, ids, columns, numbers, matrixColumns, shape, blank);
  }

  /** Returns rows of which the source has none. */
  public static Table blank(
      String source, List<String> ids, List<String> columns, Optional<Shape> shape) {
    BitSet all = new BitSet();
    all.set(0, ids.size());
    Numbers zeros = Numbers.of(Matrix.zeros(ids.size(), columns.size()));
    return new Table(source, ids, columns, zeros, 0, shape, all);
  }

  /** Returns rows of these ids of which the source has none, with the columns of this table. */
  public Table lacking(List<String> others) {
    BitSet all = new BitSet();
    all.set(0, others.size());
    return with(others, Numbers.of(Matrix.zeros(others.size(), columns.size())), all);
  }

  /** Returns the rows that the source has, of which there must be some. */
  public Table present() {
    if (blank.cardinality() == ids.size()) {
      throw new BadInput(
          "its party has none of these rows; it needs some to scale columns by; lower 'test', or leave the party out");
    }
    return blank.isEmpty()
        ? this
        : at(IntStream.range(0, ids.size()).filter(i -> !blank.get(i)).toArray());
  }

  /**
   * Returns the names of a row's features: its columns or, if rows hold sequences, the channels of
   * a step.
   */
  public List<String> features() {
    return sequences().map(Sequences::channels).orElse(columns);
  }

  /** Returns the rows step by step, if they hold sequences. */
  public Optional<SequenceRows> steps() {
    return sequences().map(layout -> new SequenceRows(layout, values()));
  }

  /**
   * Returns the sequences with room for this many steps; of longer ones the last steps are kept.
   */
  public Table withRoom(int room) {
    return of(source, ids, steps().orElseThrow().withRoom(room), matrixColumns);
  }

  /** Returns the sequences of at least this many steps; all rows if there are no sequences. */
  public Table atLeast(int least) {
    int[] kept =
        steps().map(s -> s.atLeast(least)).orElse(IntStream.range(0, ids.size()).toArray());
    if (kept.length == 0) {
      throw new BadInput(
          "%s: no sequence has %d steps or more; set 'least' lower".formatted(source, least));
    }
    return kept.length == ids.size() ? this : at(kept);
  }

  /** Returns the statistics of the sequences, in an ordinary table. */
  Table statistics() {
    Matrix numbers = SequenceStatistics.of(steps().orElseThrow());
    List<String> names = SequenceStatistics.names(features());
    return new Table(source, ids, names, numbers, matrixColumns, Optional.empty());
  }

  /** Returns true if rows and columns have only numbers as names. */
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
                + " of the requested ids; add it or align first");
      }
    }
    return with(wanted, numbers.at(rows), new BitSet());
  }

  /** The rows of these ids, in their order; blank ones where there are none. */
  public Table spreadOver(List<String> wanted) {
    if (!(numbers instanceof Numbers.InMemory)) {
      throw new BadInput(
          source + " lies in an engine, which needs every row; leave 'align.need' out");
    }
    int[] rows = IdIndex.places(ids, wanted);
    Matrix values = values();
    Matrix spread =
        Matrix.fill(rows.length, values.cols(), (i, j) -> rows[i] < 0 ? 0 : values.get(rows[i], j));
    BitSet none = new BitSet();
    IntStream.range(0, rows.length).filter(i -> rows[i] < 0).forEach(none::set);
    return with(wanted, Numbers.of(spread), none);
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
   * Selects columns of numbers, in which numbers that mark a missing value become missing.
   *
   * <p>A column with categories is rejected: only CSV files have them.
   */
  public Table encoded(List<Column> wanted) {
    Set<String> known = Set.copyOf(features());
    for (Column column : wanted) {
      if (!known.contains(column.name()) || !column.categories().isEmpty()) {
        throw new BadInput(
            "%s: column '%s' is requested, but columns have no names or categories in this file, only the numbers 1 to %d; use a CSV file"
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
    return with(ids, Numbers.of(read), blank);
  }

  /**
   * Stacks the rows of all parts, which have the same columns; ids must differ. Sequences get room
   * for the longest.
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
    Numbers values = Numbers.of(Matrix.stackRows(alike.stream().map(Table::values).toList()));
    BitSet blank = stackedBlanks(parts);
    return new Table(source, ids, first.columns, values, first.matrixColumns, first.shape, blank);
  }

  private static BitSet stackedBlanks(List<Table> parts) {
    BitSet all = new BitSet();
    int from = 0;
    for (Table part : parts) {
      int start = from;
      part.blank.stream().forEach(i -> all.set(start + i));
      from += part.ids.size();
    }
    return all;
  }

  /** The same rows under other ids. */
  public Table withIds(List<String> ids) {
    return with(ids, numbers, blank);
  }

  /** Returns the number of missing values. */
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

  /**
   * Returns the places of columns with missing values; of columns that always miss them together,
   * the first.
   */
  public int[] columnsWithGaps() {
    Matrix values = values();
    Map<BitSet, Integer> first = new LinkedHashMap<>();
    for (int j = 0; j < values.cols(); j++) {
      BitSet gaps = new BitSet();
      for (int i = 0; i < values.rows(); i++) {
        gaps.set(i, Double.isNaN(values.get(i, j)));
      }
      if (!gaps.isEmpty()) {
        first.putIfAbsent(gaps, j);
      }
    }
    return first.values().stream().mapToInt(j -> j).toArray();
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

  /** Describes the position of a value for messages; rows are counted from 1 below the header. */
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

  /**
   * Returns a column's name in the file; a category is a cell's content, which no message may show.
   */
  private String header(int column) {
    return columns.get(column).split("=", 2)[0];
  }

  /**
   * Returns this table; fails with a {@link BadInput} if values are missing and the rule does not
   * allow it.
   */
  public Table under(Missing rule) {
    if (!(numbers instanceof Numbers.InMemory)) {
      return rule.rejects() ? complete() : this;
    }
    if (rule.rejects() && firstMissing().isPresent()) {
      throw new BadInput(
          "%s: the value is missing (%d in all); fill it in, or set 'missing: mean' in the study"
              .formatted(firstMissing().get(), missing()));
    }
    return this;
  }

  /**
   * Returns this table; fails with a {@link BadInput} if rows stored in an engine have missing
   * values.
   */
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
