package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.LineChart;
import io.parallax.pages.LineChart.Line;
import io.parallax.pages.NumberText;
import io.parallax.pages.Svg;
import io.parallax.run.StudyResult.Feature;
import io.parallax.run.StudyResult.MeanSd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pictures as inline SVG. */
final class Charts {
  private static final int WIDTH = 560;
  private static final double LEAST = 1e-12;

  /** A trace that ends this part above its least value has not gone down, rounding apart. */
  private static final double RISEN = 1e-3;

  private Charts() {}

  /** Accuracy of every row as a dot with its standard deviation, the method's own in colour. */
  static Svg accuracy(Map<String, Map<String, MeanSd>> rows) {
    Map<String, MeanSd> accuracy = new LinkedHashMap<>();
    rows.forEach((row, metrics) -> accuracy.put(row, metrics.get("accuracy")));
    return Dots.of(accuracy, "Accuracy of every row with its standard deviation");
  }

  /** Returns whether a trace ends above its least value, as a loss of rows that judge does. */
  static boolean risen(List<List<Double>> traces) {
    return traces.stream().filter(trace -> !trace.isEmpty()).anyMatch(Charts::endsHigh);
  }

  private static boolean endsHigh(List<Double> trace) {
    double least = trace.stream().mapToDouble(v -> v).min().orElseThrow();
    return trace.get(trace.size() - 1) - least > RISEN * Math.abs(least);
  }

  /** Draws the objective itself; one line per split. */
  static Svg values(List<List<Double>> traces, String unit) {
    List<Line> lines = new ArrayList<>();
    for (List<Double> trace : traces) {
      double[] values = trace.stream().mapToDouble(v -> v).toArray();
      lines.add(new Line(unit + " " + (lines.size() + 1), values));
    }
    return LineChart.of("The objective after each round", lines, NumberText::number);
  }

  /**
   * Draws the relative distance of the objective from its final value on a log scale, one line per
   * split.
   *
   * @param unit "split" or "seed"
   */
  static Svg objective(List<List<Double>> traces, String unit) {
    List<Line> lines = new ArrayList<>();
    for (List<Double> trace : traces) {
      double end = trace.get(trace.size() - 1);
      double scale = Math.max(Math.abs(end), Double.MIN_NORMAL);
      double[] above =
          trace.stream().mapToDouble(v -> Math.max(LEAST, (v - end) / scale)).toArray();
      lines.add(new Line(unit + " " + (lines.size() + 1), above));
    }
    return LineChart.of(
        "Relative distance of the objective to its final value", lines, NumberText::number);
  }

  /** A view's most important columns as bars. */
  static Svg importance(List<Feature> features) {
    return bars(features, 10, "Importance of columns");
  }

  /** The first {@code count}, of which the first is the largest. */
  static Svg bars(List<Feature> features, int count, String label) {
    List<Feature> top = features.stream().limit(count).toList();
    double most = Math.max(1e-300, top.get(0).importance());
    Svg svg = Svg.chart("chart", 320, 20 * top.size() + 6, label);
    int y = 4;
    for (Feature feature : top) {
      double width = 130 * feature.importance() / most;
      String value = format("%.4g", feature.importance());
      svg.with(Svg.text(138, y + 11, shortened(feature.column(), 22)).ending());
      svg.with(Svg.bar("bar", 145, y, width, 13).tip(feature.column() + ": " + value));
      svg.with(
          Svg.text(
              150 + width,
              y + 11,
              format(feature.importance() < 10 ? "%.3f" : "%.1f", feature.importance())));
      y += 20;
    }
    return svg;
  }

  static String shortened(String name, int most) {
    return name.length() <= most ? name : name.substring(0, most - 1) + "…";
  }

  static Svg wide(int height, String label) {
    return Svg.chart("wide chart", WIDTH, height, label);
  }
}
