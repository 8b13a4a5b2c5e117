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
      page.drawing(Charts.accuracy(run.comparison().rows(), Report.accuracy(run)), bars());
    }
    page.soft((run.about().ofValues() ? "Shown: " : "In %: ") + mean() + ".");
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

  /** Returns what the bars of the chart are. */
  private String bars() {
    if (run.metrics().get("accuracy").low() != null) {
      return "Bars: 95 % intervals of the means, corrected for rows that splits share (Nadeau and Bengio 2003). Intervals may overlap where the differences below are clear.";
    }
    return run.about().splits() == 1
        ? "One %s; there are no bars.".formatted(split())
        : "Bars: standard deviations over the %ss, which share rows; they are no intervals of confidence."
            .formatted(split());
  }

  private String split() {
    return run.about().clustered() ? "seed" : "split";
  }

  private String mean() {
    String rows = run.about().clustered() ? "" : " on held-out rows";
    return run.about().splits() == 1
        ? "one " + split() + rows
        : "mean ± standard deviation over the " + split() + "s" + rows;
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
            split(),
            run.searching().settingsTried(),
            SearchChart.how(run),
            ResultText.bytes(run.searching().searchBytesUp()),
            run.searching().choices()));
    SearchChart.add(page, run);
  }
}
