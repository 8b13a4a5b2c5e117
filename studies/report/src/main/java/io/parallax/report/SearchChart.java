package io.parallax.report;

import io.parallax.pages.CurveChart;
import io.parallax.pages.NumberText;
import io.parallax.pages.Page;
import io.parallax.pages.ShadedTable;
import io.parallax.pages.Svg;
import io.parallax.run.Metrics;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.Searched;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The findings of a search: for each setting the best metric at each of its values, all on one
 * scale; of two settings, every pair of their values.
 */
final class SearchChart {
  private final Page page;
  private final List<Searched> points;
  private final boolean less;
  private final double unit;
  private final String what;

  private SearchChart(Page page, StudyResult run) {
    this.page = page;
    this.points =
        run.searching().searched().stream().filter(one -> Double.isFinite(one.value())).toList();
    String by = by(run);
    boolean share = Metrics.isShare(by);
    this.less = Metrics.smallerIsBetter(by);
    this.unit = share ? 100 : 1;
    this.what =
        (run.about().clustered() ? "" : "validation ") + Metrics.label(by) + (share ? ", %" : "");
  }

  private static String by(StudyResult run) {
    return run.searching().by() == null ? "accuracy" : run.searching().by();
  }

  /** Returns in words by what settings were chosen. */
  static String how(StudyResult run) {
    if (!run.about().clustered()) {
      return "on validation rows, by " + Metrics.label(by(run));
    }
    return by(run).equals("silhouette")
        ? "and the groups of the largest silhouette kept"
        : "and the clearest groups kept";
  }

  static void add(Page page, StudyResult run) {
    if (!run.searching().searched().isEmpty()) {
      new SearchChart(page, run).add(run);
    }
  }

  private void add(StudyResult run) {
    if (points.isEmpty()) {
      return;
    }
    page.subsection("The search");
    List<String> settings = List.copyOf(points.get(0).point().keySet());
    page.side(settings.stream().map(setting -> Page.titled(setting, curve(setting))).toList());
    String seeds = run.about().clustered() ? "seeds" : "splits";
    page.soft(
        capital(what)
            + ", mean over the "
            + seeds
            + ", at each value of a setting with the best of the others; all charts have one scale."
            + (points.stream().anyMatch(one -> one.rounds() != null)
                ? " With halving, of each point what it reached in the last rung that it was trained"
                    + " in."
                : ""));
    if (settings.size() == 2) {
      pairs(settings.get(0), settings.get(1));
    }
  }

  private Svg curve(String setting) {
    Map<Double, Double> best = new TreeMap<>();
    points.forEach(
        one ->
            best.merge(one.point().get(setting), unit * one.value(), less ? Math::min : Math::max));
    return CurveChart.of(
        new Page.Curves(
            what + " by " + setting,
            setting,
            what,
            List.copyOf(best.keySet()),
            Map.of(what, List.copyOf(best.values()))),
        range());
  }

  /** Returns the range of all points, with some room. */
  private double[] range() {
    DoubleSummaryStatistics all =
        points.stream().mapToDouble(one -> unit * one.value()).summaryStatistics();
    double room = Math.max(0.005 * unit, 0.05 * (all.getMax() - all.getMin()));
    return new double[] {all.getMin() - room, all.getMax() + room};
  }

  /** Adds every pair of values, if all were tried. */
  private void pairs(String down, String across) {
    double[] rows = values(down);
    double[] columns = values(across);
    if (rows.length * columns.length != points.size() || points.size() < 4) {
      return;
    }
    double[][] cells = new double[rows.length][columns.length];
    for (Searched one : points) {
      int i = Arrays.binarySearch(rows, one.point().get(down));
      int j = Arrays.binarySearch(columns, one.point().get(across));
      cells[i][j] = unit * one.value();
    }
    page.add(
        Page.titled(
            down + " and " + across,
            ShadedTable.of(
                down + " ↓ " + across + " →",
                texts(rows),
                texts(columns),
                cells,
                less,
                value -> NumberText.format(unit > 1 ? "%.2f" : "%.4g", value)),
            capital(what) + " at every pair of values; the darker, the better."));
  }

  private double[] values(String setting) {
    return points.stream()
        .mapToDouble(one -> one.point().get(setting))
        .distinct()
        .sorted()
        .toArray();
  }

  private static List<String> texts(double[] values) {
    return Arrays.stream(values).mapToObj(NumberText::number).toList();
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
