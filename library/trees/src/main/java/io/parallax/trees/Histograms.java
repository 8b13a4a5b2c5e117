package io.parallax.trees;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Sums of gradients, hessians and rows for every bin of every column, and the splits they show.
 * Arrays that are given back are used again.
 *
 * <p>A bin is always added row by row in the order of a leaf, by one thread, and columns do not
 * touch each other: the bits do not depend on how columns are shared out.
 */
final class Histograms {
  private static final int WIDTH = 3; // gradient, hessian, rows
  private static final double LEAST_HESSIAN = 1e-3; // where less curves, a Newton step is noise

  private final Binned rows;
  private final TreeSettings settings;
  private final int[] starts; // of each column, and the end
  private final Queue<double[]> free = new ConcurrentLinkedQueue<>();

  Histograms(Binned rows, TreeSettings settings) {
    this.rows = rows;
    this.settings = settings;
    starts = new int[rows.bins().columns() + 1];
    for (int j = 1; j < starts.length; j++) {
      starts[j] = Math.addExact(starts[j - 1], WIDTH * rows.bins().count(j - 1));
    }
  }

  double[] take() {
    double[] used = free.poll();
    return used != null ? used : new double[starts[starts.length - 1]];
  }

  void giveBack(double[] histogram) {
    free.add(histogram);
  }

  int columns() {
    return starts.length - 1;
  }

  /**
   * Adds up column j of some rows; what stood there is gone.
   *
   * @param sorted rows, of which those from {@code from} to {@code to − 1} count
   * @param pairs gradient and hessian of each of these, from 0 on
   */
  void fill(double[] histogram, int j, int[] sorted, int from, int to, double[] pairs) {
    Arrays.fill(histogram, starts[j], starts[j + 1], 0);
    byte[] codes = rows.column(j);
    int start = starts[j];
    for (int i = from, p = 0; i < to; i++, p += 2) {
      int at = start + WIDTH * (codes[sorted[i]] & 0xff);
      histogram[at] += pairs[p];
      histogram[at + 1] += pairs[p + 1];
      histogram[at + 2]++;
    }
  }

  /** Takes a part of the rows of {@code whole} away from column j. */
  void subtract(double[] whole, double[] part, int j) {
    for (int at = starts[j]; at < starts[j + 1]; at++) {
      whole[at] -= part[at];
    }
  }

  /** The best split of a leaf by column j; of equals that of the lowest bin. */
  Split best(double[] histogram, int j, Leaf leaf) {
    int minimum = settings.minimumRows();
    double best = 0;
    int code = -1;
    double gradient = 0;
    double hessian = 0;
    int count = 0;
    for (int at = starts[j], last = starts[j + 1] - WIDTH; at < last; at += WIDTH) {
      int inBin = (int) histogram[at + 2];
      if (inBin == 0) {
        continue; // the same split as that of the bin before
      }
      gradient += histogram[at];
      hessian += histogram[at + 1];
      count += inBin;
      if (leaf.rows() - count < minimum) {
        break;
      }
      double others = leaf.hessian - hessian;
      if (count >= minimum && hessian >= LEAST_HESSIAN && others >= LEAST_HESSIAN) {
        double score =
            settings.score(gradient, hessian) + settings.score(leaf.gradient - gradient, others);
        if (score > best) {
          best = score;
          code = (at - starts[j]) / WIDTH;
        }
      }
    }
    return code < 0 ? Split.NONE : new Split(j, code, best);
  }
}
