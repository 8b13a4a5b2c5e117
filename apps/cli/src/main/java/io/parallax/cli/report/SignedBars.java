package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.text;

import java.util.Map;

/** Numbers above and below 0 as bars from a line, as inline SVG. */
final class SignedBars {
  private static final int WIDTH = 560;
  private static final int LEFT = 170;
  private static final int ROOM = 60; // for a value beside the longest bar

  private SignedBars() {}

  static String of(Map<String, Double> values, String label) {
    double least = values.values().stream().mapToDouble(v -> Math.min(0, v)).min().orElse(0);
    double most = values.values().stream().mapToDouble(v -> Math.max(0, v)).max().orElse(0);
    double left = LEFT + (least < 0 ? ROOM : 0);
    double right = WIDTH - (most > 0 ? ROOM : 0);
    double scale = (right - left) / Math.max(1e-300, most - least);
    double zero = left - least * scale;
    int height = 26 * values.size() + 8;
    StringBuilder svg = Charts.open(height, label);
    svg.append(format("<path class=\"axis\" d=\"M%.1f 0V%d\"/>\n", zero, height));
    int y = 6;
    for (var one : values.entrySet()) {
      double value = one.getValue();
      String number = format("%+.2f", value);
      double end = zero + value * scale;
      svg.append(
          format(
              "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text><rect class=\"bar%s\" x=\"%.1f\""
                  + " y=\"%d\" width=\"%.1f\" height=\"16\" rx=\"2\" %s/><text x=\"%.1f\" y=\"%d\""
                  + "%s>%s</text>\n",
              LEFT - 12,
              y + 12,
              text(one.getKey()),
              value < 0 ? " other" : "",
              Math.min(zero, end),
              y,
              Math.abs(end - zero),
              Html.tip(one.getKey() + ": " + number),
              value < 0 ? end - 5 : end + 5,
              y + 12,
              value < 0 ? " text-anchor=\"end\"" : "",
              number));
      y += 26;
    }
    return svg.append("</svg>").toString();
  }
}
