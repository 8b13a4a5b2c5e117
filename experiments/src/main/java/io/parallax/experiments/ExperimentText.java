package io.parallax.experiments;

import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Plot;
import io.parallax.pages.NumberText;
import io.parallax.report.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats the results of an experiment for a terminal. */
final class ExperimentText {
  private ExperimentText() {}

  static String of(
      ExperimentSpec recipe,
      boolean quick,
      ExperimentResult findings,
      double seconds,
      Path folder) {
    StringBuilder text = new StringBuilder();
    text.append(recipe.name()).append(quick ? " (QUICK, reduced)\n" : "\n");
    text.append(recipe.title()).append('\n').append(recipe.paper()).append("\n\n");
    findings.tables().forEach(table -> text.append(table(table)).append('\n'));
    findings.plots().forEach(plot -> text.append(plot(plot)).append('\n'));
    for (Check check : findings.checks()) {
      text.append(check.holds() ? "  holds   " : "  FAILS   ").append(check.what()).append('\n');
    }
    text.append(findings.checks().isEmpty() ? "" : "\n");
    findings.notes().forEach(note -> text.append("  ").append(note).append('\n'));
    text.append(
        String.format(
            Locale.ROOT,
            "%nSeeds %s, %d settings tried, %.0f s. Report: %s%n",
            NumberText.setting(findings.seeds()),
            findings.settingsTried(),
            seconds,
            folder.resolve("report.html")));
    return text.toString();
  }

  private static String table(Grid grid) {
    List<String> header = new ArrayList<>(List.of(grid.title()));
    header.addAll(grid.columns());
    TextTable table = new TextTable(header.toArray(String[]::new));
    boolean paper =
        grid.lines().stream()
            .flatMap(line -> line.cells().stream())
            .anyMatch(c -> c.paper() != null);
    for (Line line : grid.lines()) {
      table.row(row(line.label(), line.cells().stream().map(ExperimentText::ours).toList()));
      if (paper && line.cells().stream().anyMatch(c -> c.paper() != null)) {
        table.row(row("  paper", line.cells().stream().map(ExperimentText::paper).toList()));
        table.row(
            row("  difference", line.cells().stream().map(ExperimentText::difference).toList()));
      }
    }
    return table.toString();
  }

  private static List<String> row(String label, List<String> cells) {
    List<String> row = new ArrayList<>(List.of(label));
    row.addAll(cells);
    return row;
  }

  static String ours(Cell cell) {
    return cell.sd() == null
        ? number(cell.count() ? "%.0f" : "%.2f", cell.ours())
        : number("%.2f", cell.ours()) + " ± " + number("%.2f", cell.sd());
  }

  static String paper(Cell cell) {
    return number("%.2f", cell.paper());
  }

  static String difference(Cell cell) {
    return number("%+.2f", cell.difference());
  }

  private static String number(String format, Double value) {
    return value == null ? "" : String.format(Locale.ROOT, format, value);
  }

  private static String plot(Plot plot) {
    List<String> header = new ArrayList<>(List.of(plot.title()));
    plot.x()
        .forEach(
            x -> header.add(String.format(Locale.ROOT, "%.4g", x).replaceFirst("\\.?0+$", "")));
    TextTable table = new TextTable(header.toArray(String[]::new));
    plot.y()
        .forEach(
            (name, values) ->
                table.row(row(name, values.stream().map(v -> number("%.1f", v)).toList())));
    return table.toString();
  }
}
