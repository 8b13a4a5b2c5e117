package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Svg;
import io.parallax.run.Fit.Coefficient;
import java.util.List;

/** Ratios with their confidence intervals on a logarithmic scale, as inline SVG. */
final class ForestPlot {
  private static final int WIDTH = 560;
  private static final int LONGEST = 30;
  private static final double[] TICKS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100};

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
    for (double tick : TICKS) {
      double x = left + scale * (Math.log(tick) - from);
      if (x >= left && x <= WIDTH - 20) {
        svg.with(Svg.line(tick == 1 ? "range other" : "axis", x, 0, x, height - 20));
        svg.with(Svg.text(x, height - 6, format("%.3g", tick).replaceAll("\\.?0+$", "")).centred());
      }
    }
    int y = 14;
    for (Coefficient row : rows) {
      double begin = left + scale * (Math.max(row.low(), from) - from);
      double end = left + scale * (Math.min(row.high(), to) - from);
      double x = left + scale * (Math.min(Math.max(row.value(), from), to) - from);
      String value =
          format(
              "%.3g (%.3g to %.3g)",
              Math.exp(row.value()), Math.exp(row.low()), Math.exp(row.high()));
      svg.with(Svg.text(left - 10, y + 4, Charts.shortened(row.column(), LONGEST)).ending());
      svg.with(Svg.line("range", begin, y, end, y));
      svg.with(Svg.circle(x, y, 4.5).withClass("bar").tip(row.column() + ": " + value));
      y += 22;
    }
    return svg;
  }
}
