package io.parallax.pages;

import java.util.List;

/** The looks of lines in one chart: they differ by dashes, too, where one lies on another. */
final class LineStyle {
  private static final List<String> DASHES = List.of("", "7 5", "1.5 4.5", "10 4 1.5 4", "15 5");

  private LineStyle() {}

  /** Returns a path that is drawn as one of several lines. */
  static Svg drawn(Svg path, int line, int lines) {
    String dashes = DASHES.get(line % DASHES.size());
    path.stroke(Scatter.colour(line, lines));
    return dashes.isEmpty() ? path : path.attr("stroke-dasharray", dashes);
  }
}
