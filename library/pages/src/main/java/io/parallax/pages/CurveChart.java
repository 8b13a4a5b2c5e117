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
  private static final int HEIGHT = 230;
  private static final int LEFT = 46;
  private static final int BOTTOM = 190;
  private static final double EDGE = 0.02; // of the width, beside the first and the last value
  private final Page.Curves curves;
  private final Plane plane;

  private CurveChart(Page.Curves curves, Plane.Range range) {
    this.curves = curves;
    this.plane = new Plane(WIDTH, LEFT, BOTTOM, across(curves.x()), range);
  }

  public static Svg of(Page.Curves curves) {
    return new CurveChart(curves, range(curves.y().values())).svg();
  }

  /**
   * Draws curves.
   *
   * @param range the lower and the upper end of y, so that several charts can be compared
   */
  public static Svg of(Page.Curves curves, double[] range) {
    return new CurveChart(curves, new Plane.Range(range[0], range[1])).svg();
  }

  private Svg svg() {
    Svg svg = Svg.chart("chart", WIDTH, HEIGHT, curves.title());
    plane.yAxis(svg, curves.yLabel(), NumberText::number);
    svg.with(ticks());
    plane.xName(svg, curves.xLabel());
    if (curves.paper() != null) {
      svg.with(paper(curves.paper()));
    }
    int series = 0;
    for (var values : curves.y().entrySet()) {
      svg.with(line(values, series));
      svg.with(dots(values.getValue(), Scatter.colour(series++, curves.y().size())));
    }
    return svg;
  }

  /** Returns the texts below the chart, without those that would run into the one before. */
  private List<Svg> ticks() {
    List<Svg> ticks = new ArrayList<>();
    double free = 0;
    for (double value : curves.x()) {
      String text = number(value);
      double half = 3.2 * text.length();
      double at = plane.x(value);
      if (at - half >= free) {
        ticks.add(Svg.text(at, BOTTOM + 16, text).centred());
        free = at + half + 6;
      }
    }
    return ticks;
  }

  /** Returns a line where the paper's choice of x is. */
  private List<Svg> paper(double x) {
    return List.of(
        Svg.line("range other", plane.x(x), Plane.TOP, plane.x(x), BOTTOM)
            .attr("stroke-dasharray", "5 4")
            .attr("stroke-width", 1),
        Svg.text(plane.x(x), Plane.TOP - 11, "paper").centred());
  }

  private Svg line(Map.Entry<String, List<Double>> named, int place) {
    StringBuilder path = new StringBuilder();
    List<String> tips = new ArrayList<>();
    for (int i = 0; i < curves.x().size(); i++) {
      double x = curves.x().get(i);
      double y = named.getValue().get(i);
      path.append(plane.corner(i == 0 ? 'M' : 'L', x, y));
      tips.add(number(x) + format(": %.2f", y));
    }
    return LineStyle.drawn(path.toString(), place, curves.y().size())
        .tips(named.getKey() + ", " + curves.xLabel(), tips);
  }

  private List<Svg> dots(List<Double> values, String colour) {
    return IntStream.range(0, values.size())
        .mapToObj(
            i -> Svg.circle(plane.x(curves.x().get(i)), plane.y(values.get(i)), 2.4).fill(colour))
        .toList();
  }

  private static Plane.Range range(Iterable<List<Double>> all) {
    double low = Double.MAX_VALUE;
    double high = -Double.MAX_VALUE;
    for (List<Double> values : all) {
      for (double value : values) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    double room = Math.max(0.5, 0.05 * (high - low));
    return new Plane.Range(low - room, high + room);
  }

  private static Plane.Range across(List<Double> x) {
    double from = x.get(0);
    double to = x.get(x.size() - 1);
    if (from == to) {
      return new Plane.Range(from - 1, from + 1);
    } else if (from > 0 && to > 10 * from) {
      double edge = Math.pow(to / from, EDGE);
      return new Plane.Range(from / edge, to * edge, true);
    }
    double edge = EDGE * (to - from);
    return new Plane.Range(from - edge, to + edge);
  }
}
