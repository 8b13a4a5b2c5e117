package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.text;

import java.util.List;

/** Curves as inline SVG; x on a logarithmic scale when it spans more than a decade. */
final class CurveChart {
  private static final int WIDTH = 340;
  private static final int HEIGHT = 210;
  private static final int LEFT = 44;
  private static final int RIGHT = 10;
  private static final int BOTTOM = 38;
  private static final int TOP = 8;

  private CurveChart() {}

  static String of(Page.Curves curves) {
    double[] range = range(curves.y().values());
    StringBuilder svg =
        new StringBuilder(
            format(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
                WIDTH, HEIGHT, text(curves.title())));
    for (int i = 0; i <= 4; i++) {
      double value = range[0] + (range[1] - range[0]) * i / 4;
      double y = y(value, range);
      svg.append(
          format(
              "<line class=\"axis\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                  + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.1f</text>\n",
              LEFT, y, WIDTH - RIGHT, y, LEFT - 5, y + 4, value));
    }
    List<Double> x = curves.x();
    for (int i : new int[] {0, x.size() / 2, x.size() - 1}) {
      svg.append(
          format(
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
              x(x.get(i), x), HEIGHT - BOTTOM + 16, number(x.get(i))));
    }
    svg.append(
        format(
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, text(curves.xLabel())));
    int series = 0;
    for (List<Double> values : curves.y().values()) {
      svg.append(line(x, values, range, Scatter.colour(series++, curves.y().size())));
    }
    return svg.append("</svg>").toString();
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : format("%.3g", value);
  }

  private static String line(List<Double> x, List<Double> values, double[] range, String colour) {
    StringBuilder path = new StringBuilder();
    StringBuilder dots = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      double px = x(x.get(i), x);
      double py = y(values.get(i), range);
      path.append(i == 0 ? 'M' : 'L').append(format("%.1f %.1f", px, py));
      dots.append(
          format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.4\" fill=\"%s\"/>", px, py, colour));
    }
    return format("<path class=\"line\" stroke=\"%s\" d=\"%s\"/>%s\n", colour, path, dots);
  }

  private static double[] range(Iterable<List<Double>> all) {
    double low = Double.MAX_VALUE;
    double high = -Double.MAX_VALUE;
    for (List<Double> values : all) {
      for (double value : values) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    double room = Math.max(0.5, 0.05 * (high - low));
    return new double[] {low - room, high + room};
  }

  private static double x(double value, List<Double> x) {
    double from = x.get(0);
    double to = x.get(x.size() - 1);
    boolean logarithmic = from > 0 && to > 10 * from;
    double part =
        to == from
            ? 0.5
            : logarithmic
                ? Math.log(value / from) / Math.log(to / from)
                : (value - from) / (to - from);
    return LEFT + 6 + (WIDTH - LEFT - RIGHT - 12) * part;
  }

  private static double y(double value, double[] range) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (range[1] - value) / (range[1] - range[0]);
  }
}
