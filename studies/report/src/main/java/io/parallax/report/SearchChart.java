package io.parallax.report;

import io.parallax.pages.CurveChart;
import io.parallax.pages.Page;
import io.parallax.pages.Svg;
import io.parallax.run.StudyResult.Searched;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The findings of a search: for each setting, the best validation accuracy at each of its values.
 */
final class SearchChart {
  private SearchChart() {}

  static void add(Page page, List<Searched> searched, boolean clustered) {
    if (searched.isEmpty()) {
      return;
    }
    String what = clustered ? "Clarity" : "Validation accuracy";
    page.subsection("The search");
    page.side(
        searched.get(0).point().keySet().stream()
            .map(setting -> Page.titled(setting, curve(searched, setting, what)))
            .toList());
    page.soft(
        (clustered
                ? "How clear the groups are without labels, × 100, at each value of a"
                : "Validation accuracy, %, mean over the splits, at each value of a")
            + " setting with the best of the others.");
  }

  private static Svg curve(List<Searched> searched, String setting, String what) {
    Map<Double, Double> best = new TreeMap<>();
    searched.forEach(s -> best.merge(s.point().get(setting), 100 * s.accuracy(), Math::max));
    return CurveChart.of(
        new Page.Curves(
            what + " by " + setting,
            setting,
            "%",
            List.copyOf(best.keySet()),
            Map.of(what, List.copyOf(best.values()))));
  }
}
