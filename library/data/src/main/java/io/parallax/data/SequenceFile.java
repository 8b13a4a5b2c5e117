package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Sequences;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads sequences from a table with a row for every step: the rows of an id are one sequence, in
 * the order of their time, of equal times in the order of the file. Sequences come in the order in
 * which their ids are first met.
 */
public final class SequenceFile {
  private final String source;
  private final List<Column> columns;
  private final Steps how;
  private final int width;

  /** A step: its time, and the numbers of its channels. */
  private record Step(double time, double[] values) {}

  private SequenceFile(String source, List<Column> columns, Steps how) {
    this.source = source;
    this.columns = columns;
    this.how = how;
    this.width = columns.stream().mapToInt(Column::width).sum();
  }

  /**
   * @param columns the channels; one that is called {@link Steps#GAP} is not read but computed, if
   *     that is wanted
   */
  public static Table read(RowTable from, String idColumn, List<Column> columns, Steps how) {
    return new SequenceFile(from.source(), columns, how).table(from, idColumn);
  }

  private Table table(RowTable from, String idColumn) {
    Map<String, List<Step>> byId = new LinkedHashMap<>();
    try (Rows rows = from.open()) {
      int id = rows.indexOf(idColumn, "id");
      int time = rows.indexOf(how.time(), "time");
      int[] cells = columns.stream().mapToInt(c -> cell(rows, c)).toArray();
      for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
        String name = IdRule.trimmed(row.cell(id));
        if (name.isEmpty()) {
          throw rows.bad(row, id, "the id is empty; give every row an id");
        }
        Step step = new Step(time(rows, row, time), rows.numbers(row, columns, cells));
        byId.computeIfAbsent(name, i -> new ArrayList<>()).add(step);
      }
    }
    if (byId.isEmpty()) {
      throw new BadInput(source + ": a header but no rows; add the data");
    }
    return table(byId);
  }

  private int cell(Rows rows, Column column) {
    return computed(column) ? Rows.NOT_READ : rows.indexOf(column.name(), "view");
  }

  private boolean computed(Column column) {
    return how.gap() && column.name().equals(Steps.GAP);
  }

  private static double time(Rows rows, Rows.Row row, int column) {
    try {
      double time = Cell.number(row.cell(column));
      if (!Double.isNaN(time)) {
        return time;
      }
    } catch (NumberFormatException e) {
      throw rows.bad(
          row, column, "is not a finite number; the time of a step is a number, such as seconds");
    }
    throw rows.bad(row, column, "has no time; fill it in or remove the row");
  }

  private Table table(Map<String, List<Step>> byId) {
    int longest = byId.values().stream().mapToInt(List::size).max().orElseThrow();
    int room = how.room(longest);
    SequenceRows.requireRoom(source, byId.size(), room, width);
    Sequences layout =
        new Sequences(room, columns.stream().flatMap(c -> c.features().stream()).toList());
    double[][] rows = new double[byId.size()][];
    int next = 0;
    for (List<Step> steps : byId.values()) {
      rows[next++] = layout.row(inOrder(steps));
    }
    return Table.of(
        source, List.copyOf(byId.keySet()), new SequenceRows(layout, Matrix.of(rows)), 0);
  }

  private List<double[]> inOrder(List<Step> steps) {
    steps.sort(Comparator.comparingDouble(Step::time)); // stable
    int at = 0;
    for (Column column : columns) {
      for (int t = 0; computed(column) && t < steps.size(); t++) {
        double before = steps.get(Math.max(0, t - 1)).time();
        steps.get(t).values()[at] = column.value(steps.get(t).time() - before);
      }
      at += column.width();
    }
    return steps.stream().map(Step::values).toList();
  }
}
