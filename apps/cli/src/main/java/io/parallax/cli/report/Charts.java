package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.text;

import io.parallax.cli.study.RunResult.Feature;
import io.parallax.cli.study.RunResult.MeanSd;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pictures as inline SVG. */
final class Charts {
  private static final int WIDTH = 560;

  private Charts() {}

  /** Accuracy of every row as a dot with its standard deviation, the method's own in colour. */
  static String accuracy(Map<String, Map<String, MeanSd>> rows) {
    Map<String, MeanSd> accuracy = new LinkedHashMap<>();
    rows.forEach((row, metrics) -> accuracy.put(row, metrics.get("accuracy")));
    return Dots.of(accuracy, "Accuracy of every row with its standard deviation");
  }

  /** How far the objective is above its end, relatively, on a log scale; one line per split. */
  static String objective(List<List<Double>> traces) {
    int rounds = traces.stream().mapToInt(List::size).max().orElse(1);
    int height = 220;
    int left = 55;
    StringBuilder svg = open(height, "Relative distance of the objective to its final value");
    svg.append(format("<path class=\"axis\" d=\"M%d 10V%dH%d\"/>", left, height - 25, WIDTH - 10));
    for (int decade = 2; decade >= -12; decade -= 2) {
      svg.append(
          format(
              "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">1e%d</text>",
              left - 6, ordinate(decade, height) + 4, decade));
    }
    svg.append(
        format(
            "<text x=\"%d\" y=\"%d\">round 1</text>"
                + "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">round %d</text>\n",
            left, height - 8, WIDTH - 10, height - 8, rounds));
    for (List<Double> trace : traces) {
      svg.append("<path class=\"curve\" d=\"")
          .append(path(trace, rounds, left, height))
          .append("\"/>\n");
    }
    return svg.append("</svg>").toString();
  }

  private static String path(List<Double> trace, int rounds, int left, int height) {
    double end = trace.get(trace.size() - 1);
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < trace.size(); i++) {
      double above = (trace.get(i) - end) / Math.max(Math.abs(end), Double.MIN_NORMAL);
      double x = left + (WIDTH - left - 10.0) * i / Math.max(1, rounds - 1);
      double y = ordinate(Math.log10(Math.max(above, 1e-12)), height);
      path.append(i == 0 ? 'M' : 'L').append(format("%.1f %.1f", x, y));
    }
    return path.toString();
  }

  /** Where a power of ten between 10^-12 and 10^2 stands. */
  private static double ordinate(double decade, int height) {
    return 14 + (height - 44) * (2 - Math.min(2, decade)) / 14;
  }

  /** A view's most important columns as bars. */
  static String importance(List<Feature> features) {
    return bars(features, 10, "Importance of columns");
  }

  /** The first {@code count}, of which the first is the largest. */
  static String bars(List<Feature> features, int count, String label) {
    List<Feature> top = features.stream().limit(count).toList();
    double most = Math.max(1e-300, top.get(0).importance());
    int height = 20 * top.size() + 6;
    StringBuilder svg =
        new StringBuilder(
            format("<svg viewBox=\"0 0 320 %d\" role=\"img\" aria-label=\"%s\">\n", height, label));
    int y = 4;
    for (Feature feature : top) {
      double width = 130 * feature.importance() / most;
      svg.append(
          format(
              "<text x=\"138\" y=\"%d\" text-anchor=\"end\">%s</text>",
              y + 11, text(shortened(feature.column()))));
      svg.append(
          format(
              "<rect class=\"bar\" x=\"145\" y=\"%d\" width=\"%.1f\" height=\"13\" rx=\"2\"/>",
              y, width));
      svg.append(
          format(
              "<text x=\"%.1f\" y=\"%d\">%.3f</text>\n",
              150 + width, y + 11, feature.importance()));
      y += 20;
    }
    return svg.append("</svg>").toString();
  }

  private static String shortened(String name) {
    return name.length() <= 22 ? name : name.substring(0, 21) + "…";
  }

  static StringBuilder open(int height, String label) {
    return new StringBuilder(
        format(
            "<svg class=\"wide\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
            WIDTH, height, text(label)));
  }
}
