package io.parallax.pages;

import java.util.List;

/** The looks of lines in one chart: they differ by dashes, too, where one lies on another. */
final class LineStyle {
  private static final List<String> DASHES = List.of("", "7 6", "0.5 6", "10 5 0.5 5", "16 6");

  private LineStyle() {}

  /** Returns a path that is drawn as one of several lines; the first is broad, beneath others. */
  static Svg drawn(String way, int line, int lines) {
    Svg path = Svg.path(line == 0 && lines > 1 ? "line under" : "line", way);
    String dashes = DASHES.get(line % DASHES.size());
    path.stroke(Scatter.colour(line, lines));
    return dashes.isEmpty() ? path : path.attr("stroke-dasharray", dashes);
  }
}
