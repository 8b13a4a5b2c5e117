package io.parallax.experiments;

import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.run.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The difference of two methods in a table, number by number, with the corrected resampled t-test.
 *
 * @param place the column, or where methods are columns, the line
 * @param unit what the numbers belong to: splits, folds, seeds
 */
record PairedCells(
    String table,
    String place,
    String method,
    String than,
    Difference difference,
    int count,
    String unit) {

  static final String TEST =
      "Number by number on the same splits, folds or seeds. Where these share rows, interval and p are those of the corrected resampled t-test (Nadeau and Bengio, 2003); p is of one comparison, not of many.";

  /** Returns the table's reference minus each other method, place by place. */
  static List<PairedCells> of(Grid table) {
    List<PairedCells> all = new ArrayList<>();
    if (table.pairing() == null || table.pairing().reference() == null) {
      return all;
    }
    String reference = table.pairing().reference();
    for (String other : methods(table)) {
      for (String place : places(table)) {
        List<Double> ours = values(table, reference, place);
        List<Double> theirs = values(table, other, place);
        if (!other.equals(reference) && !ours.isEmpty() && ours.size() == theirs.size()) {
          all.add(between(table, place, reference, ours, other, theirs));
        }
      }
    }
    return all;
  }

  static PairedCells between(
      Grid table,
      String place,
      String method,
      List<Double> ours,
      String than,
      List<Double> theirs) {
    double[] differences =
        IntStream.range(0, ours.size()).mapToDouble(i -> ours.get(i) - theirs.get(i)).toArray();
    Pairing how = table.pairing();
    boolean drawn = how.overlap() != null;
    Difference found = Difference.of(differences, drawn ? how.overlap() : Double.NaN, drawn);
    return new PairedCells(
        table.title(), place, method, than, found, differences.length, how.unit());
  }

  static List<String> methods(Grid table) {
    return table.pairing().byColumn() ? table.columns() : labels(table);
  }

  static List<String> places(Grid table) {
    return table.pairing().byColumn() ? labels(table) : table.columns();
  }

  private static List<String> labels(Grid table) {
    return table.lines().stream().map(Line::label).toList();
  }

  /** Returns the numbers behind a method's cell; none if it is not there. */
  static List<Double> values(Grid table, String method, String place) {
    boolean byColumn = table.pairing().byColumn();
    int line = labels(table).indexOf(byColumn ? place : method);
    int column = table.columns().indexOf(byColumn ? method : place);
    if (line < 0 || column < 0) {
      return List.of();
    }
    Cell cell = table.lines().get(line).cells().get(column);
    return cell.values() == null ? List.of() : cell.values();
  }

  /** Returns the difference in words: "+0.78 (+0.21 to +1.35, p 0.012, 10 splits)". */
  String text() {
    return difference.low() == null
        ? "%s (%s)".formatted(mean(), counted())
        : "%s (%s, %s, %s)".formatted(mean(), interval(), chance(), counted());
  }

  String mean() {
    return number(difference.mean());
  }

  String interval() {
    return difference.low() == null
        ? "–"
        : number(difference.low()) + " to " + number(difference.high());
  }

  String counted() {
    return count == 1 ? "one number" : count + " " + unit;
  }

  private String chance() {
    return difference.p() < 0.001
        ? "p < 0.001"
        : String.format(java.util.Locale.ROOT, "p %.3f", difference.p());
  }

  private static String number(double value) {
    return String.format(java.util.Locale.ROOT, "%+.2f", value).replace('-', '−');
  }
}
