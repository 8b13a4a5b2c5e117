package io.parallax.pages;

import static io.parallax.pages.NumberText.format;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lines over rounds as inline SVG. The y axis is logarithmic when the largest value is more than
 * five times the least; many points are thinned to the extremes that a screen can show.
 */
public final class LineChart {
  private static final int WIDTH = 560;
  private static final int HEIGHT = 250;
  private static final int LEFT = 62;
  private static final int BOTTOM = 208;
  private static final int COLUMNS = 240;
  private static final double LINEAR = 5;
  private final List<Line> lines;
  private final DoubleFunction<String> unit;
  private final double last;
  private final Plane plane;

  /** A line: y over 1, 2, 3 and so on. */
  public record Line(String name, double[] y) {}

  /** The least and the largest of several lines, over 1, 2, 3 and so on. */
  public record Band(double[] low, double[] high) {}

  /**
   * @param inside all that has to be in the frame
   */
  private LineChart(List<Line> lines, List<double[]> inside, DoubleFunction<String> unit) {
    this.lines = lines;
    this.unit = unit;
    this.last = inside.stream().mapToInt(values -> values.length).max().orElse(1);
    Plane.Range x = last > 1 ? new Plane.Range(1, last) : new Plane.Range(0, 2);
    this.plane = new Plane(WIDTH, LEFT, BOTTOM, x, range(inside));
  }

  private static Plane.Range range(List<double[]> all) {
    double low = Double.MAX_VALUE;
    double high = -Double.MAX_VALUE;
    for (double[] values : all) {
      for (double y : values) {
        low = Double.isNaN(y) ? low : Math.min(low, y);
        high = Double.isNaN(y) ? high : Math.max(high, y);
      }
    }
    if (low > 0 && high > LINEAR * low) {
      return new Plane.Range(low / 1.2, high * 1.2, true);
    }
    double room = high > low ? 0.04 * (high - low) : Math.max(1e-9, 0.1 * Math.abs(high));
    return new Plane.Range(low >= 0 && low < room ? 0 : low - room, high + room);
  }

  /**
   * Returns the chart of some lines.
   *
   * @param label the description for people who cannot see the chart
   * @param yName the name of the y axis
   * @param unit formats a value
   */
  public static Svg of(String label, String yName, List<Line> lines, DoubleFunction<String> unit) {
    return new LineChart(lines, lines.stream().map(Line::y).toList(), unit).svg(label, yName, null);
  }

  /** Returns the chart of one line within a band; otherwise as of lines alone. */
  public static Svg of(
      String label, String yName, Line middle, Band band, DoubleFunction<String> unit) {
    List<double[]> inside = Stream.of(middle.y(), band.low(), band.high()).toList();
    return new LineChart(List.of(middle), inside, unit).svg(label, yName, band);
  }

  private Svg svg(String label, String yName, Band band) {
    Svg svg = Svg.chart("wide chart", WIDTH, HEIGHT, label);
    plane.yAxis(svg, yName, unit);
    plane.xName(svg, "round");
    for (int tick : ticks()) {
      svg.with(Svg.line("axis", plane.x(tick), BOTTOM, plane.x(tick), BOTTOM + 4));
      svg.with(Svg.text(plane.x(tick), BOTTOM + 16, format("%,d", tick)).centred());
    }
    if (band != null) {
      svg.with(Svg.path("shade", around(band)));
    }
    for (int i = 0; i < lines.size(); i++) {
      svg.with(drawn(lines.get(i), i));
    }
    return svg;
  }

  /** Returns the rounds that are marked: whole ones, the last of them too where there is room. */
  private List<Integer> ticks() {
    if (last < 2) {
      return List.of(1);
    }
    List<Integer> ticks =
        Ticks.between(1, last).stream()
            .filter(tick -> tick == Math.rint(tick) && tick <= last - 0.06 * (last - 1))
            .map(Double::intValue)
            .toList();
    return Stream.concat(ticks.stream(), Stream.of((int) last)).toList();
  }

  private Svg drawn(Line line, int place) {
    Svg drawn = LineStyle.drawn(path(line.y()), place, lines.size());
    return (line.y().length == 1 ? drawn.withClass("line dot") : drawn)
        .tips(line.name() + ", round", tips(line.y()))
        .with(Svg.of("title").withText(line.name()));
  }

  private String path(double[] values) {
    StringBuilder path = new StringBuilder();
    boolean drawn = false;
    for (int i : thinned(values)) {
      if (Double.isNaN(values[i])) {
        drawn = false;
        continue;
      }
      path.append(plane.corner(drawn ? 'L' : 'M', i + 1, values[i]));
      drawn = true;
    }
    if (values.length == 1) {
      path.append("h0"); // a dot
    }
    return path.toString();
  }

  private String around(Band band) {
    StringBuilder path = new StringBuilder();
    for (int i : thinned(band.high())) {
      path.append(plane.corner(path.isEmpty() ? 'M' : 'L', i + 1, band.high()[i]));
    }
    List<Integer> back = thinned(band.low());
    for (int k = back.size() - 1; k >= 0; k--) {
      path.append(plane.corner('L', back.get(k) + 1, band.low()[back.get(k)]));
    }
    return path.append('Z').toString();
  }

  /** Returns the tooltip of each corner of the path. */
  private List<String> tips(double[] values) {
    return thinned(values).stream()
        .filter(i -> !Double.isNaN(values[i]))
        .map(i -> format("%,d: %s", i + 1, unit.apply(values[i])))
        .toList();
  }

  /** The places of the smallest and the largest value of each column of pixels. */
  private static List<Integer> thinned(double[] values) {
    if (values.length <= 2 * COLUMNS) {
      return IntStream.range(0, values.length).boxed().toList();
    }
    List<Integer> places = new ArrayList<>();
    for (int column = 0; column < COLUMNS; column++) {
      int from = (int) ((long) column * values.length / COLUMNS);
      int to = (int) ((column + 1L) * values.length / COLUMNS);
      int low = from;
      int high = from;
      for (int i = from; i < to; i++) {
        low = values[i] < values[low] ? i : low;
        high = values[i] > values[high] ? i : high;
      }
      places.add(Math.min(low, high));
      if (low != high) {
        places.add(Math.max(low, high));
      }
    }
    return places;
  }
}
