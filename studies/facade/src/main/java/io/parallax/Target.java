package io.parallax;

import static io.parallax.study.TargetColumns.ENTRY;
import static io.parallax.study.TargetColumns.EXPOSURE;
import static io.parallax.study.TargetColumns.OFFSET;
import static io.parallax.study.TargetColumns.STRATUM;
import static io.parallax.study.TargetColumns.WEIGHT;

import io.parallax.core.BadInput;
import io.parallax.data.CsvFile;
import io.parallax.data.MemoryTable;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.TargetColumns;
import io.parallax.study.TargetSource;
import io.parallax.study.Task.Values.Kind;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Numbers, counts or times until an event, in a file or in memory.
 *
 * @param source the place of the values, with the roles of its columns
 */
public record Target(TargetSource source) {
  private static final String VALUE = "value";
  private static final String HAPPENED = "event";
  private static final String SECTION = "target";

  /**
   * Returns a column of numbers of a CSV file.
   *
   * @param id the column that names a row
   */
  public static Target numbers(Path file, String id, String column) {
    return csv(file, id, columns(Kind.NUMBER, column, Optional.empty()));
  }

  /** Returns a column of counts of a CSV file. */
  public static Target counts(Path file, String id, String column) {
    return csv(file, id, columns(Kind.COUNT, column, Optional.empty()));
  }

  /**
   * Returns times of a CSV file.
   *
   * @param event the column that is 1 if the event happened at that time and 0 if not
   */
  public static Target times(Path file, String id, String time, String event) {
    return csv(file, id, columns(Kind.TIME, time, Optional.of(event)));
  }

  /** Returns a number for each id. */
  public static Target numbers(List<String> ids, double... values) {
    return memory(columns(Kind.NUMBER, VALUE, Optional.empty()), table(ids, values));
  }

  /** Returns a count for each id. */
  public static Target counts(List<String> ids, double... values) {
    return memory(columns(Kind.COUNT, VALUE, Optional.empty()), table(ids, values));
  }

  /** Returns a time for each id, and 1 if the event happened then, else 0. */
  public static Target times(List<String> ids, double[] times, int[] events) {
    List<String> happened = Arrays.stream(events).mapToObj(Integer::toString).toList();
    return memory(
        columns(Kind.TIME, VALUE, Optional.of(HAPPENED)),
        table(ids, times).with(HAPPENED, happened));
  }

  /** Adds a column in memory, which a key below or splits can name. */
  public Target with(String column, List<String> values) {
    if (!(source.rows().rows() instanceof MemoryTable table)) {
      throw new BadInput(
          "a target in a file has the file's columns; add column '" + column + "' there");
    }
    return memory(source.columns(), table.with(column, values));
  }

  /** Names the column of the times from which rows were observed. */
  public Target entry(String column) {
    return naming(ENTRY, column);
  }

  /** Names the column of the rows' groups; rows are compared within their group. */
  public Target stratum(String column) {
    return naming(STRATUM, column);
  }

  /** Names the column of the time, area or number of people in which counts were counted. */
  public Target exposure(String column) {
    return naming(EXPOSURE, column);
  }

  /** Names the column of the rows' weights. */
  public Target weight(String column) {
    return naming(WEIGHT, column);
  }

  /** Names the column of a known part of the linear predictor. */
  public Target offset(String column) {
    return naming(OFFSET, column);
  }

  private Target naming(String key, String column) {
    TargetColumns own = source.columns();
    TargetColumns.requireKey(SECTION, own.kind(), key);
    TargetColumns all = own.with(key, column);
    all.requireDistinct(SECTION);
    return new Target(new TargetSource(source.rows(), all));
  }

  /** Returns the same values under a name for messages. */
  TargetSource called(String name) {
    return source.rows().rows() instanceof MemoryTable table
        ? memory(source.columns(), table.called(name)).source
        : source;
  }

  private static TargetColumns columns(Kind kind, String value, Optional<String> event) {
    Optional<String> none = Optional.empty();
    TargetColumns columns = new TargetColumns(kind, value, event, none, none, none, none, none);
    columns.requireDistinct(SECTION);
    return columns;
  }

  private static Target csv(Path file, String id, TargetColumns columns) {
    return new Target(
        new TargetSource(new LabelSource(CsvFile.of(file), id, columns.value()), columns));
  }

  private static MemoryTable table(List<String> ids, double[] values) {
    List<String> cells = Arrays.stream(values).mapToObj(Double::toString).toList();
    return MemoryTable.of("the target in memory", ids, VALUE, cells);
  }

  private static Target memory(TargetColumns columns, MemoryTable table) {
    return new Target(
        new TargetSource(new LabelSource(table, MemoryTable.ID, columns.value()), columns));
  }
}
