package io.parallax.pages;

import static io.parallax.pages.NumberText.format;
import static io.parallax.pages.NumberText.number;

import io.parallax.core.Affinity;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * A picture of the similarities of rows, ordered by cluster: real clusters show as dark blocks on
 * the diagonal. Large matrices are averaged down to a small picture.
 *
 * @param png the picture
 * @param sizes how many rows each cluster has
 * @param across how many columns each cluster has; empty: nobody tells
 * @param most the similarity that is drawn darkest; 0: nobody tells
 */
public record HeatMap(byte[] png, int[] sizes, int[] across, double most) {
  private static final int SIDE = 300;

  /** Few pairs are much more alike than all others; they would leave the rest blank. */
  private static final double DARKEST = 0.995;

  private static final int[] INK = {24, 60, 150};
  private static final int EDGE = 32; // room for the clusters' numbers
  private static final int LINE = 13; // between two numbers
  private static final int STEPS = 30; // of the scale

  /**
   * Draws similarities.
   *
   * @param clusters of every row
   */
  public static HeatMap of(Affinity affinity, int[] clusters) {
    int[] names = affinity.columns();
    int[] rows = ordered(IntStream.range(0, clusters.length).toArray(), clusters, i -> i);
    int[] columns = ordered(IntStream.range(0, names.length).toArray(), clusters, j -> names[j]);
    double[][] cells = means(affinity, rows, columns);
    double[] sorted = Arrays.stream(cells).flatMapToDouble(Arrays::stream).sorted().toArray();
    double most = Math.max(sorted[(int) (DARKEST * (sorted.length - 1))], Double.MIN_NORMAL);
    int count = Arrays.stream(clusters).max().orElse(0) + 1;
    int[] across = Arrays.stream(names).map(name -> clusters[name]).toArray();
    return new HeatMap(drawn(cells, most), sizes(clusters, count), sizes(across, count), most);
  }

  private static int[] sizes(int[] clusters, int count) {
    int[] sizes = new int[count];
    Arrays.stream(clusters).forEach(cluster -> sizes[cluster]++);
    return sizes;
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

  private static byte[] drawn(double[][] cells, double most) {
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

  /** Returns the picture with the clusters' borders and numbers, and its scale. */
  public Svg svg() {
    int height = EDGE + SIDE + (most > 0 ? 34 : 2);
    Svg svg =
        Svg.picture("heat", EDGE + SIDE + 8, height)
            .attr("role", "img")
            .attr("aria-label", "Affinity of rows, ordered by cluster")
            .with(image());
    for (double[] part : parts(sizes, LINE)) {
      String number = Integer.toString((int) part[0] + 1);
      svg.with(Svg.path("axis", format("M%d,%.1fh%d", EDGE, EDGE + part[1], SIDE)));
      if (!Double.isNaN(part[3])) {
        svg.with(Svg.text(EDGE - 14, EDGE + part[3] + 4, number).ending());
        svg.with(
            Svg.path(
                "axis",
                format(
                    "M%d,%.1fL%d,%.1fH%d",
                    EDGE - 12, EDGE + part[3], EDGE - 3, EDGE + part[2], EDGE)));
      }
    }
    int digits = Integer.toString(across.length).length();
    for (double[] part : parts(across, 6 + 7 * digits)) {
      String number = Integer.toString((int) part[0] + 1);
      svg.with(Svg.path("axis", format("M%.1f,%dv%d", EDGE + part[1], EDGE, SIDE)));
      if (!Double.isNaN(part[3])) {
        svg.with(Svg.text(EDGE + part[3], EDGE - 15, number).centred());
        svg.with(
            Svg.path(
                "axis",
                format(
                    "M%.1f,%dL%.1f,%dV%d",
                    EDGE + part[3], EDGE - 12, EDGE + part[2], EDGE - 3, EDGE)));
      }
    }
    return most > 0 ? svg.with(scale()) : svg;
  }

  /**
   * Returns of each cluster that has some: its place among all, where it begins, its middle, and
   * the place of its number, which may have to keep away from others; NaN: there is no room.
   *
   * @param room that a number needs
   */
  private static List<double[]> parts(int[] sizes, int room) {
    List<double[]> parts = new ArrayList<>();
    double all = Arrays.stream(sizes).sum();
    double before = 0;
    for (int c = 0; c < sizes.length; c++) {
      if (sizes[c] > 0) {
        double from = SIDE * before / all;
        double middle = from + SIDE * sizes[c] / all / 2;
        parts.add(new double[] {c, from, middle, Double.NaN});
      }
      before += sizes[c];
    }
    int step = 1 + parts.size() * room / (SIDE + room);
    double free = 0;
    for (int k = 0; k < parts.size(); k += step) {
      parts.get(k)[3] = Math.max(free, parts.get(k)[2]);
      free = parts.get(k)[3] + room;
    }
    free = SIDE;
    for (int k = (parts.size() - 1) / step * step; k >= 0; k -= step) {
      parts.get(k)[3] = Math.min(free, parts.get(k)[3]);
      free = parts.get(k)[3] - room;
    }
    return parts;
  }

  /** Returns what each shade stands for. */
  private List<Svg> scale() {
    List<Svg> all = new ArrayList<>();
    int top = EDGE + SIDE + 10;
    double width = 150.0 / STEPS;
    for (int k = 0; k < STEPS; k++) {
      String shade = format("#%06x", colour(Math.sqrt((k + 0.5) / STEPS)));
      all.add(
          Svg.of("rect")
              .at("x", EDGE + 14 + k * width)
              .at("y", top)
              .at("width", width + 0.5)
              .at("height", 10)
              .fill(shade));
    }
    all.add(Svg.text(EDGE + 8, top + 9, "0").ending());
    all.add(Svg.text(EDGE + 170, top + 9, number(most) + " or more"));
    return all;
  }

  private Svg image() {
    return Svg.of("image")
        .attr("x", EDGE)
        .attr("y", EDGE)
        .attr("width", SIDE)
        .attr("height", SIDE)
        .attr("preserveAspectRatio", "none")
        .attr("href", "data:image/png;base64," + Base64.getEncoder().encodeToString(png));
  }
}
