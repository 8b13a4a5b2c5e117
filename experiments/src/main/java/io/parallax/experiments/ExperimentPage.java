package io.parallax.experiments;

import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Plot;
import io.parallax.pages.Page;
import io.parallax.pages.Picture;
import java.util.ArrayList;
import java.util.List;

/** Writes the results of an experiment as one HTML page that needs nothing else. */
final class ExperimentPage {
  private static final String PAPER = "the paper's";

  private ExperimentPage() {}

  /**
   * @param pictures points in the plane, which are not stored with the result
   */
  static String of(StoredResult result, List<Picture> pictures, List<String> classes) {
    StoredResult.About about = result.about();
    Page page = new Page(about.experiment());
    page.heading(about.experiment());
    page.text(about.title());
    page.soft(about.paper());
    if (about.quick()) {
      page.banner("Quick: a reduced version. Its numbers are not those of the whole.");
    }
    if (about.changed()) {
      page.banner("The experiment's settings were changed by a file.");
    }
    claims(page, result.claims());
    result.tables().forEach(table -> table(page, table));
    curves(page, result.plots());
    if (!pictures.isEmpty()) {
      page.section("Pictures");
      page.pictures(pictures, classes);
    }
    differences(page, result.differences());
    checks(page, result.checks());
    page.section("How to read this");
    result.notes().forEach(page::text);
    page.soft(ExperimentText.origin(result));
    return page.html();
  }

  private static void curves(Page page, List<Plot> plots) {
    if (!plots.isEmpty()) {
      page.section("Curves");
      page.curves(
          plots.stream()
              .map(p -> new Page.Curves(p.title(), p.xLabel(), p.yLabel(), p.x(), p.y(), p.paper()))
              .toList());
      if (plots.stream().anyMatch(plot -> plot.paper() != null)) {
        page.soft("Dashed upright lines: the paper's best.");
      }
    }
  }

  private static void claims(Page page, List<Claims.Verdict> claims) {
    if (!claims.isEmpty()) {
      page.section("What the paper says");
      page.table(
          List.of("claim", "verdict", "by"),
          claims.stream().map(c -> List.of(c.says(), c.verdict(), c.found())).toList());
    }
  }

  private static void differences(Page page, List<PairedCells> all) {
    if (!all.isEmpty()) {
      page.section("Paired differences");
      page.table(
          List.of("", "with 95 % interval"),
          all.stream().map(one -> List.of(ExperimentText.name(one), one.text())).toList());
      page.soft(PairedCells.TEST);
    }
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
