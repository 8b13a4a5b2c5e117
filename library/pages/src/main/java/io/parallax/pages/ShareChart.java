package io.parallax.pages;

import static io.parallax.pages.NumberText.format;

import java.util.List;
import java.util.stream.IntStream;

/** Curves of shares over shares, from 0 to 1, as inline SVG. */
public final class ShareChart {
  private static final int WIDTH = 340;
  private static final int HEIGHT = 340;
  private static final int LEFT = 52;
  private static final int BOTTOM = 298;
  private static final Plane.Range SHARES = new Plane.Range(0, 1);

  private ShareChart() {}

  /**
   * A curve.
   *
   * @param low the lower edge of a band around it; empty: none
   * @param high its upper edge
   */
  public record Curve(String name, double[] x, double[] y, double[] low, double[] high) {
    /** Makes a curve without a band. */
    public Curve(String name, double[] x, double[] y) {
      this(name, x, y, new double[0], new double[0]);
    }
  }

  /**
   * Returns the chart.
   *
   * @param label the description for people who cannot see the chart
   * @param diagonal whether the line on which both shares are equal is drawn
   */
  public static Svg of(
      String label, String xName, String yName, List<Curve> curves, boolean diagonal) {
    Plane plane = new Plane(WIDTH, LEFT, BOTTOM, SHARES, SHARES);
    Svg svg = Svg.chart("chart", WIDTH, HEIGHT, label);
    plane.axes(svg, xName, yName);
    if (diagonal) {
      svg.with(
          Svg.line("range other", plane.x(0), plane.y(0), plane.x(1), plane.y(1))
              .attr("stroke-dasharray", "5 4")
              .attr("stroke-width", 1));
    }
    for (int i = 0; i < curves.size(); i++) {
      Curve curve = curves.get(i);
      if (curve.low().length > 0) {
        svg.with(Svg.path("shade", band(plane, curve)));
      }
      svg.with(line(plane, curve, i, curves.size()).tips(curve.name() + ", " + xName, tips(curve)));
    }
    return svg;
  }

  private static Svg line(Plane plane, Curve curve, int place, int curves) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < curve.x().length; i++) {
      path.append(plane.corner(path.isEmpty() ? 'M' : 'L', curve.x()[i], curve.y()[i]));
    }
    return LineStyle.drawn(path.toString(), place, curves);
  }

  private static List<String> tips(Curve curve) {
    return IntStream.range(0, curve.x().length)
        .mapToObj(i -> format("%.2f: %.3f", curve.x()[i], curve.y()[i]))
        .toList();
  }

  private static String band(Plane plane, Curve curve) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < curve.x().length; i++) {
      path.append(plane.corner(path.isEmpty() ? 'M' : 'L', curve.x()[i], curve.high()[i]));
    }
    for (int i = curve.x().length - 1; i >= 0; i--) {
      path.append(plane.corner('L', curve.x()[i], curve.low()[i]));
    }
    return path.append('Z').toString();
  }
}
