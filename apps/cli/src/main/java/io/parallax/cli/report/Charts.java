package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.text;

import io.parallax.cli.report.LineChart.Line;
import io.parallax.cli.study.RunResult.Feature;
import io.parallax.cli.study.RunResult.MeanSd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pictures as inline SVG. */
final class Charts {
  private static final int WIDTH = 560;
  private static final double LEAST = 1e-12;

  private Charts() {}

  /** Accuracy of every row as a dot with its standard deviation, the method's own in colour. */
  static String accuracy(Map<String, Map<String, MeanSd>> rows) {
    Map<String, MeanSd> accuracy = new LinkedHashMap<>();
    rows.forEach((row, metrics) -> accuracy.put(row, metrics.get("accuracy")));
    return Dots.of(accuracy, "Accuracy of every row with its standard deviation");
  }

  /**
   * How far the objective is above its end, relatively, on a log scale; one line per split.
   *
   * @param unit "split" or "seed"
   */
  static String objective(List<List<Double>> traces, String unit) {
    List<Line> lines = new ArrayList<>();
    for (List<Double> trace : traces) {
      double end = trace.get(trace.size() - 1);
      double scale = Math.max(Math.abs(end), Double.MIN_NORMAL);
      double[] above =
          trace.stream().mapToDouble(v -> Math.max(LEAST, (v - end) / scale)).toArray();
      lines.add(new Line(unit + " " + (lines.size() + 1), above));
    }
    return LineChart.of(
        "Relative distance of the objective to its final value", lines, Html::number);
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
            format(
                "<svg class=\"chart\" viewBox=\"0 0 320 %d\" %s>\n", height, Html.readable(label)));
    int y = 4;
    for (Feature feature : top) {
      double width = 130 * feature.importance() / most;
      svg.append(
          format(
              "<text x=\"138\" y=\"%d\" text-anchor=\"end\">%s</text>",
              y + 11, text(shortened(feature.column(), 22))));
      svg.append(
          format(
              "<rect class=\"bar\" x=\"145\" y=\"%d\" width=\"%.1f\" height=\"13\" rx=\"2\" %s/>",
              y, width, Html.tip(feature.column() + ": " + format("%.4g", feature.importance()))));
      svg.append(
          format(
              "<text x=\"%.1f\" y=\"%d\">%.3f</text>\n",
              150 + width, y + 11, feature.importance()));
      y += 20;
    }
    return svg.append("</svg>").toString();
  }

  static String shortened(String name, int most) {
    return name.length() <= most ? name : name.substring(0, most - 1) + "…";
  }

  static StringBuilder open(int height, String label) {
    return new StringBuilder(
        format(
            "<svg class=\"wide chart\" viewBox=\"0 0 %d %d\" %s>\n",
            WIDTH, height, Html.readable(label)));
  }
}
