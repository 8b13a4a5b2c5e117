package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.text;

import io.parallax.cli.study.RunResult.Searched;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a search found: for each setting, the best validation accuracy at each of its values. */
final class SearchChart {
  private static final int WIDTH = 320;
  private static final int HEIGHT = 170;
  private static final int LEFT = 48;
  private static final int BOTTOM = 26;

  private SearchChart() {}

  static String of(List<Searched> searched, boolean clustered) {
    if (searched.isEmpty()) {
      return "";
    }
    StringBuilder html = new StringBuilder("<h3>The search</h3>\n<div class=\"side\">\n");
    for (String setting : searched.get(0).point().keySet()) {
      Map<Double, Double> best = new TreeMap<>();
      searched.forEach(s -> best.merge(s.point().get(setting), s.accuracy(), Math::max));
      html.append("<figure>").append(chart(setting, best)).append("</figure>\n");
    }
    return html.append(
            "</div>\n<p class=\"soft\">"
                + (clustered
                    ? "How clear the groups are without labels, × 100, at each value of a"
                    : "Validation accuracy, mean over the splits, at each value of a")
                + " setting with the best of the others. Values on a logarithmic scale.</p>\n")
        .toString();
  }

  private static String chart(String setting, Map<Double, Double> best) {
    double low = best.values().stream().mapToDouble(v -> v).min().orElseThrow();
    double high = best.values().stream().mapToDouble(v -> v).max().orElseThrow();
    double room = Math.max(0.002, 0.1 * (high - low));
    StringBuilder svg =
        new StringBuilder(
            format(
                "<svg class=\"chart\" viewBox=\"0 0 %d %d\" %s>\n",
                WIDTH, HEIGHT, Html.readable("Validation accuracy by " + setting)));
    for (double tick : new double[] {low, (low + high) / 2, high}) {
      svg.append(
          format(
              "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.1f %%</text>",
              LEFT - 6, y(tick, low - room, high + room) + 4, 100 * tick));
    }
    List<Double> values = List.copyOf(best.keySet());
    StringBuilder path = new StringBuilder();
    List<String> tips = new ArrayList<>();
    for (double value : values) {
      tips.add(format("%.4g: %.2f %%", value, 100 * best.get(value)));
      double x = x(value, values);
      double y = y(best.get(value), low - room, high + room);
      path.append(path.isEmpty() ? 'M' : 'L').append(format("%.1f %.1f", x, y));
      svg.append(format("<circle class=\"bar\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", x, y));
    }
    double first = values.get(0);
    double last = values.get(values.size() - 1);
    return svg.append("<path class=\"curve\" d=\"" + path + "\" " + Html.tips(setting, tips) + "/>")
        .append(
            format(
                "<text x=\"%d\" y=\"%d\">%s %.4g</text>", LEFT, HEIGHT - 8, text(setting), first))
        .append(
            format(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.4g</text></svg>",
                WIDTH - 8, HEIGHT - 8, last))
        .toString();
  }

  private static double x(double value, List<Double> values) {
    double from = scale(values.get(0));
    double to = scale(values.get(values.size() - 1));
    double part = to > from ? (scale(value) - from) / (to - from) : 0.5;
    return LEFT + 8 + (WIDTH - LEFT - 20) * part;
  }

  private static double scale(double value) {
    return value > 0 ? Math.log(value) : Math.log(Double.MIN_NORMAL);
  }

  private static double y(double value, double low, double high) {
    return 8 + (HEIGHT - BOTTOM - 16) * (high - value) / (high - low);
  }
}
