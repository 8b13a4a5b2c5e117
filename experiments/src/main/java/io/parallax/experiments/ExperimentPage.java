package io.parallax.experiments;

import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.pages.NumberText;
import io.parallax.pages.Page;
import io.parallax.study.Version;
import java.util.ArrayList;
import java.util.List;

/** Writes the results of an experiment as one HTML page that needs nothing else. */
final class ExperimentPage {
  private static final String PAPER = "the paper's";

  private ExperimentPage() {}

  static String of(
      ExperimentSpec recipe, boolean quick, ExperimentResult findings, double seconds) {
    Page page = new Page(recipe.name());
    page.heading(recipe.name());
    page.text(recipe.title());
    page.soft(recipe.paper());
    if (quick) {
      page.banner("Quick: a reduced version. Its numbers are not those of the whole.");
    }
    findings.tables().forEach(table -> table(page, table));
    if (!findings.plots().isEmpty()) {
      page.section("Curves");
      page.curves(
          findings.plots().stream()
              .map(p -> new Page.Curves(p.title(), p.xLabel(), p.yLabel(), p.x(), p.y(), p.paper()))
              .toList());
      if (findings.plots().stream().anyMatch(plot -> plot.paper() != null)) {
        page.soft("Dashed upright lines: the paper's best.");
      }
    }
    if (!findings.pictures().isEmpty()) {
      page.section("Pictures");
      page.pictures(findings.pictures(), findings.classes());
    }
    checks(page, findings.checks());
    page.section("How to read this");
    findings.notes().forEach(page::text);
    page.soft(
        "Seeds %s. Settings tried: %d. %.0f s. Parallax %s."
            .formatted(
                NumberText.setting(findings.seeds()),
                findings.settingsTried(),
                seconds,
                Version.NUMBER));
    return page.html();
  }

  private static void table(Page page, Grid grid) {
    page.section(grid.title());
    List<String> header = new ArrayList<>(List.of(""));
    header.addAll(grid.columns());
    List<List<String>> rows = new ArrayList<>();
    for (Line line : grid.lines()) {
      rows.add(row(line.label(), line.cells().stream().map(ExperimentText::ours).toList()));
      if (line.cells().stream().anyMatch(cell -> cell.paper() != null)) {
        rows.add(row(PAPER, line.cells().stream().map(ExperimentPage::paper).toList()));
      }
    }
    page.table(header, rows, first -> first.equals(PAPER) ? "soft" : "");
  }

  private static String paper(Cell cell) {
    return cell.paper() == null
        ? ""
        : ExperimentText.paper(cell) + " (" + ExperimentText.difference(cell) + ")";
  }

  private static List<String> row(String label, List<String> cells) {
    List<String> row = new ArrayList<>(List.of(label));
    row.addAll(cells);
    return row;
  }

  private static void checks(Page page, List<Check> checks) {
    if (checks.isEmpty()) {
      return;
    }
    page.section("What should hold");
    page.table(
        List.of("", ""),
        checks.stream().map(c -> List.of(c.what(), c.holds() ? "holds" : "FAILS")).toList());
  }
}
