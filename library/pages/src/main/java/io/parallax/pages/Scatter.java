package io.parallax.pages;

import static io.parallax.pages.NumberText.format;

import io.parallax.math.Matrix;
import java.util.List;

/** Points in the plane as inline SVG: one path for each class, about 12 bytes a point. */
final class Scatter {
  private static final int SIZE = 320;
  private static final int MARGIN = 6;
  private static final double GOLDEN_ANGLE = 137.508;

  private Scatter() {}

  static Svg of(Picture picture, List<String> names) {
    int classes = names.size();
    Matrix p = picture.points();
    double[] low = {Double.MAX_VALUE, Double.MAX_VALUE};
    double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE};
    for (int i = 0; i < p.rows(); i++) {
      for (int j = 0; j < 2; j++) {
        low[j] = Math.min(low[j], p.get(i, j));
        high[j] = Math.max(high[j], p.get(i, j));
      }
    }
    double extent = Math.max(1e-300, Math.max(high[0] - low[0], high[1] - low[1]));
    double scale = (SIZE - 2.0 * MARGIN) / extent;
    Svg svg =
        Svg.picture("scatter", SIZE, SIZE)
            .attr("role", "img")
            .attr("aria-label", "t-SNE of " + picture.title());
    for (int c = 0; c < classes; c++) {
      StringBuilder dots = new StringBuilder();
      for (int i = 0; i < p.rows(); i++) {
        if (picture.codes()[i] == c) {
          double x = SIZE / 2.0 + scale * (p.get(i, 0) - (low[0] + high[0]) / 2);
          double y = SIZE / 2.0 + scale * (p.get(i, 1) - (low[1] + high[1]) / 2);
          dots.append(format("M%.1f %.1fh0", x, y));
        }
      }
      svg.with(
          Svg.of("path")
              .stroke(colour(c, classes))
              .attr("d", dots)
              .with(Svg.of("title").withText(names.get(c))));
    }
    return svg;
  }

  /** Colours that differ as much as so many can, in light and dark. */
  static String colour(int code, int classes) {
    if (classes == 2) {
      return code == 0 ? "hsl(210 70% 52%)" : "hsl(25 90% 52%)";
    }
    int lightness = code % 2 == 0 ? 48 : 60;
    return format("hsl(%.0f 68%% %d%%)", (210 + GOLDEN_ANGLE * code) % 360, lightness);
  }
}
