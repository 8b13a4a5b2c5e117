package io.parallax.report;

import io.parallax.pages.NumberText;
import io.parallax.report.PaperTable.Cell;
import io.parallax.report.PaperTable.Line;
import io.parallax.run.ComparedMethod.Cost;
import io.parallax.run.ComparedMethods;
import io.parallax.run.RunComparison;
import java.util.ArrayList;
import java.util.List;

/** Tables of what a training takes and tells, the means over the splits. */
final class CostTables {
  private static final String CORNER = "a training";
  private static final List<String> HEADS =
      List.of("rounds", "sent", "tried", "sent for that", "seconds", "directions", "membership");
  private static final List<String> NOTES =
      List.of(
          "Directions: so many combinations of columns a training tells for each row, at most as many as there are columns. Membership: the advantage of an attack that tells training rows from others; 0 is guessing.");

  private CostTables() {}

  /** Returns the costs of each method on one data set. */
  static PaperTable of(ComparedMethods set) {
    return new PaperTable("", CORNER, HEADS, lines(set, ""), NOTES);
  }

  /** Returns the costs on all data sets; without a line if no training's are known. */
  static PaperTable paper(RunComparison compared) {
    boolean several = compared.sets().size() > 1;
    List<Line> lines = new ArrayList<>();
    for (ComparedMethods set : compared.sets()) {
      lines.addAll(lines(set, several ? set.data() + ": " : ""));
    }
    List<String> notes = new ArrayList<>(NOTES);
    notes.add("Tried: settings on validation rows, for which parties sent as much as stated.");
    return new PaperTable(
        "Cost of a training, the mean over the splits: rounds, bytes sent by all parties, settings tried, time, and what it tells.",
        CORNER,
        HEADS,
        lines,
        notes);
  }

  private static List<Line> lines(ComparedMethods set, String before) {
    return set.methods().stream()
        .filter(method -> method.cost() != null)
        .map(method -> new Line(before + method.name(), cells(method.cost())))
        .toList();
  }

  private static List<Cell> cells(Cost cost) {
    return List.of(
        Cell.of(NumberText.format("%.1f", cost.rounds())),
        Cell.of(ResultText.bytes(Math.round(cost.bytes()))),
        Cell.of(Integer.toString(cost.tried())),
        Cell.of(cost.tried() > 1 ? ResultText.bytes(Math.round(cost.searchBytes())) : "–"),
        Cell.of(NumberText.format("%.2f", cost.seconds())),
        Cell.of(directions(cost)),
        Cell.of(cost.membership() == null ? "–" : NumberText.format("%.3f", cost.membership())));
  }

  private static String directions(Cost cost) {
    if (cost.directions() == null) {
      return "–";
    }
    return cost.directions() < cost.columns()
        ? NumberText.format("%.0f of %.0f", cost.directions(), cost.columns())
        : NumberText.format("all %.0f", cost.columns());
  }
}
