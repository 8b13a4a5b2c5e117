package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Svg;
import io.parallax.run.StudyResult.MeanSd;
import java.util.Map;

/** Shares of 1 as dots with their standard deviations, in percent, as inline SVG. */
public final class Dots {
  private static final int WIDTH = 560;
  private static final int LONGEST = 36; // letters of a name; its tip has all of them

  private Dots() {}

  /** The first row is in colour. */
  public static Svg of(Map<String, MeanSd> rows, String label) {
    double least = 1;
    double most = 0;
    for (MeanSd m : rows.values()) {
      least = Math.min(least, m.mean() - m.sd());
      most = Math.max(most, m.mean() + m.sd());
    }
    int from = Math.max(0, 5 * (int) Math.floor(20 * least));
    int to = Math.min(100, 5 * (int) Math.ceil(20 * most));
    int longest = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    int left = Math.max(120, Math.min(280, 20 + (int) (8.4 * longest)));
    int height = 22 * rows.size() + 28;
    double scale = (WIDTH - left - 25.0) / Math.max(to - from, 1);
    Svg svg = Charts.wide(height, label);
    int step = to - from > 50 ? 20 : to - from > 20 ? 10 : 5;
    for (int tick = from; tick <= to; tick += step) {
      double x = left + scale * (tick - from);
      svg.with(Svg.line("axis", x, 0, x, height - 20));
      svg.with(Svg.text(x, height - 6, tick + " %").centred());
    }
    int y = 14;
    String kind = "";
    for (var row : rows.entrySet()) {
      MeanSd m = row.getValue();
      double x = left + (100 * m.mean() - from) * scale;
      double spread = 100 * m.sd() * scale;
      String value = format("%.2f ± %.2f %%", 100 * m.mean(), 100 * m.sd());
      svg.with(Svg.text(left - 10, y + 4, Charts.shortened(row.getKey(), LONGEST)).ending());
      svg.with(Svg.line("range" + kind, x - spread, y, x + spread, y));
      svg.with(Svg.circle(x, y, 4.5).withClass("bar" + kind).tip(row.getKey() + ": " + value));
      kind = " other";
      y += 22;
    }
    return svg;
  }
}
