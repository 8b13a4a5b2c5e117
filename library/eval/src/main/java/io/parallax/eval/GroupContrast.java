package io.parallax.eval;

import io.parallax.math.Matrix;

/** The columns in which a group of rows differs from all others. */
public final class GroupContrast {
  private GroupContrast() {}

  /**
   * Returns for each group and column the standardised mean difference: the mean of the group's
   * rows less that of all other rows, in standard deviations of the column over all rows. It is 0
   * where either side has no value, or the column one value only.
   *
   * @param x missing values are NaN and take no part
   * @param groups of each row, from 0 on
   * @param count number of groups
   */
  public static double[][] of(Matrix x, int[] groups, int count) {
    Sums[] byGroup = new Sums[count];
    for (int g = 0; g < count; g++) {
      byGroup[g] = new Sums(x.cols());
    }
    Sums all = new Sums(x.cols());
    double[] origin = x.row(0); // sums of differences from some row lose fewer digits
    for (int i = 0; i < groups.length; i++) {
      double[] row = x.row(i);
      byGroup[groups[i]].add(row, origin);
      all.add(row, origin);
    }
    double[][] contrasts = new double[count][x.cols()];
    for (int g = 0; g < count; g++) {
      for (int j = 0; j < x.cols(); j++) {
        contrasts[g][j] = byGroup[g].against(all, j);
      }
    }
    return contrasts;
  }

  /** Sums over some rows, column by column. */
  private static final class Sums {
    private final int[] rows;
    private final double[] values;
    private final double[] squares;

    Sums(int columns) {
      rows = new int[columns];
      values = new double[columns];
      squares = new double[columns];
    }

    void add(double[] row, double[] origin) {
      for (int j = 0; j < row.length; j++) {
        if (!Double.isNaN(row[j])) {
          double value = row[j] - (Double.isNaN(origin[j]) ? 0 : origin[j]);
          rows[j]++;
          values[j] += value;
          squares[j] += value * value;
        }
      }
    }

    double against(Sums all, int j) {
      int others = all.rows[j] - rows[j];
      if (rows[j] == 0 || others == 0) {
        return 0;
      }
      double mean = all.values[j] / all.rows[j];
      double square = all.squares[j] / all.rows[j];
      double variance = square - mean * mean;
      if (!(variance > 1e-14 * square)) { // below that, rounding
        return 0;
      }
      double rest = (all.values[j] - values[j]) / others;
      return (values[j] / rows[j] - rest) / Math.sqrt(variance);
    }
  }
}
