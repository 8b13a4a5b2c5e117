package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Counts, sums and sums of squares of each column over the rows that are not missing. They are
 * plain sums: the moments of parts add up to those of the whole, so parties can add theirs without
 * showing rows. The sums are compensated; a deviation is right to about 1e-15 · (mean /
 * deviation)², and one below 1e-7 of the mean counts as 0.
 */
public record ColumnMoments(long[] counts, double[] sums, double[] squares) {
  private static final double CONSTANT = 1e-14;

  /** The moments of a matrix, NaN left out. */
  public static ColumnMoments of(Matrix x) {
    long[] counts = new long[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        counts[j] += Double.isNaN(x.get(i, j)) ? 0 : 1;
      }
    }
    return new ColumnMoments(counts, sums(x, v -> v), sums(x, v -> v * v));
  }

  /** The moments of a table's columns; of sequences, of each channel over all steps. */
  public static ColumnMoments of(Table table) {
    return table.steps().map(rows -> of(rows.steps())).orElseGet(() -> table.numbers().moments());
  }

  /**
   * The moments of all sets of rows together. They are added without rounding: their order does not
   * matter, nor whether it is done here or between machines.
   */
  public static ColumnMoments sum(List<ColumnMoments> parts) {
    int columns = parts.get(0).sums.length;
    long[] counts = new long[columns];
    BigInteger[] sums = zeros(columns);
    BigInteger[] squares = zeros(columns);
    for (ColumnMoments part : parts) {
      if (part.sums.length != columns) {
        throw new IllegalArgumentException(
            "moments of %d and %d columns do not add up".formatted(columns, part.sums.length));
      }
      for (int j = 0; j < columns; j++) {
        counts[j] += part.counts[j];
        sums[j] = sums[j].add(ExactSum.steps(part.sums[j]));
        squares[j] = squares[j].add(ExactSum.steps(part.squares[j]));
      }
    }
    return new ColumnMoments(counts, numbers(sums), numbers(squares));
  }

  private static BigInteger[] zeros(int count) {
    BigInteger[] zeros = new BigInteger[count];
    Arrays.fill(zeros, BigInteger.ZERO);
    return zeros;
  }

  private static double[] numbers(BigInteger[] steps) {
    return Arrays.stream(steps).mapToDouble(ExactSum::number).toArray();
  }

  /**
   * Refuses columns that are too large to be added to those of other parties.
   *
   * @param whose what messages call the table
   */
  public ColumnMoments requireSummable(String whose) {
    for (int j = 0; j < sums.length; j++) {
      if (!ExactSum.fits(sums[j]) || !ExactSum.fits(squares[j])) {
        throw new BadInput(
            ("%s: column number %d has values too large to add up between parties: their sum and the"
                    + " sum of their squares must be below 2^159 (about 7e47); scale it down")
                .formatted(whose, j + 1));
      }
    }
    return this;
  }

  /** The mean of each column; 0 for a column without values. */
  public double[] means() {
    double[] means = new double[sums.length];
    for (int j = 0; j < means.length; j++) {
      means[j] = counts[j] == 0 ? 0 : sums[j] / counts[j];
    }
    return means;
  }

  /** The population standard deviation of each column; 0 for a constant or empty one. */
  public double[] deviations() {
    double[] means = means();
    double[] deviations = new double[sums.length];
    for (int j = 0; j < deviations.length; j++) {
      if (!Double.isFinite(squares[j])) {
        throw new BadInput(
            "column number " + (j + 1) + " has values too large to square; scale it down");
      }
      double spread = Math.fma(-means[j], sums[j], squares[j]);
      deviations[j] = spread <= CONSTANT * squares[j] ? 0 : Math.sqrt(spread / counts[j]);
    }
    return deviations;
  }

  /** Column sums of a term with Neumaier's correction. */
  private static double[] sums(Matrix x, DoubleUnaryOperator term) {
    double[] sums = new double[x.cols()];
    double[] lost = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        double v = x.get(i, j);
        if (!Double.isNaN(v)) {
          double t = term.applyAsDouble(v);
          double sum = sums[j] + t;
          lost[j] += Math.abs(sums[j]) >= Math.abs(t) ? sums[j] - sum + t : t - sum + sums[j];
          sums[j] = sum;
        }
      }
    }
    Arrays.setAll(sums, j -> sums[j] + lost[j]);
    return sums;
  }
}
