package io.parallax.pages;

import static io.parallax.pages.NumberText.format;
import static io.parallax.pages.NumberText.number;

/** A frame with two linear axes as inline SVG, into which points are drawn. */
final class Plane {
  private static final int TOP = 8;
  private static final int RIGHT = 14;
  private final double width;
  private final double left;
  private final double bottom;
  private final Range x;
  private final Range y;

  /** The values that an axis spans. */
  record Range(double low, double high) {
    /** Returns a range with some room on either side; of one value, one around it. */
    Range wider() {
      double room = high > low ? 0.04 * (high - low) : Math.max(1e-9, 0.1 * Math.abs(high));
      return new Range(low - room, high + room);
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
    return left + (width - left - RIGHT) * (value - x.low()) / (x.high() - x.low());
  }

  double y(double value) {
    return bottom - (bottom - TOP) * (value - y.low()) / (y.high() - y.low());
  }

  /** Returns a place as the corner of a path. */
  String corner(char command, double atX, double atY) {
    return command + format("%.1f %.1f", x(atX), y(atY));
  }

  /** Draws both axes with their ticks and the name of x. */
  void axes(Svg svg, String xName) {
    for (double tick : Ticks.between(y.low(), y.high())) {
      svg.with(Svg.line("axis", left, y(tick), width - RIGHT, y(tick)));
      svg.with(Svg.text(left - 6, y(tick) + 4, number(tick)).ending());
    }
    for (double tick : Ticks.between(x.low(), x.high())) {
      svg.with(Svg.line("axis", x(tick), bottom, x(tick), bottom + 4));
      svg.with(Svg.text(x(tick), bottom + 16, number(tick)).centred());
    }
    svg.with(Svg.text((left + width - RIGHT) / 2, bottom + 32, xName).centred());
  }
}
