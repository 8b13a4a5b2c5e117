package io.parallax.experiments;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.eval.Summary;
import io.parallax.pages.Picture;
import java.util.List;
import java.util.Map;

/**
 * The results of an experiment.
 *
 * @param notes what a reader has to know to judge the numbers
 * @param checks what should hold, and whether it does
 * @param settingsTried how many settings were tried for each number
 * @param pictures points in the plane, for the page only
 */
record ExperimentResult(
    List<Grid> tables,
    List<Plot> plots,
    List<String> notes,
    List<Check> checks,
    int settingsTried,
    List<Long> seeds,
    List<Picture> pictures,
    List<String> classes) {

  /**
   * A table: a name for each column but the first.
   *
   * @param pairing of its numbers; null: they are not compared with each other
   */
  record Grid(
      String title,
      List<String> columns,
      List<Line> lines,
      @JsonInclude(JsonInclude.Include.NON_NULL) Pairing pairing) {
    Grid(String title, List<String> columns, List<Line> lines) {
      this(title, columns, lines, null);
    }

    Grid paired(Pairing how) {
      return new Grid(title, columns, lines, how);
    }
  }

  /**
   * The relation of a table's numbers: number i of one cell and number i of another were found on
   * the same rows, or from the same start.
   *
   * @param reference the line, or the column, that the others are compared with
   * @param byColumn whether methods are columns
   * @param overlap held-out rows over training rows, where numbers share rows; 0: they do not;
   *     null: all are of the same rows, and tell nothing of others
   * @param unit what has a number each: splits, folds, seeds
   */
  record Pairing(String reference, boolean byColumn, Double overlap, String unit) {}

  /** A row of a table. */
  record Line(String label, List<Cell> cells) {}

  /**
   * A number beside the paper's.
   *
   * @param sd its sample standard deviation; null: there is none
   * @param paper the paper's; null: it has none
   * @param count whether it counts something, and has no decimals
   * @param values that it is the mean of, in the order of the table's pairing; null: not kept
   */
  record Cell(
      Double ours,
      Double sd,
      Double paper,
      boolean count,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<Double> values) {
    static final Cell NONE = new Cell(null, null, null, false, null);

    static Cell of(double ours) {
      return new Cell(ours, null, null, false, null);
    }

    static Cell of(double ours, double sd) {
      return new Cell(ours, sd, null, false, null);
    }

    /** Returns the mean of numbers, and if there are several, their deviation. */
    static Cell of(List<Double> values) {
      Summary summary = Summary.of(values);
      Double sd = values.size() > 1 ? (Double) summary.sd() : null;
      return new Cell(summary.mean(), sd, null, false, List.copyOf(values));
    }

    static Cell count(double ours) {
      return new Cell(ours, null, null, true, null);
    }

    Cell beside(Double number) {
      return new Cell(ours, sd, number, count, values);
    }

    Double difference() {
      return ours == null || paper == null ? null : (Double) (ours - paper);
    }
  }

  /**
   * Curves over the same values of x.
   *
   * @param paper the x that the paper finds best; null: it does not say
   * @param sd of each point over the seeds; null: there is one
   */
  record Plot(
      String title,
      String xLabel,
      String yLabel,
      List<Double> x,
      Map<String, List<Double>> y,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double paper,
      @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, List<Double>> sd) {
    Plot(String title, String xLabel, String yLabel, List<Double> x, Map<String, List<Double>> y) {
      this(title, xLabel, yLabel, x, y, null, null);
    }

    Plot best(Double value) {
      return new Plot(title, xLabel, yLabel, x, y, value, sd);
    }
  }

  /** Something that should hold. */
  record Check(String what, boolean holds) {}

  boolean allHold() {
    return checks.stream().allMatch(Check::holds);
  }
}
