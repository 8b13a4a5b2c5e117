package io.parallax.pages;

import static io.parallax.pages.NumberText.format;
import static io.parallax.pages.NumberText.number;

import java.util.stream.IntStream;

/** Histograms of two groups as inline SVG, one above and one below the same axis. */
public final class OpposedBars {
  private static final int WIDTH = 560;
  private static final int HEIGHT = 270;
  private static final int LEFT = 62;
  private static final int BOTTOM = 228;

  private OpposedBars() {}

  /**
   * A group's histogram: shares of its rows in bins of equal width.
   *
   * @param name of the group
   */
  public record Side(String name, double[] shares) {}

  /**
   * Returns the chart.
   *
   * @param label the description for people who cannot see the chart
   * @param from where the first bin begins
   * @param to where the last one ends
   * @param below the group that is drawn below the axis, in the first colour
   */
  public static Svg of(String label, String xName, double from, double to, Side below, Side above) {
    double most =
        IntStream.range(0, below.shares().length)
            .mapToDouble(i -> Math.max(below.shares()[i], above.shares()[i]))
            .max()
            .orElse(0);
    Plane.Range y = new Plane.Range(-1.08 * most, 1.08 * most);
    Plane plane = new Plane(WIDTH, LEFT, BOTTOM, new Plane.Range(from, to), y);
    Svg svg = Svg.chart("wide chart", WIDTH, HEIGHT, label);
    plane.axes(
        svg, xName, "share of the rows of each class", v -> number(100 * Math.abs(v)) + " %");
    bars(svg, plane, from, to, below, -1);
    bars(svg, plane, from, to, above, 1);
    return svg.with(
        Svg.line("range other", plane.x(from), plane.y(0), plane.x(to), plane.y(0))
            .attr("stroke-width", 1));
  }

  private static void bars(Svg svg, Plane plane, double from, double to, Side side, int sign) {
    int bins = side.shares().length;
    double step = (to - from) / bins;
    for (int b = 0; b < bins; b++) {
      double share = side.shares()[b];
      if (share > 0) {
        double left = plane.x(from + b * step);
        double top = plane.y(Math.max(0, sign * share));
        double height = plane.y(Math.min(0, sign * share)) - top;
        svg.with(
            Svg.bar("half", left + 0.5, top, plane.x(from + (b + 1) * step) - left - 1, height)
                .fill(Scatter.colour(sign < 0 ? 0 : 1, 2))
                .tip(tip(side, from + b * step, from + (b + 1) * step, share)));
      }
    }
  }

  private static String tip(Side side, double from, double to, double share) {
    return side.name() + format(", %s to %s: %.1f %%", number(from), number(to), 100 * share);
  }
}
