package io.parallax.pages;

import static io.parallax.pages.NumberText.format;
import static io.parallax.pages.NumberText.number;

import java.util.ArrayList;
import java.util.List;

/** Shares that fall in steps over time as inline SVG, with the number of rows at risk beneath. */
public final class StepChart {
  private static final int WIDTH = 560;
  private static final int LEFT = 124;
  private static final int BOTTOM = 230;
  private static final int ROW = 17;

  private StepChart() {}

  /**
   * A line.
   *
   * @param values a share at each time, until the last at which it is known
   * @param counts the number at each time of counting
   */
  public record Line(String name, double[] values, int[] counts) {}

  /**
   * Returns the chart.
   *
   * @param label the description for people who cannot see the chart
   * @param times ascending, of the values
   * @param counted the times at which rows are counted
   */
  public static Svg of(String label, double[] times, double[] counted, List<Line> lines) {
    double last = times[times.length - 1];
    Plane plane = new Plane(WIDTH, LEFT, BOTTOM, new Plane.Range(0, last), new Plane.Range(0, 1));
    int height = BOTTOM + 58 + ROW * lines.size();
    Svg svg = Svg.chart("wide chart", WIDTH, height, label);
    plane.axes(svg, "time", "share without event");
    svg.with(Svg.text(2, BOTTOM + 50, "at risk"));
    for (int g = 0; g < lines.size(); g++) {
      Line line = lines.get(g);
      double y = BOTTOM + 50.0 + ROW * (g + 1);
      svg.with(drawn(plane, times, line, colour(g, lines.size())));
      svg.with(Svg.circle(8, y - 4, 4).fill(colour(g, lines.size())));
      svg.with(Svg.text(16, y, line.name()));
      for (int k = 0; k < counted.length; k++) {
        svg.with(Svg.text(plane.x(counted[k]), y, format("%,d", line.counts()[k])).centred());
      }
    }
    return svg;
  }

  /** Returns a colour from green for the first line to red for the last. */
  private static String colour(int line, int lines) {
    return format("hsl(%.0f 65%% 45%%)", lines > 1 ? 150 - 145.0 * line / (lines - 1) : 210.0);
  }

  private static Svg drawn(Plane plane, double[] times, Line line, String colour) {
    StringBuilder path = new StringBuilder(plane.corner('M', times[0], line.values()[0]));
    List<String> tips = new ArrayList<>(List.of(tip(times[0], line.values()[0])));
    for (int i = 1; i < line.values().length; i++) {
      path.append(plane.corner('L', times[i], line.values()[i - 1]));
      path.append(plane.corner('L', times[i], line.values()[i]));
      tips.add(tip(times[i], line.values()[i - 1]));
      tips.add(tip(times[i], line.values()[i]));
    }
    return Svg.path("line", path.toString()).stroke(colour).tips(line.name() + ", time", tips);
  }

  private static String tip(double time, double share) {
    return number(time) + format(": %.3f", share);
  }
}
