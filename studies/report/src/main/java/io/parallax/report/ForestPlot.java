package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static io.parallax.pages.NumberText.number;

import io.parallax.pages.Svg;
import io.parallax.run.Fit.Coefficient;
import java.util.Arrays;
import java.util.List;

/** Ratios with their confidence intervals on a logarithmic scale, as inline SVG. */
final class ForestPlot {
  private static final int WIDTH = 560;
  private static final int LONGEST = 30;
  private static final double[] TICKS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100};
  private static final double[] FINE = {0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4};
  private static final int FEWEST = 4;

  private ForestPlot() {}

  /**
   * @param rows logarithms of ratios with their intervals
   */
  static Svg of(List<Coefficient> rows, String ratio) {
    double low = Math.min(0, rows.stream().mapToDouble(Coefficient::low).min().orElse(0));
    double high = Math.max(0, rows.stream().mapToDouble(Coefficient::high).max().orElse(0));
    double from = Math.max(low, Math.log(TICKS[0])) - 0.05;
    double to = Math.min(high, Math.log(TICKS[TICKS.length - 1])) + 0.05;
    int longest = rows.stream().mapToInt(row -> row.column().length()).max().orElse(0);
    int left = Math.max(110, Math.min(250, 20 + (int) (8.4 * Math.min(LONGEST, longest))));
    double scale = (WIDTH - left - 25.0) / (to - from);
    int height = 22 * rows.size() + 28;
    Svg svg = Charts.wide(height, ratio + " of every column with its 95 % interval");
    for (double tick : ticks(from, to)) {
      double x = left + scale * (Math.log(tick) - from);
      svg.with(Svg.line(tick == 1 ? "range other" : "axis", x, 0, x, height - 20));
      svg.with(Svg.text(x, height - 6, number(tick)).centred());
    }
    int y = 14;
    for (Coefficient row : rows) {
      double begin = left + scale * (Math.max(row.low(), from) - from);
      double end = left + scale * (Math.min(row.high(), to) - from);
      double x = left + scale * (Math.min(Math.max(row.value(), from), to) - from);
      String value =
          format(
              "%s (%s to %s)",
              CoefficientText.ratio(row.value()),
              CoefficientText.ratio(row.low()),
              CoefficientText.ratio(row.high()));
      svg.with(Svg.text(left - 10, y + 4, Charts.shortened(row.column(), LONGEST)).ending());
      svg.with(Svg.line("range", begin, y, end, y));
      svg.with(Svg.circle(x, y, 4.5).withClass("bar").tip(row.column() + ": " + value));
      y += 22;
    }
    return svg;
  }

  /** Returns the ratios that are marked: close ones where the scale is short. */
  private static double[] ticks(double from, double to) {
    double[] usual = within(TICKS, from, to);
    return usual.length < FEWEST ? within(FINE, from, to) : usual;
  }

  private static double[] within(double[] ticks, double from, double to) {
    return Arrays.stream(ticks)
        .filter(tick -> Math.log(tick) >= from && Math.log(tick) <= to)
        .toArray();
  }
}
