package io.parallax.pages;

import static io.parallax.pages.NumberText.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * Lines over rounds as inline SVG. The y axis is logarithmic when values span more than two
 * decades; many points are thinned to the extremes that a screen can show.
 */
public final class LineChart {
  private static final int WIDTH = 560;
  private static final int HEIGHT = 210;
  private static final int LEFT = 62;
  private static final int RIGHT = 12;
  private static final int TOP = 10;
  private static final int BOTTOM = 34;
  private static final int COLUMNS = 240;
  private static final double DECADES = 100;
  private final List<Line> lines;
  private final DoubleFunction<String> unit;
  private final boolean logarithmic;
  private final double least;
  private final double most;
  private final double last;

  /** A line: y over 1, 2, 3 and so on. */
  public record Line(String name, double[] y) {}

  private LineChart(List<Line> lines, DoubleFunction<String> unit) {
    this.lines = lines;
    this.unit = unit;
    double low = Double.MAX_VALUE;
    double high = -Double.MAX_VALUE;
    int longest = 1;
    for (Line line : lines) {
      longest = Math.max(longest, line.y().length);
      for (double y : line.y()) {
        low = Double.isNaN(y) ? low : Math.min(low, y);
        high = Double.isNaN(y) ? high : Math.max(high, y);
      }
    }
    this.last = longest;
    this.logarithmic = low > 0 && high > DECADES * low;
    double room = high > low ? 0.04 * (high - low) : Math.max(1e-9, 0.1 * Math.abs(high));
    this.least = logarithmic ? low / 1.2 : low >= 0 && low < room ? 0 : low - room;
    this.most = logarithmic ? high * 1.2 : high + room;
  }

  /**
   * Returns the chart.
   *
   * @param label the description for people who cannot see the chart
   * @param unit formats a value
   */
  public static Svg of(String label, List<Line> lines, DoubleFunction<String> unit) {
    return new LineChart(lines, unit).svg(label);
  }

  private Svg svg(String label) {
    Svg svg = Svg.chart("wide chart", WIDTH, HEIGHT, label);
    ticks()
        .forEach(
            (name, tick) -> {
              svg.with(Svg.line("axis", LEFT, y(tick), WIDTH - RIGHT, y(tick)));
              svg.with(Svg.text(LEFT - 6, y(tick) + 4, name).ending());
            });
    Svg first = Svg.text(x(1), HEIGHT - 12, "round 1");
    svg.with(last > 1 ? first : first.centred());
    svg.with(
        Svg.text(WIDTH - RIGHT, HEIGHT - 12, last > 1 ? format("%,d", (int) last) : "").ending());
    for (int i = 0; i < lines.size(); i++) {
      svg.with(drawn(lines.get(i), Scatter.colour(i, lines.size())));
    }
    return svg;
  }

  private Svg drawn(Line line, String colour) {
    return Svg.path(line.y().length == 1 ? "line dot" : "line", path(line.y()))
        .stroke(colour)
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
      path.append(drawn ? 'L' : 'M').append(format("%.1f %.1f", x(i + 1), y(values[i])));
      drawn = true;
    }
    if (values.length == 1) {
      path.append("h0"); // a dot
    }
    return path.toString();
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
    List<Integer> places = new ArrayList<>();
    if (values.length <= 2 * COLUMNS) {
      for (int i = 0; i < values.length; i++) {
        places.add(i);
      }
      return places;
    }
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

  private double x(double round) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (last > 1 ? (round - 1) / (last - 1) : 0.5);
  }

  private double y(double value) {
    double part =
        logarithmic
            ? Math.log(value / least) / Math.log(most / least)
            : (value - least) / (most - least);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part;
  }

  /** Those whose texts differ: of values that hardly do, all lines would be called the same. */
  private Map<String, Double> ticks() {
    Map<String, Double> ticks = new LinkedHashMap<>();
    (logarithmic ? Ticks.decades(least, most) : Ticks.between(least, most))
        .forEach(tick -> ticks.putIfAbsent(unit.apply(tick), tick));
    return ticks;
  }
}
