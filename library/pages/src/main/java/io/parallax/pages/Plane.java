package io.parallax.pages;

import static io.parallax.pages.NumberText.format;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** A frame with two axes as inline SVG, into which points are drawn. */
final class Plane {
  static final int TOP = 24; // room for the name of y
  private static final int RIGHT = 14;
  private final double width;
  private final double left;
  private final double bottom;
  private final Range x;
  private final Range y;

  /** The values that an axis spans. */
  record Range(double low, double high, boolean logarithmic) {
    Range(double low, double high) {
      this(low, high, false);
    }

    /** Returns a range with some room on either side; of one value, one around it. */
    Range wider() {
      double room = high > low ? 0.04 * (high - low) : Math.max(1e-9, 0.1 * Math.abs(high));
      return new Range(low - room, high + room);
    }

    private double part(double value) {
      return logarithmic
          ? Math.log(value / low) / Math.log(high / low)
          : (value - low) / (high - low);
    }

    /** Returns the values to mark: of neighbours that would be called the same, the first. */
    private List<Double> ticks(DoubleFunction<String> unit) {
      List<Double> ticks = new ArrayList<>();
      String before = "";
      for (double tick : logarithmic ? Ticks.logarithmic(low, high) : Ticks.between(low, high)) {
        if (!unit.apply(tick).equals(before)) {
          ticks.add(tick);
        }
        before = unit.apply(tick);
      }
      return ticks;
    }
  }

  /**
   * @param left room for the names of the y axis
   * @param bottom the place of the x axis, from above
   */
  Plane(double width, double left, double bottom, Range x, Range y) {
    this.width = width;
    this.left = left;
    this.bottom = bottom;
    this.x = x;
    this.y = y;
  }

  double x(double value) {
    return left + (width - left - RIGHT) * x.part(value);
  }

  double y(double value) {
    return bottom - (bottom - TOP) * y.part(value);
  }

  /** Returns a place as the corner of a path. */
  String corner(char command, double atX, double atY) {
    return command + format("%.1f %.1f", x(atX), y(atY));
  }

  /** Draws both axes with their ticks and names. */
  void axes(Svg svg, String xName, String yName) {
    axes(svg, xName, yName, NumberText::number);
  }

  /**
   * Draws both axes with their ticks and names.
   *
   * @param unit formats values of y
   */
  void axes(Svg svg, String xName, String yName, DoubleFunction<String> unit) {
    yAxis(svg, yName, unit);
    for (double tick : x.ticks(NumberText::number)) {
      svg.with(Svg.line("axis", x(tick), bottom, x(tick), bottom + 4));
      svg.with(Svg.text(x(tick), bottom + 16, NumberText.number(tick)).centred());
    }
    xName(svg, xName);
  }

  /** Draws the axis of y with its ticks and name. */
  void yAxis(Svg svg, String yName, DoubleFunction<String> unit) {
    svg.with(Svg.text(2, TOP - 11, yName));
    for (double tick : y.ticks(unit)) {
      svg.with(Svg.line("axis", left, y(tick), width - RIGHT, y(tick)));
      svg.with(Svg.text(left - 6, y(tick) + 4, unit.apply(tick)).ending());
    }
  }

  /** Draws the name of x. */
  void xName(Svg svg, String name) {
    svg.with(Svg.text((left + width - RIGHT) / 2, bottom + 33, name).centred());
  }
}
