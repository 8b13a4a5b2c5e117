package io.parallax.eval;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The separation of groups, from −1 to 1, without labels (Rousseeuw, 1987): of a row, (b − a) /
 * max(a, b), with a its mean distance to the others of its group and b that to the nearest other
 * group. Of many rows a sample is measured, in which each group has its share, but no fewer than a
 * few.
 *
 * @param mean over all rows
 * @param byGroup the mean over each group's rows; 0 for a group of one row or none
 * @param fewer the mean with the two nearest groups merged, and so on down to two groups
 */
public record Silhouette(double mean, double[] byGroup, List<Double> fewer) {
  /** The number of rows up to which all are measured. */
  public static final int MOST = 2000;

  private static final int LEAST = 30;

  /**
   * Measures groups.
   *
   * @param groups of each row, from 0 on
   * @param count number of groups
   * @param rng draws the sample, if there are many rows
   */
  public static Silhouette of(RowDistances rows, int[] groups, int count, Rng rng) {
    if (groups.length != rows.rows()) {
      throw new IllegalArgumentException(
          "%d groups of %d rows; each row needs one".formatted(groups.length, rows.rows()));
    }
    int[] sample = sample(groups, count, rng);
    int[] own = Arrays.stream(sample).map(i -> groups[i]).toArray();
    return new Sampled(own, sizes(groups, count), rows.among(sample)).silhouette();
  }

  private static int[] sizes(int[] groups, int count) {
    int[] sizes = new int[count];
    Arrays.stream(groups).forEach(group -> sizes[group]++);
    return sizes;
  }

  private static int[] sample(int[] groups, int count, Rng rng) {
    int n = groups.length;
    if (n <= MOST) {
      return IntStream.range(0, n).toArray();
    }
    int[] left = sizes(groups, count);
    Arrays.setAll(left, g -> Math.min(left[g], Math.max(LEAST, (int) ((long) MOST * left[g] / n))));
    return Arrays.stream(rng.permutation(n)).filter(i -> left[groups[i]]-- > 0).sorted().toArray();
  }

  /** Rows that are measured, with their mean distances to each group. */
  private static final class Sampled {
    private final int[] own;
    private final int[] sizes;
    private final double[][] means; // to the others of each group; 0 where there are none

    /**
     * @param own the groups of the sampled rows
     * @param sizes of all groups, sampled or not
     */
    Sampled(int[] own, int[] sizes, Matrix distances) {
      this.own = own;
      this.sizes = sizes;
      this.means = new double[own.length][];
      int[] counts = sizes(own, sizes.length);
      Arrays.setAll(means, i -> means(i, counts, distances.row(i)));
    }

    private double[] means(int i, int[] counts, double[] distances) {
      double[] sums = new double[sizes.length];
      for (int j = 0; j < distances.length; j++) {
        sums[own[j]] += distances[j];
      }
      Arrays.setAll(sums, g -> sums[g] / Math.max(1, counts[g] - (own[i] == g ? 1 : 0)));
      return sums;
    }

    Silhouette silhouette() {
      int[] parts = IntStream.range(0, sizes.length).toArray();
      double[] byGroup = byGroup(parts);
      List<Double> fewer = new ArrayList<>();
      for (int left = (int) Arrays.stream(sizes).filter(s -> s > 0).count(); left > 2; left--) {
        merge(parts);
        fewer.add(mean(byGroup(parts)));
      }
      return new Silhouette(mean(byGroup), byGroup, fewer);
    }

    private double mean(double[] byGroup) {
      double sum = IntStream.range(0, sizes.length).mapToDouble(g -> sizes[g] * byGroup[g]).sum();
      return sum / Arrays.stream(sizes).sum();
    }

    /**
     * Returns the mean silhouette of each group's rows.
     *
     * @param parts the part that each group belongs to: itself, or one that it is merged with
     */
    private double[] byGroup(int[] parts) {
      double[] sums = new double[sizes.length];
      int[] counts = new int[sizes.length];
      for (int i = 0; i < own.length; i++) {
        sums[own[i]] += of(i, parts);
        counts[own[i]]++;
      }
      Arrays.setAll(sums, g -> counts[g] == 0 ? 0 : sums[g] / counts[g]);
      return sums;
    }

    private double of(int i, int[] parts) {
      double[] sums = new double[sizes.length];
      double[] rows = new double[sizes.length];
      for (int g = 0; g < sizes.length; g++) {
        int others = sizes[g] - (g == own[i] ? 1 : 0);
        sums[parts[g]] += others * means[i][g];
        rows[parts[g]] += others;
      }
      int part = parts[own[i]];
      double nearest =
          IntStream.range(0, sums.length)
              .filter(p -> p != part && rows[p] > 0)
              .mapToDouble(p -> sums[p] / rows[p])
              .min()
              .orElse(Double.NaN);
      double inside = sums[part] / rows[part];
      double larger = Math.max(inside, nearest);
      return larger > 0 ? (nearest - inside) / larger : 0; // not of a row alone in its group
    }

    /** Joins the two parts whose rows are nearest to each other, in the mean. */
    private void merge(int[] parts) {
      double[][] between = between(parts);
      int first = -1;
      int second = -1;
      for (int p = 0; p < between.length; p++) {
        for (int q = 0; q < p; q++) {
          boolean nearer = first < 0 || between[p][q] < between[first][second];
          if (!Double.isNaN(between[p][q]) && nearer) {
            first = p;
            second = q;
          }
        }
      }
      for (int g = 0; g < parts.length; g++) {
        parts[g] = parts[g] == first ? second : parts[g];
      }
    }

    /** Returns the mean distance of rows of two parts; NaN where one has none. */
    private double[][] between(int[] parts) {
      double[][] sums = new double[sizes.length][sizes.length];
      double[][] pairs = new double[sizes.length][sizes.length];
      int[] counts = sizes(own, sizes.length);
      for (int i = 0; i < own.length; i++) {
        for (int g = 0; g < sizes.length; g++) {
          double weight = (double) sizes[own[i]] / counts[own[i]] * sizes[g];
          sums[parts[own[i]]][parts[g]] += weight * means[i][g];
          pairs[parts[own[i]]][parts[g]] += weight;
        }
      }
      for (int p = 0; p < sums.length; p++) {
        for (int q = 0; q < sums.length; q++) {
          sums[p][q] = pairs[p][q] > 0 ? sums[p][q] / pairs[p][q] : Double.NaN;
        }
      }
      return sums;
    }
  }
}
