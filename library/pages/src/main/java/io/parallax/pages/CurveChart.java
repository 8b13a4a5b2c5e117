package io.parallax.pages;

import static io.parallax.pages.NumberText.format;
import static io.parallax.pages.NumberText.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Curves as inline SVG; x on a logarithmic scale when it spans more than a decade. */
public final class CurveChart {
  private static final int WIDTH = 340;
  private static final int HEIGHT = 210;
  private static final int LEFT = 44;
  private static final int RIGHT = 10;
  private static final int BOTTOM = 38;
  private static final int TOP = 8;

  private CurveChart() {}

  public static Svg of(Page.Curves curves) {
    return of(curves, range(curves.y().values()));
  }

  /**
   * Draws curves.
   *
   * @param range the lower and the upper end of y, so that several charts can be compared
   */
  public static Svg of(Page.Curves curves, double[] range) {
    Svg svg = Svg.chart("chart", WIDTH, HEIGHT, curves.title());
    for (double value : Ticks.between(range[0], range[1])) {
      double y = y(value, range);
      svg.with(Svg.line("axis", LEFT, y, WIDTH - RIGHT, y));
      svg.with(Svg.text(LEFT - 5, y + 4, number(value)).ending());
    }
    svg.with(ticks(curves.x()));
    svg.with(Svg.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, curves.xLabel()).centred());
    int series = 0;
    for (var values : curves.y().entrySet()) {
      String colour = Scatter.colour(series++, curves.y().size());
      svg.with(line(curves, values, range, colour));
      svg.with(dots(curves.x(), values.getValue(), range, colour));
    }
    return svg;
  }

  /** Returns the texts below the chart, without those that would run into the one before. */
  private static List<Svg> ticks(List<Double> x) {
    List<Svg> ticks = new ArrayList<>();
    double free = 0;
    for (double value : x) {
      String text = number(value);
      double half = 3.2 * text.length();
      double at = x(value, x);
      if (at - half >= free) {
        ticks.add(Svg.text(at, HEIGHT - BOTTOM + 16, text).centred());
        free = at + half + 6;
      }
    }
    return ticks;
  }

  private static Svg line(
      Page.Curves curves, Map.Entry<String, List<Double>> named, double[] range, String colour) {
    List<Double> x = curves.x();
    List<Double> values = named.getValue();
    StringBuilder path = new StringBuilder();
    List<String> tips = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      path.append(i == 0 ? 'M' : 'L')
          .append(format("%.1f %.1f", x(x.get(i), x), y(values.get(i), range)));
      tips.add(number(x.get(i)) + ": " + number(values.get(i)));
    }
    return Svg.path("line", path.toString())
        .stroke(colour)
        .tips(named.getKey() + ", " + curves.xLabel(), tips);
  }

  private static List<Svg> dots(
      List<Double> x, List<Double> values, double[] range, String colour) {
    return IntStream.range(0, values.size())
        .mapToObj(i -> Svg.circle(x(x.get(i), x), y(values.get(i), range), 2.4).fill(colour))
        .toList();
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
