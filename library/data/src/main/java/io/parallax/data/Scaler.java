package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.util.Arrays;

/**
 * A scaling with its parameters from training rows. A constant column becomes 0.
 *
 * @param means of the columns, after the logarithm or the ranks; for text, the share of rows that
 *     have the word
 * @param deviations likewise
 * @param knots for ranks, quantiles of each column; otherwise empty
 * @param filling replaces missing values first, where means do not
 */
public record Scaler(
    Scaling scaling, double[] means, double[] deviations, double[][] knots, Filling filling) {
  private static final double[][] NO_KNOTS = {};

  /** Makes a scaler under which missing values are rejected, or become means. */
  public Scaler(Scaling scaling, double[] means, double[] deviations, double[][] knots) {
    this(scaling, means, deviations, knots, Filling.NONE);
  }

  /** The scaler to mean 0 and deviation 1 of columns with these moments. */
  public static Scaler from(ColumnMoments moments) {
    return from(Scaling.STANDARD, moments);
  }

  /** Returns the scaler of columns with these moments, which {@link Scaling#moments} computed. */
  public static Scaler from(Scaling scaling, ColumnMoments moments) {
    return of(scaling, moments.means(), moments.deviations());
  }

  /** The scaler of columns with these means and deviations. */
  public static Scaler of(Scaling scaling, double[] means, double[] deviations) {
    if (!scaling.fromSums()) {
      throw new BadInput("scale: quantile needs all rows of a view at one party; use scale: log");
    }
    return new Scaler(scaling, means, deviations, NO_KNOTS);
  }

  /** Fits a scaler to training rows, and what replaces missing values. */
  public static Scaler fit(Scaling scaling, Table rows, Missing rule) {
    return fit(scaling, rows).with(Filling.fit(rule, rows));
  }

  /** Returns the same scaler behind another filling. */
  public Scaler with(Filling other) {
    return new Scaler(scaling, means, deviations, knots, other);
  }

  /** Fits a scaler to training rows. */
  public static Scaler fit(Scaling scaling, Table rows) {
    if (rows.sequences().isPresent() && (scaling == Scaling.TEXT || scaling == Scaling.QUANTILE)) {
      throw new BadInput(
          "a view that holds sequences is scaled by scale: %s, which is for tables; use true, false or log"
              .formatted(scaling.word()));
    }
    if (scaling != Scaling.QUANTILE) {
      return from(scaling, scaling.moments(rows));
    }
    if (!(rows.numbers() instanceof Numbers.InMemory memory)) {
      throw new BadInput("scale: quantile sorts rows in memory; use scale: log for an engine");
    }
    double[][] knots = NormalScores.knots(memory.matrix());
    ColumnMoments moments = ColumnMoments.of(NormalScores.of(knots, memory.matrix()));
    return new Scaler(scaling, moments.means(), moments.deviations(), knots);
  }

  /** The scaled matrix, which must have no missing values. */
  public Matrix apply(Matrix x) {
    return apply(x, Missing.ERROR);
  }

  /**
   * Fills in and scales a matrix. Under {@link Missing#MEAN}, and where nothing else is found, a
   * missing value becomes 0: the scaled mean, or for text an absent word.
   */
  public Matrix apply(Matrix x, Missing rule) {
    if (x.cols() != means.length) {
      throw new IllegalArgumentException(
          "a scaler of %d columns does not match %d".formatted(means.length, x.cols()));
    }
    Matrix full = filling.fill(x, rule, this::place);
    if (scaling == Scaling.NONE) {
      return rule.rejects() ? full : impute(full);
    }
    Matrix scaled =
        Matrix.fill(full.rows(), full.cols(), (i, j) -> scaled(full.get(i, j), j, rule));
    return scaling == Scaling.TEXT ? unitRows(scaled) : scaled;
  }

  /** Returns the place of a value among those of its column, in standard deviations. */
  private double place(double value, int column) {
    return scaling == Scaling.NONE ? standard(value, column) : scaled(value, column, Missing.ERROR);
  }

  /** The matrix as it is, with each missing value replaced by its column's mean. */
  public Matrix impute(Matrix x) {
    return Matrix.fill(
        x.rows(), x.cols(), (i, j) -> Double.isNaN(x.get(i, j)) ? means[j] : x.get(i, j));
  }

  /**
   * Scales the rows, or only fills missing values; sequences channel by channel, with padding
   * unchanged.
   */
  public Matrix apply(Table table, Missing rule) {
    if (table.sequences().isEmpty()) {
      return apply(table.values(), rule);
    }
    SequenceRows given = table.steps().orElseThrow();
    SequenceRows rows =
        rule.fill() == Missing.Fill.MEDIAN
            ? new SequenceRows(given.layout(), given.map(this::orMedian))
            : given;
    if (scaling != Scaling.NONE) {
      return rows.map((value, channel) -> scaled(value, channel, rule));
    }
    return rule.rejects()
        ? rows.values()
        : rows.map((value, channel) -> Double.isNaN(value) ? means[channel] : value);
  }

  private double orMedian(double value, int channel) {
    return Double.isNaN(value) ? filling.median(channel) : value;
  }

  private double scaled(double value, int column, Missing rule) {
    if (Double.isNaN(value)) {
      if (rule.rejects()) {
        throw new IllegalArgumentException("a value of column " + column + " is missing");
      }
      return 0;
    }
    return switch (scaling) {
      case NONE -> value;
      case STANDARD -> standard(value, column);
      case LOG -> standard(Scaling.log(value), column);
      case QUANTILE -> standard(NormalScores.of(knots[column], value), column);
      case TEXT -> Scaling.requireCount(value, column) * rarity(means[column]);
    };
  }

  private double standard(double value, int column) {
    return deviations[column] == 0 ? 0 : (value - means[column]) / deviations[column];
  }

  /** Returns 1 − ln(share); 0 for a word that no training row has. */
  private static double rarity(double share) {
    return share == 0 ? 0 : 1 - StrictMath.log(share);
  }

  private static Matrix unitRows(Matrix x) {
    double[] lengths = new double[x.rows()];
    Arrays.setAll(lengths, i -> Math.sqrt(Arrays.stream(x.row(i)).map(v -> v * v).sum()));
    return Matrix.fill(
        x.rows(), x.cols(), (i, j) -> lengths[i] == 0 ? 0 : x.get(i, j) / lengths[i]);
  }
}
