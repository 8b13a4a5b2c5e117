package io.parallax.experiments;

import com.fasterxml.jackson.annotation.JsonInclude;
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

  /** A table: a name for each column but the first. */
  record Grid(String title, List<String> columns, List<Line> lines) {}

  /** A row of a table. */
  record Line(String label, List<Cell> cells) {}

  /**
   * A number beside the paper's.
   *
   * @param sd its sample standard deviation; null: there is none
   * @param paper the paper's; null: it has none
   * @param count whether it counts something, and has no decimals
   */
  record Cell(Double ours, Double sd, Double paper, boolean count) {
    static Cell of(double ours) {
      return new Cell(ours, null, null, false);
    }

    static Cell of(double ours, double sd) {
      return new Cell(ours, sd, null, false);
    }

    static Cell count(double ours) {
      return new Cell(ours, null, null, true);
    }

    Cell beside(Double number) {
      return new Cell(ours, sd, number, count);
    }

    Double difference() {
      return ours == null || paper == null ? null : (Double) (ours - paper);
    }
  }

  /**
   * Curves over the same values of x.
   *
   * @param paper the x that the paper finds best; null: it does not say
   */
  record Plot(
      String title,
      String xLabel,
      String yLabel,
      List<Double> x,
      Map<String, List<Double>> y,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double paper) {
    Plot(String title, String xLabel, String yLabel, List<Double> x, Map<String, List<Double>> y) {
      this(title, xLabel, yLabel, x, y, null);
    }
  }

  /** Something that should hold. */
  record Check(String what, boolean holds) {}

  boolean allHold() {
    return checks.stream().allMatch(Check::holds);
  }
}
