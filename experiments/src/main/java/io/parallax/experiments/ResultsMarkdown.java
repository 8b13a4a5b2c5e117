package io.parallax.experiments;

import io.parallax.experiments.Claims.Verdict;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Plot;
import io.parallax.pages.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Writes a stored result as Markdown, the paper's numbers in brackets, for RESULTS.md. */
final class ResultsMarkdown {
  private ResultsMarkdown() {}

  static String of(StoredResult result) {
    StringBuilder text = new StringBuilder();
    result.tables().forEach(table -> table(table, text));
    result.plots().forEach(plot -> plot(plot, text));
    if (!result.claims().isEmpty()) {
      row(List.of("claim", "verdict", "by"), text);
      row(List.of("---", "---", "---"), text);
      for (Verdict claim : result.claims()) {
        row(List.of(claim.says(), "**" + claim.verdict() + "**", claim.found()), text);
      }
      text.append('\n');
    }
    return text.append(origin(result)).append('\n').toString();
  }

  private static String origin(StoredResult result) {
    Provenance from = result.provenance();
    return String.format(
        Locale.ROOT,
        "Seeds %s; %d settings tried; %.0f s of processor time on %s; build %s.",
        NumberText.setting(result.seeds()),
        result.settingsTried(),
        from.cpuSeconds(),
        from.machine(),
        from.build());
  }

  private static void table(Grid grid, StringBuilder text) {
    List<String> head = new ArrayList<>(List.of(grid.title()));
    head.addAll(grid.columns());
    row(head, text);
    row(IntStream.range(0, head.size()).mapToObj(i -> "---").toList(), text);
    for (Line line : grid.lines()) {
      List<String> cells = new ArrayList<>(List.of(line.label()));
      line.cells().forEach(cell -> cells.add(cell(cell)));
      row(cells, text);
    }
    text.append('\n');
  }

  private static String cell(Cell cell) {
    String ours = cell.ours() == null ? "–" : ExperimentText.ours(cell);
    return minus(cell.paper() == null ? ours : ours + " [" + ExperimentText.paper(cell) + "]");
  }

  private static void plot(Plot plot, StringBuilder text) {
    List<String> head = new ArrayList<>(List.of(plot.title()));
    plot.x().forEach(x -> head.add(NumberText.setting(x)));
    row(head, text);
    row(IntStream.range(0, head.size()).mapToObj(i -> "---").toList(), text);
    plot.y()
        .forEach(
            (name, values) -> {
              List<String> cells = new ArrayList<>(List.of(name));
              values.forEach(value -> cells.add(minus(String.format(Locale.ROOT, "%.1f", value))));
              row(cells, text);
            });
    text.append('\n');
  }

  private static String minus(String text) {
    return text.replace('-', '−');
  }

  private static void row(List<String> cells, StringBuilder text) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
