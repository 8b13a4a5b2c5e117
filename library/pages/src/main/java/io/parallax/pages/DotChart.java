package io.parallax.pages;

import static io.parallax.pages.NumberText.number;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Means of groups over a predicted value, with their intervals, as inline SVG. */
public final class DotChart {
  private static final int WIDTH = 340;
  private static final int HEIGHT = 276;
  private static final int LEFT = 52;
  private static final int BOTTOM = 236;

  private DotChart() {}

  /**
   * A group.
   *
   * @param low the lower end of its interval
   * @param high its upper end
   * @param spread how far single values lie from the mean; 0: not drawn
   */
  public record Dot(String name, double x, double y, double low, double high, double spread) {}

  /** Draws dots beside the diagonal, on which both values are equal. */
  public static Svg beside(String label, String xName, List<Dot> dots) {
    Plane.Range both =
        range(
            DoubleStream.concat(
                dots.stream().mapToDouble(Dot::x),
                dots.stream().flatMapToDouble(dot -> DoubleStream.of(dot.low(), dot.high()))));
    Plane plane = new Plane(WIDTH, LEFT, BOTTOM, both, both);
    Svg svg = Svg.chart("chart", WIDTH, HEIGHT, label);
    plane.axes(svg, xName, "observed");
    svg.with(line(plane, both.low(), both.low(), both.high(), both.high()));
    return drawn(svg, plane, dots);
  }

  /** Draws dots above and below 0. */
  public static Svg aroundZero(String label, String xName, List<Dot> dots) {
    Plane.Range x = range(dots.stream().mapToDouble(Dot::x));
    Plane.Range y =
        range(
            dots.stream()
                .flatMapToDouble(
                    dot ->
                        DoubleStream.of(
                            0,
                            dot.low(),
                            dot.high(),
                            dot.y() - dot.spread(),
                            dot.y() + dot.spread())));
    Plane plane = new Plane(WIDTH, LEFT, BOTTOM, x, y);
    Svg svg = Svg.chart("chart", WIDTH, HEIGHT, label);
    plane.axes(svg, xName, "mean residual");
    svg.with(line(plane, x.low(), 0, x.high(), 0));
    for (Dot dot : dots) {
      double top = plane.y(dot.y() + dot.spread());
      double height = plane.y(dot.y() - dot.spread()) - top;
      svg.with(Svg.bar("shade", plane.x(dot.x()) - 5, top, 10, height));
    }
    return drawn(svg, plane, dots);
  }

  private static Plane.Range range(DoubleStream values) {
    double[] all = values.sorted().toArray();
    return new Plane.Range(all[0], all[all.length - 1]).wider();
  }

  private static Svg line(Plane plane, double x1, double y1, double x2, double y2) {
    return Svg.line("range other", plane.x(x1), plane.y(y1), plane.x(x2), plane.y(y2))
        .attr("stroke-dasharray", "5 4")
        .attr("stroke-width", 1);
  }

  private static Svg drawn(Svg svg, Plane plane, List<Dot> dots) {
    StringBuilder path = new StringBuilder();
    List<String> tips = new ArrayList<>();
    for (Dot dot : dots) {
      svg.with(
          Svg.line(
              "range",
              plane.x(dot.x()),
              plane.y(dot.low()),
              plane.x(dot.x()),
              plane.y(dot.high())));
      svg.with(Svg.circle(plane.x(dot.x()), plane.y(dot.y()), 4).withClass("bar"));
      path.append(plane.corner(path.isEmpty() ? 'M' : 'L', dot.x(), dot.y()));
      tips.add(
          "%s: %s beside %s (%s to %s)"
              .formatted(
                  dot.name(),
                  number(dot.y()),
                  number(dot.x()),
                  number(dot.low()),
                  number(dot.high())));
    }
    return svg.with(Svg.path("line", path.toString()).stroke("transparent").tips("", tips));
  }
}
