package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.row;
import static io.parallax.cli.report.Html.text;

import io.parallax.cli.DifferenceText;
import io.parallax.cli.Metrics;
import io.parallax.cli.ResultText;
import io.parallax.cli.study.RunResult;
import io.parallax.cli.study.RunResult.MeanSd;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The part of a report that says how good a method is, and how much better than others. */
record ResultsSection(RunResult run) {
  static String of(RunResult run) {
    return new ResultsSection(run).html();
  }

  private String html() {
    List<String> metrics = Metrics.shown(run);
    if (metrics.isEmpty()) {
      return "<p>No labels, so nothing to judge the groups by.</p>\n" + tried();
    }
    StringBuilder html = new StringBuilder("<h2>Results</h2>\n");
    if (run.rows().size() > 1) {
      html.append("<figure>").append(Charts.accuracy(run.rows())).append("</figure>\n");
    }
    html.append(
        "<p class=\"soft\">%, mean ± standard deviation over the "
            + (run.clustered() ? "seeds" : "splits, held-out rows")
            + "</p>\n");
    html.append(metrics(metrics));
    List<String> further = Metrics.further(run);
    html.append(further.isEmpty() ? "" : metrics(further));
    String said = String.join(" ", Metrics.explained(run));
    html.append(said.isEmpty() ? "" : "<p class=\"soft\">" + text(said) + "</p>\n");
    return html.append(differences()).append(tried()).toString();
  }

  private String metrics(List<String> metrics) {
    List<String> header = new ArrayList<>(List.of(""));
    metrics.forEach(metric -> header.add(text(Metrics.label(metric))));
    StringBuilder table = new StringBuilder("<div class=\"scroll\"><table>\n");
    table.append(row("th", "", header));
    for (Map.Entry<String, Map<String, MeanSd>> one : run.rows().entrySet()) {
      List<String> cells = new ArrayList<>(List.of(text(one.getKey())));
      metrics.forEach(
          metric -> cells.add(Metrics.cell(metric, one.getValue().get(metric), run.splits())));
      table.append(row("td", one.getKey().equals(run.title()) ? "method" : "", cells));
    }
    return table.append("</table></div>\n").toString();
  }

  /** The method minus each other row, with its interval. */
  private String differences() {
    List<List<String>> rows = DifferenceText.rows(run);
    if (rows.isEmpty()) {
      return "";
    }
    List<List<String>> cells =
        rows.stream().map(one -> one.stream().map(Html::text).toList()).toList();
    List<String> header = DifferenceText.header(run).stream().map(Html::text).toList();
    return "<h3>Differences</h3>\n"
        + Html.table(header, cells, row -> "")
        + "<p class=\"soft\">"
        + text(DifferenceText.explained(run))
        + "</p>\n";
  }

  private String tried() {
    if (run.settingsTried() < 2) {
      return "";
    }
    return format(
            "<p class=\"soft\">In each %s %d settings were tried %s, for which the parties sent"
                + " another %s in all. Chosen: %s.</p>\n",
            run.clustered() ? "seed" : "split",
            run.settingsTried(),
            run.clustered()
                ? "and the clearest groups kept"
                : "on validation rows inside the training rows",
            ResultText.bytes(run.searchBytesUp()),
            text(run.choices()))
        + SearchChart.of(run.searched(), run.clustered());
  }
}
