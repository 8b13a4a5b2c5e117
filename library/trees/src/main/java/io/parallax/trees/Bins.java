package io.parallax.trees;

import io.parallax.math.Matrix;
import io.parallax.math.Threads;
import java.util.Arrays;

/**
 * Cuts every column into at most 255 intervals that hold about equally many rows. A column with no
 * more different values than that has an interval for each of them. A cut lies halfway between two
 * neighbouring values.
 */
public final class Bins {
  /** The most intervals that a byte can name, and one to spare. */
  public static final int MOST = 255;

  private final double[][] cuts; // of each column, ascending

  private Bins(double[][] cuts) {
    this.cuts = cuts;
  }

  public static Bins of(Matrix x) {
    return of(x, MOST);
  }

  /**
   * @param most how many intervals a column may have, from 2 to {@link #MOST}
   */
  public static Bins of(Matrix x, int most) {
    Checks.within("bins", most, 2, MOST);
    Checks.finite(x, "the rows to bin");
    double[][] cuts = new double[x.cols()][];
    double[] values = x.toArray();
    Threads.forEach(cuts.length, j -> cuts[j] = cuts(sorted(values, j, cuts.length), most));
    return new Bins(cuts);
  }

  /** The bin of every value of {@code x}, which has the columns that were cut. */
  public Binned bin(Matrix x) {
    Checks.columns(x, cuts.length);
    Checks.finite(x, "the rows to bin");
    byte[][] codes = new byte[cuts.length][x.rows()];
    double[] values = x.toArray();
    Threads.forEach(cuts.length, j -> fill(codes[j], values, j));
    return new Binned(this, codes);
  }

  /** The number of columns. */
  public int columns() {
    return cuts.length;
  }

  /** The number of bins of column j. */
  public int count(int j) {
    return cuts[j].length + 1;
  }

  /** The largest value that bin {@code code} of column j takes; the last bin has none. */
  double cut(int j, int code) {
    return cuts[j][code];
  }

  /** The bin of a value in column j: how many cuts lie below it. */
  int code(int j, double value) {
    double[] ascending = cuts[j];
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (value <= ascending[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void fill(byte[] codes, double[] values, int j) {
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) code(j, values[i * cuts.length + j]);
    }
  }

  private static double[] sorted(double[] values, int j, int columns) {
    double[] column = new double[values.length / columns];
    for (int i = 0; i < column.length; i++) {
      column[i] = values[i * columns + j];
    }
    Arrays.sort(column);
    return column;
  }

  private static double[] cuts(double[] sorted, int most) {
    int different = 1;
    for (int i = 1; i < sorted.length; i++) {
      different += sorted[i - 1] < sorted[i] ? 1 : 0;
    }
    return cuts(sorted, Math.min(most, different), different > most);
  }

  /** With {@code share} a bin is closed once it has its share of the rows that are left. */
  private static double[] cuts(double[] sorted, int bins, boolean share) {
    double[] cuts = new double[bins - 1];
    int found = 0;
    int closed = 0;
    for (int i = 1; i < sorted.length && found < cuts.length; i++) {
      long full = (long) (i - closed) * (bins - found);
      if (sorted[i - 1] < sorted[i] && (!share || full >= sorted.length - closed)) {
        cuts[found++] = between(sorted[i - 1], sorted[i]);
        closed = i;
      }
    }
    return Arrays.copyOf(cuts, found);
  }

  /** A number from {@code low} on that is below {@code high}. */
  private static double between(double low, double high) {
    double middle = low / 2 + high / 2;
    return low <= middle && middle < high ? middle : low;
  }
}
