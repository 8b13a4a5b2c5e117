package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Svg;
import io.parallax.run.StudyResult.Feature;
import io.parallax.run.StudyResult.MeanSd;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pictures as inline SVG. */
final class Charts {
  private static final int WIDTH = 560;

  private Charts() {}

  /**
   * The accuracy of every row as a dot with its interval, the method's own in colour.
   *
   * @param axis what accuracy is here
   */
  static Svg accuracy(Map<String, Map<String, MeanSd>> rows, String axis) {
    Map<String, MeanSd> accuracy = new LinkedHashMap<>();
    rows.forEach((row, metrics) -> accuracy.put(row, metrics.get("accuracy")));
    return Dots.of(accuracy, "Accuracy of every row", axis + ", %");
  }

  /** The first {@code count}, of which the first is the largest. */
  static Svg bars(List<Feature> features, int count, String label) {
    return bars(features, count, features.get(0).importance(), label);
  }

  /**
   * The first {@code count}.
   *
   * @param largest the value of the longest bar, here or beside
   */
  static Svg bars(List<Feature> features, int count, double largest, String label) {
    List<Feature> top = features.stream().limit(count).toList();
    double most = Math.max(1e-300, largest);
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
