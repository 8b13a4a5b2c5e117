package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
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
                "<svg class=\"chart\" viewBox=\"0 0 %d %d\" %s>\n",
                WIDTH, HEIGHT, Html.readable(curves.title())));
    for (double value : Ticks.between(range[0], range[1])) {
      double y = y(value, range);
      svg.append(
          format(
              "<line class=\"axis\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                  + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
              LEFT, y, WIDTH - RIGHT, y, LEFT - 5, y + 4, number(value)));
    }
    List<Double> x = curves.x();
    double free = 0; // from where on a text does not run into the one before
    for (double value : x) {
      double half = 3.2 * number(value).length();
      if (x(value, x) - half >= free) {
        svg.append(
            format(
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                x(value, x), HEIGHT - BOTTOM + 16, number(value)));
        free = x(value, x) + half + 6;
      }
    }
    svg.append(
        format(
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, text(curves.xLabel())));
    int series = 0;
    for (var values : curves.y().entrySet()) {
      List<String> tips = new ArrayList<>();
      for (int i = 0; i < x.size(); i++) {
        tips.add(number(x.get(i)) + format(": %.2f", values.getValue().get(i)));
      }
      svg.append(
          line(
              x,
              values.getValue(),
              range,
              Scatter.colour(series++, curves.y().size()),
              Html.tips(values.getKey() + ", " + curves.xLabel(), tips)));
    }
    return svg.append("</svg>").toString();
  }

  private static String number(double value) {
    return Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3 && value != 0
        ? format("%.0e", value)
        : new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  private static String line(
      List<Double> x, List<Double> values, double[] range, String colour, String tips) {
    StringBuilder path = new StringBuilder();
    StringBuilder dots = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      double px = x(x.get(i), x);
      double py = y(values.get(i), range);
      path.append(i == 0 ? 'M' : 'L').append(format("%.1f %.1f", px, py));
      dots.append(
          format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.4\" fill=\"%s\"/>", px, py, colour));
    }
    return format("<path class=\"line\" stroke=\"%s\" d=\"%s\" %s/>%s\n", colour, path, tips, dots);
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
