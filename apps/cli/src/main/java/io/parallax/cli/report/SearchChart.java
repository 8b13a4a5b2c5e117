package io.parallax.cli.report;

import static io.parallax.cli.report.Html.text;

import io.parallax.cli.study.RunResult.Searched;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a search found: for each setting, the best validation accuracy at each of its values. */
final class SearchChart {
  private SearchChart() {}

  static String of(List<Searched> searched, boolean clustered) {
    if (searched.isEmpty()) {
      return "";
    }
    String what = clustered ? "Clarity" : "Validation accuracy";
    StringBuilder html = new StringBuilder("<h3>The search</h3>\n<div class=\"side\">\n");
    for (String setting : searched.get(0).point().keySet()) {
      Map<Double, Double> best = new TreeMap<>();
      searched.forEach(s -> best.merge(s.point().get(setting), 100 * s.accuracy(), Math::max));
      html.append("<figure><h3>").append(text(setting)).append("</h3>");
      html.append(
          CurveChart.of(
              new Page.Curves(
                  what + " by " + setting,
                  setting,
                  "%",
                  List.copyOf(best.keySet()),
                  Map.of(what, List.copyOf(best.values())))));
      html.append("</figure>\n");
    }
    return html.append(
            "</div>\n<p class=\"soft\">"
                + (clustered
                    ? "How clear the groups are without labels, × 100, at each value of a"
                    : "Validation accuracy, %, mean over the splits, at each value of a")
                + " setting with the best of the others.</p>\n")
        .toString();
  }
}
