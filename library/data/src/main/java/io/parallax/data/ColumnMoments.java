package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Counts, sums and sums of squares of each column over the rows that are not missing. They are
 * plain sums: the moments of parts add up to those of the whole, so parties can add theirs without
 * showing rows. Sums are exact, so that a deviation is accurate to the last bits however large the
 * mean is; one below two units in the last place of the mean is rounding, and counts as 0.
 */
public final class ColumnMoments {
  /** Rows of {@link #limbs}: those of a column's sum, then those of its sum of squares. */
  public static final int LIMBS = ExactSum.SUM_LIMBS + ExactSum.SQUARE_LIMBS;

  private static final int UNIT = ExactColumn.UNIT;
  private static final int SQUARE_UNIT = ExactColumn.SQUARE_UNIT;
  private static final int DIGITS = 126; // twice the bits of a double, and even
  private final long[] counts;
  private final BigInteger[] sums; // in units of 2^-1074
  private final BigInteger[] squares; // in units of 2^-2148

  private ColumnMoments(long[] counts, BigInteger[] sums, BigInteger[] squares) {
    this.counts = counts;
    this.sums = sums;
    this.squares = squares;
  }

  /** Returns the moments of a matrix without NaN; rejects infinite numbers. */
  public static ColumnMoments of(Matrix x) {
    ExactColumn[] columns = new ExactColumn[x.cols()];
    Arrays.setAll(columns, j -> new ExactColumn());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < columns.length; j++) {
        double value = x.get(i, j);
        if (Math.abs(value) <= Double.MAX_VALUE) {
          columns[j].add(value);
        } else if (!Double.isNaN(value)) {
          throw tooLarge(j);
        }
      }
    }
    return new ColumnMoments(
        Arrays.stream(columns).mapToLong(ExactColumn::count).toArray(),
        Arrays.stream(columns).map(ExactColumn::sum).toArray(BigInteger[]::new),
        Arrays.stream(columns).map(ExactColumn::squares).toArray(BigInteger[]::new));
  }

  /** Returns the moments of so many columns without rows. */
  static ColumnMoments ofNothing(int columns) {
    return of(Matrix.fill(1, columns, (i, j) -> Double.NaN));
  }

  /**
   * Adds up moments of sets of rows, at the precision of limbs. Neither their order matters nor
   * whether they are added here or between machines.
   */
  public static ColumnMoments sum(List<ColumnMoments> parts) {
    ColumnMoments total = parts.get(0).asLimbsCarry();
    for (ColumnMoments part : parts.subList(1, parts.size())) {
      total = total.plus(part.asLimbsCarry());
    }
    return total;
  }

  private ColumnMoments plus(ColumnMoments other) {
    if (other.sums.length != sums.length) {
      throw new IllegalArgumentException(
          "moments of %d and %d columns cannot be added; the columns must be the same"
              .formatted(sums.length, other.sums.length));
    }
    long[] both = new long[counts.length];
    Arrays.setAll(both, j -> counts[j] + other.counts[j]);
    return new ColumnMoments(
        both,
        merged(sums, other.sums, BigInteger::add),
        merged(squares, other.squares, BigInteger::add));
  }

  private static BigInteger[] merged(
      BigInteger[] a, BigInteger[] b, BinaryOperator<BigInteger> rule) {
    return each(a.length, j -> rule.apply(a[j], b[j]));
  }

  private static BigInteger[] each(int count, IntFunction<BigInteger> number) {
    return IntStream.range(0, count).mapToObj(number).toArray(BigInteger[]::new);
  }

  /** Rounds to the steps of limbs. */
  private ColumnMoments asLimbsCarry() {
    return ofLimbs(counts, limbs());
  }

  /**
   * Returns these moments as small integers, {@link #LIMBS} × D, which can be added limb by limb.
   */
  public Matrix limbs() {
    long[][] columns = new long[sums.length][];
    for (int j = 0; j < columns.length; j++) {
      long[] sum = ExactSum.SUMS.limbs(ExactSum.SUMS.steps(sums[j], UNIT));
      long[] square = ExactSum.SQUARES.limbs(ExactSum.SQUARES.steps(squares[j], SQUARE_UNIT));
      columns[j] = Arrays.copyOf(sum, LIMBS);
      System.arraycopy(square, 0, columns[j], sum.length, square.length);
    }
    return Matrix.fill(LIMBS, columns.length, (i, j) -> columns[j][i]);
  }

  /** Returns the moments of limbs, or of sums of limbs. */
  public static ColumnMoments ofLimbs(long[] counts, Matrix limbs) {
    return new ColumnMoments(
        counts.clone(),
        each(
            limbs.cols(),
            j ->
                ExactSum.SUMS.number(
                    ExactSum.SUMS.ofLimbs(column(limbs, j, 0, ExactSum.SUM_LIMBS)), UNIT)),
        each(
            limbs.cols(),
            j ->
                ExactSum.SQUARES.number(
                    ExactSum.SQUARES.ofLimbs(column(limbs, j, ExactSum.SUM_LIMBS, LIMBS)),
                    SQUARE_UNIT)));
  }

  private static long[] column(Matrix limbs, int j, int from, int to) {
    return IntStream.range(from, to).mapToLong(i -> (long) limbs.get(i, j)).toArray();
  }

  /**
   * Rejects columns that are too large to be added to those of other parties.
   *
   * @param whose the table's name in messages
   */
  public ColumnMoments requireSummable(String whose) {
    for (int j = 0; j < sums.length; j++) {
      if (!ExactSum.SUMS.fits(sums[j], UNIT) || !ExactSum.SQUARES.fits(squares[j], SQUARE_UNIT)) {
        throw new BadInput(
            ("%s: column number %d has values too large to add up between parties: their sum and the"
                    + " sum of their squares must be below 2^159 (about 7e47); scale it down")
                .formatted(whose, j + 1));
      }
    }
    return this;
  }

  /** Returns the number of values of each column. */
  public long[] counts() {
    return counts.clone();
  }

  /** The sum of each column, rounded once. */
  public double[] sums() {
    return Arrays.stream(sums).mapToDouble(sum -> quotient(sum, 1, UNIT)).toArray();
  }

  /** The sum of squares of each column, rounded once. */
  public double[] squares() {
    return Arrays.stream(squares).mapToDouble(sum -> quotient(sum, 1, SQUARE_UNIT)).toArray();
  }

  /** The mean of each column; 0 for a column without values. */
  public double[] means() {
    return IntStream.range(0, sums.length)
        .mapToDouble(j -> counts[j] == 0 ? 0 : quotient(sums[j], counts[j], UNIT))
        .toArray();
  }

  /** The population standard deviation of each column; 0 for a constant or empty one. */
  public double[] deviations() {
    double[] means = means();
    double[] squares = squares();
    double[] deviations = new double[sums.length];
    for (int j = 0; j < deviations.length; j++) {
      if (!Double.isFinite(squares[j])) {
        throw tooLarge(j);
      }
      double deviation = deviation(j);
      deviations[j] = deviation < 2 * Math.ulp(means[j]) ? 0 : deviation;
    }
    return deviations;
  }

  /** √(n Σx² − (Σx)²) / n, whose difference is exact. */
  private double deviation(int j) {
    BigInteger n = BigInteger.valueOf(counts[j]);
    BigInteger spread = n.multiply(squares[j]).subtract(sums[j].multiply(sums[j]));
    if (spread.signum() <= 0) {
      return 0;
    }
    int shift = (spread.bitLength() - DIGITS) / 2 * 2;
    double root = spread.shiftRight(shift).sqrt().doubleValue();
    return Math.scalb(root / counts[j], shift / 2 - UNIT);
  }

  /** Divides a number of units and rounds once; the remainder decides whether there is a tie. */
  private static double quotient(BigInteger number, long by, int unit) {
    if (number.signum() == 0) {
      return 0;
    }
    int shift = number.bitLength() - DIGITS;
    BigInteger[] parts = number.abs().shiftRight(shift).divideAndRemainder(BigInteger.valueOf(by));
    boolean more = parts[1].signum() != 0 || number.getLowestSetBit() < shift;
    BigInteger digits = more ? parts[0].setBit(0) : parts[0];
    return number.signum() * Math.scalb(digits.doubleValue(), shift - unit);
  }

  private static BadInput tooLarge(int column) {
    return new BadInput(
        "column number " + (column + 1) + " has values too large to square; scale it down");
  }
}
