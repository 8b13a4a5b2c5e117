package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.text;

import io.parallax.cli.study.RunResult.MeanSd;
import java.util.Map;

/** Shares of 1 as dots with their standard deviations, in percent, as inline SVG. */
public final class Dots {
  private static final int WIDTH = 560;
  private static final int LONGEST = 36; // letters of a name; its tip has all of them

  private Dots() {}

  /** The first row is in colour. */
  public static String of(Map<String, MeanSd> rows, String label) {
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
    StringBuilder svg = Charts.open(height, label);
    int step = to - from > 50 ? 20 : to - from > 20 ? 10 : 5;
    for (int tick = from; tick <= to; tick += step) {
      double x = left + scale * (tick - from);
      svg.append(
          format(
              "<line class=\"axis\" x1=\"%.1f\" y1=\"0\" x2=\"%.1f\" y2=\"%d\"/>",
              x, x, height - 20));
      svg.append(
          format(
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d %%</text>",
              x, height - 6, tick));
    }
    int y = 14;
    boolean first = true;
    for (var row : rows.entrySet()) {
      MeanSd m = row.getValue();
      double x = left + (100 * m.mean() - from) * scale;
      String kind = first ? "" : " other";
      svg.append(
          format(
              "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
              left - 10, y + 4, text(Charts.shortened(row.getKey(), LONGEST))));
      svg.append(
          format(
              "<line class=\"range%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
              kind, x - 100 * m.sd() * scale, y, x + 100 * m.sd() * scale, y));
      String value = format("%.2f ± %.2f %%", 100 * m.mean(), 100 * m.sd());
      svg.append(
          format(
              "<circle class=\"bar%s\" cx=\"%.1f\" cy=\"%d\" r=\"4.5\" %s/>\n",
              kind, x, y, Html.tip(row.getKey() + ": " + value)));
      first = false;
      y += 22;
    }
    return svg.append("</svg>").toString();
  }
}
