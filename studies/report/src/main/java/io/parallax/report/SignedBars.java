package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Svg;
import java.util.Map;

/** Numbers above and below 0 as bars from a line, as inline SVG. */
final class SignedBars {
  private static final int WIDTH = 560;
  private static final int LEFT = 170;
  private static final int ROOM = 60; // for a value beside the longest bar

  private SignedBars() {}

  static Svg of(Map<String, Double> values, String label) {
    double least = values.values().stream().mapToDouble(v -> Math.min(0, v)).min().orElse(0);
    double most = values.values().stream().mapToDouble(v -> Math.max(0, v)).max().orElse(0);
    double left = LEFT + (least < 0 ? ROOM : 0);
    double right = WIDTH - (most > 0 ? ROOM : 0);
    double scale = (right - left) / Math.max(1e-300, most - least);
    double zero = left - least * scale;
    int height = 26 * values.size() + 8;
    Svg svg = Charts.wide(height, label);
    svg.with(Svg.path("axis", format("M%.1f 0V%d", zero, height)));
    int y = 6;
    for (var one : values.entrySet()) {
      double value = one.getValue();
      String number = format("%+.2f", value);
      double end = zero + value * scale;
      boolean below = value < 0;
      svg.with(Svg.text(LEFT - 12, y + 12, one.getKey()).ending());
      svg.with(
          Svg.bar(below ? "bar other" : "bar", Math.min(zero, end), y, Math.abs(end - zero), 16)
              .tip(one.getKey() + ": " + number));
      svg.with(
          below ? Svg.text(end - 5, y + 12, number).ending() : Svg.text(end + 5, y + 12, number));
      y += 26;
    }
    return svg;
  }
}
