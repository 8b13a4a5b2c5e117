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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats the results of an experiment for a terminal. */
final class ExperimentText {
  private ExperimentText() {}

  static String of(StoredResult result, Path folder) {
    StringBuilder text = new StringBuilder();
    StoredResult.About about = result.about();
    text.append(about.experiment())
        .append(about.quick() ? " (QUICK, reduced)" : "")
        .append(about.changed() ? " (settings changed)\n" : "\n");
    text.append(about.title()).append('\n').append(about.paper()).append("\n\n");
    result.tables().forEach(table -> text.append(table(table)).append('\n'));
    result.plots().forEach(plot -> text.append(plot(plot)).append('\n'));
    differences(result.differences(), text);
    claims(result.claims(), text);
    for (Check check : result.checks()) {
      text.append(check.holds() ? "  holds   " : "  FAILS   ").append(check.what()).append('\n');
    }
    text.append(result.checks().isEmpty() ? "" : "\n");
    result.notes().forEach(note -> text.append("  ").append(note).append('\n'));
    text.append('\n').append(origin(result));
    text.append(" Report: ").append(folder.resolve("report.html")).append('\n');
    return text.toString();
  }

  private static void differences(List<PairedCells> all, StringBuilder text) {
    if (!all.isEmpty()) {
      TextTable table = new TextTable("difference, with 95 % interval", "");
      Map<String, String> first = new HashMap<>(); // of each table; the report has all
      for (PairedCells one : all) {
        if (first.computeIfAbsent(one.table(), key -> one.place()).equals(one.place())) {
          table.row(row(name(one), List.of(one.text())));
        }
      }
      text.append(table).append('\n');
    }
  }

  /** Returns the words for a comparison. */
  static String name(PairedCells one) {
    return "%s: %s − %s".formatted(one.place(), one.method(), one.than());
  }

  private static void claims(List<Claims.Verdict> all, StringBuilder text) {
    for (Claims.Verdict claim : all) {
      text.append("  %s: %s%n      %s%n".formatted(claim.verdict(), claim.says(), claim.found()));
    }
    text.append(all.isEmpty() ? "" : "\n");
  }

  /** Returns where a result comes from, in a sentence. */
  static String origin(StoredResult result) {
    Provenance from = result.provenance();
    return String.format(
        Locale.ROOT,
        "Seeds %s, %d settings tried, %.0f s, %.0f s of processor time on %s. Parallax %s, build %s%s.",
        NumberText.setting(result.seeds()),
        result.settingsTried(),
        from.seconds(),
        from.cpuSeconds(),
        from.machine(),
        from.version(),
        from.build(),
        from.dataHashes().isEmpty()
            ? ""
            : "; data "
                + from.dataHashes().entrySet().stream()
                    .map(set -> set.getKey() + " " + set.getValue())
                    .collect(Collectors.joining(", ")));
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
    plot.x().forEach(x -> header.add(NumberText.setting(x)));
    TextTable table = new TextTable(header.toArray(String[]::new));
    plot.y()
        .forEach(
            (name, values) ->
                table.row(row(name, values.stream().map(v -> number("%.1f", v)).toList())));
    return table.toString();
  }
}
