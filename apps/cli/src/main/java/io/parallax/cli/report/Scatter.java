package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.text;

import io.parallax.math.Matrix;
import java.util.List;

/** Points in the plane as inline SVG: one path for each class, about 12 bytes a point. */
final class Scatter {
  private static final int SIZE = 320;
  private static final int MARGIN = 6;
  private static final double GOLDEN_ANGLE = 137.508;

  private Scatter() {}

  static String of(Picture picture, List<String> names) {
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
    StringBuilder svg =
        new StringBuilder(
            format(
                "<svg class=\"scatter\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"t-SNE of %s\">\n",
                SIZE, SIZE, text(picture.title())));
    for (int c = 0; c < classes; c++) {
      svg.append("<path stroke=\"").append(colour(c, classes)).append("\" d=\"");
      for (int i = 0; i < p.rows(); i++) {
        if (picture.codes()[i] == c) {
          double x = SIZE / 2.0 + scale * (p.get(i, 0) - (low[0] + high[0]) / 2);
          double y = SIZE / 2.0 + scale * (p.get(i, 1) - (low[1] + high[1]) / 2);
          svg.append(format("M%.1f %.1fh0", x, y));
        }
      }
      svg.append("\"><title>").append(text(names.get(c))).append("</title></path>\n");
    }
    return svg.append("</svg>").toString();
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
