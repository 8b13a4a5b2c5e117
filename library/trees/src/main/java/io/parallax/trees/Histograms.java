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

  /** Room for all columns. */
  double[] take() {
    double[] used = free.poll();
    return used != null ? used : new double[starts[starts.length - 1]];
  }

  /** Takes room back, if there is any. */
  void giveBack(double[] room) {
    if (room != null) {
      free.add(room);
    }
  }

  /** Room for any one column. */
  static double[] oneColumn() {
    return new double[WIDTH * Bins.MOST];
  }

  int columns() {
    return starts.length - 1;
  }

  /** The sums of one column, from a place in an array on. */
  record Sums(double[] array, int start, int column) {}

  Sums in(double[] allColumns, int j) {
    return new Sums(allColumns, starts[j], j);
  }

  private int length(int j) {
    return starts[j + 1] - starts[j];
  }

  /**
   * Adds up a column of a leaf's rows; what stood there is gone.
   *
   * @param sorted rows, those of the leaf together
   * @param pairs gradient and hessian of each row of the leaf, from 0 on
   */
  void fill(Sums sums, Leaf leaf, int[] sorted, double[] pairs) {
    int start = sums.start();
    double[] array = sums.array();
    Arrays.fill(array, start, start + length(sums.column()), 0);
    byte[] codes = rows.column(sums.column());
    for (int i = leaf.from, p = 0; i < leaf.to; i++, p += 2) {
      int at = start + WIDTH * (codes[sorted[i]] & 0xff);
      array[at] += pairs[p];
      array[at + 1] += pairs[p + 1];
      array[at + 2]++;
    }
  }

  /** Takes a part of the rows away. */
  void subtract(Sums whole, Sums part) {
    for (int k = 0; k < length(whole.column()); k++) {
      whole.array()[whole.start() + k] -= part.array()[part.start() + k];
    }
  }

  /** The best split of a leaf by one column; of equals that of the lowest bin. */
  Split best(Sums sums, Leaf leaf) {
    double[] array = sums.array();
    int[] used = new int[length(sums.column()) / WIDTH];
    int ends = used(sums, used) - 1; // behind the last bin there is nothing to part
    int minimum = settings.minimumRows();
    double best = 0;
    int found = -1;
    double gradient = 0;
    double hessian = 0;
    int count = 0;
    for (int k = 0; k < ends; k++) {
      int at = used[k];
      gradient += array[at];
      hessian += array[at + 1];
      count += (int) array[at + 2];
      if (leaf.rows() - count < minimum) {
        break;
      }
      double others = leaf.hessian - hessian;
      if (count >= minimum && hessian >= LEAST_HESSIAN && others >= LEAST_HESSIAN) {
        double score =
            settings.score(gradient, hessian) + settings.score(leaf.gradient - gradient, others);
        if (score > best) {
          best = score;
          found = at;
        }
      }
    }
    return found < 0 ? Split.NONE : new Split(sums.column(), (found - sums.start()) / WIDTH, best);
  }

  /**
   * Lists the positions of the bins that have rows and returns their number. There is no branch,
   * because in a small leaf it would be unpredictable.
   */
  private int used(Sums sums, int[] used) {
    double[] array = sums.array();
    int size = 0;
    for (int k = 0, at = sums.start(); k < used.length; k++, at += WIDTH) {
      used[size] = at;
      size += -(int) array[at + 2] >>> 31; // 1 where there are rows
    }
    return size;
  }
}
