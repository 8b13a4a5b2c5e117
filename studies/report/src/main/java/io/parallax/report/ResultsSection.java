package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Page;
import io.parallax.run.Metrics;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.MeanSd;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The part of a report that says how good a method is, and how much better than others. */
record ResultsSection(StudyResult run, Page page) {
  void add() {
    List<String> metrics = Metrics.shown(run);
    if (metrics.isEmpty()) {
      withoutLabels();
      tried();
      return;
    }
    page.section("Results");
    if (run.comparison().rows().size() > 1 && !run.about().ofValues()) {
      page.drawing(Charts.accuracy(run.comparison().rows()));
    }
    page.soft(
        (run.about().ofValues() ? "Mean" : "%, mean")
            + " ± standard deviation over the "
            + (run.about().clustered() ? "seeds" : "splits, held-out rows"));
    metrics(metrics);
    metrics(Metrics.further(run));
    List<String> said = Metrics.explained(run);
    if (!said.isEmpty()) {
      page.soft(String.join(" ", said));
    }
    differences();
    tried();
  }

  private void withoutLabels() {
    if (Metrics.further(run).isEmpty()) {
      page.text("No labels, so nothing to judge the clusters by.");
      return;
    }
    page.section("Results");
    metrics(Metrics.further(run));
    page.soft(String.join(" ", Metrics.explained(run)));
  }

  private void metrics(List<String> metrics) {
    if (metrics.isEmpty()) {
      return;
    }
    List<String> header = new ArrayList<>(List.of(""));
    metrics.forEach(metric -> header.add(Metrics.label(metric)));
    List<List<String>> rows = new ArrayList<>();
    for (Map.Entry<String, Map<String, MeanSd>> one : run.comparison().rows().entrySet()) {
      List<String> cells = new ArrayList<>(List.of(one.getKey()));
      metrics.forEach(
          metric ->
              cells.add(Metrics.cell(metric, one.getValue().get(metric), run.about().splits())));
      rows.add(cells);
    }
    page.table(header, rows, name -> name.equals(run.about().title()) ? "method" : "");
  }

  /** Adds the method minus each other row, with its interval. */
  private void differences() {
    List<List<String>> rows = DifferenceText.rows(run);
    if (!rows.isEmpty()) {
      page.subsection("Differences");
      page.table(DifferenceText.header(run), rows);
      page.soft(DifferenceText.explained(run));
    }
  }

  private void tried() {
    if (run.searching().settingsTried() < 2) {
      return;
    }
    page.soft(
        format(
            "In each %s %d settings were tried %s, for which the parties sent another %s in all."
                + " Chosen: %s.",
            run.about().clustered() ? "seed" : "split",
            run.searching().settingsTried(),
            SearchChart.how(run),
            ResultText.bytes(run.searching().searchBytesUp()),
            run.searching().choices()));
    SearchChart.add(page, run);
  }
}
