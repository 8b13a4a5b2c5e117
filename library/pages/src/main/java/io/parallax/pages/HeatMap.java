package io.parallax.pages;

import static io.parallax.pages.NumberText.format;

import io.parallax.core.Affinity;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * A picture of the similarities of rows, ordered by cluster: real clusters show as dark blocks on
 * the diagonal. Large matrices are averaged down to a small picture.
 *
 * @param png the picture
 * @param sizes how many rows each cluster has
 */
public record HeatMap(byte[] png, int[] sizes) {
  private static final int SIDE = 300;

  /** Few pairs are much more alike than all others; they would leave the rest blank. */
  private static final double DARKEST = 0.995;

  private static final int[] INK = {24, 60, 150};

  /**
   * The picture's bytes.
   *
   * @param clusters of every row
   */
  public static byte[] png(Affinity affinity, int[] clusters) {
    int[] rows = ordered(IntStream.range(0, clusters.length).toArray(), clusters, i -> i);
    int[] columns =
        ordered(
            IntStream.range(0, affinity.columns().length).toArray(),
            clusters,
            j -> affinity.columns()[j]);
    return drawn(means(affinity, rows, columns));
  }

  private interface Row {
    int of(int place);
  }

  private static int[] ordered(int[] places, int[] clusters, Row row) {
    return Arrays.stream(places)
        .boxed()
        .sorted(Comparator.comparingInt(place -> clusters[row.of(place)])) // stable
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The mean affinity of the pairs that fall into each pixel; what is below 0 counts as 0. */
  private static double[][] means(Affinity affinity, int[] rows, int[] columns) {
    int height = Math.min(SIDE, rows.length);
    int width = Math.min(SIDE, columns.length);
    double[][] sums = new double[height][width];
    int[][] counts = new int[height][width];
    for (int i = 0; i < rows.length; i++) {
      int y = (int) ((long) i * height / rows.length);
      double[] values = affinity.values().row(rows[i]);
      for (int j = 0; j < columns.length; j++) {
        int x = (int) ((long) j * width / columns.length);
        sums[y][x] += Math.max(0, values[columns[j]]);
        counts[y][x]++;
      }
    }
    for (int y = 0; y < height; y++) {
      double[] sum = sums[y];
      int[] count = counts[y];
      Arrays.setAll(sum, x -> sum[x] / count[x]);
    }
    return sums;
  }

  private static byte[] drawn(double[][] cells) {
    double[] sorted = Arrays.stream(cells).flatMapToDouble(Arrays::stream).sorted().toArray();
    double most = Math.max(sorted[(int) (DARKEST * (sorted.length - 1))], Double.MIN_NORMAL);
    BufferedImage image =
        new BufferedImage(cells[0].length, cells.length, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < cells.length; y++) {
      for (int x = 0; x < cells[y].length; x++) {
        image.setRGB(x, y, colour(Math.sqrt(Math.min(1, cells[y][x] / most))));
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** From white to ink. */
  private static int colour(double dark) {
    int rgb = 0;
    for (int ink : INK) {
      rgb = rgb << 8 | (int) Math.round(255 + dark * (ink - 255));
    }
    return rgb;
  }

  /** Returns the picture with the clusters' borders. */
  public Svg svg() {
    Svg svg =
        Svg.picture("heat", 324, 324)
            .attr("role", "img")
            .attr("aria-label", "Affinity of rows, ordered by cluster")
            .with(image());
    double all = Arrays.stream(sizes).sum();
    double before = 0;
    for (int c = 0; c < sizes.length; c++) {
      double at = 22 + 300 * before / all;
      double middle = at + 150 * sizes[c] / all;
      svg.with(Svg.path("axis", format("M22,%.1fH322M%.1f,22V322", at, at)));
      if (300.0 * sizes[c] / all > 9) { // room for a number
        String number = Integer.toString(c + 1);
        svg.with(Svg.text(middle, 17, number).centred());
        svg.with(Svg.text(11, middle + 4, number).centred());
      }
      before += sizes[c];
    }
    return svg;
  }

  private Svg image() {
    return Svg.of("image")
        .attr("x", 22)
        .attr("y", 22)
        .attr("width", 300)
        .attr("height", 300)
        .attr("preserveAspectRatio", "none")
        .attr("href", "data:image/png;base64," + Base64.getEncoder().encodeToString(png));
  }
}
