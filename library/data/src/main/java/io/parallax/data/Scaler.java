package io.parallax.data;

import io.parallax.math.Matrix;

/** Brings columns to mean 0 and deviation 1. A constant column becomes 0. */
public record Scaler(double[] means, double[] deviations) {

  /** The scaler of columns with these moments. */
  public static Scaler from(ColumnMoments moments) {
    return new Scaler(moments.means(), moments.deviations());
  }

  /** The scaled matrix, which must have no missing values. */
  public Matrix apply(Matrix x) {
    return apply(x, Missing.ERROR);
  }

  /** The scaled matrix. Under {@link Missing#MEAN} a missing value becomes 0, the scaled mean. */
  public Matrix apply(Matrix x, Missing rule) {
    if (x.cols() != means.length) {
      throw new IllegalArgumentException(
          "a scaler of %d columns does not fit %d".formatted(means.length, x.cols()));
    }
    return Matrix.fill(x.rows(), x.cols(), (i, j) -> scaled(x.get(i, j), j, rule));
  }

  /** The matrix as it is, with each missing value replaced by its column's mean. */
  public Matrix impute(Matrix x) {
    return Matrix.fill(
        x.rows(), x.cols(), (i, j) -> Double.isNaN(x.get(i, j)) ? means[j] : x.get(i, j));
  }

  /** The rows scaled or only filled; of sequences channel by channel, padding left as it is. */
  public Matrix prepare(Table table, boolean scale, Missing rule) {
    if (table.sequences().isEmpty()) {
      return prepare(table.values(), scale, rule);
    }
    SequenceRows rows = table.steps().orElseThrow();
    if (scale) {
      return rows.map((value, channel) -> scaled(value, channel, rule));
    }
    return rule == Missing.MEAN
        ? rows.map((value, channel) -> Double.isNaN(value) ? means[channel] : value)
        : rows.values();
  }

  /** Scaled or only filled, as a study says. */
  public Matrix prepare(Matrix x, boolean scale, Missing rule) {
    if (scale) {
      return apply(x, rule);
    }
    return rule == Missing.MEAN ? impute(x) : x;
  }

  private double scaled(double value, int column, Missing rule) {
    if (Double.isNaN(value)) {
      if (rule == Missing.ERROR) {
        throw new IllegalArgumentException("a value of column " + column + " is missing");
      }
      return 0;
    }
    return deviations[column] == 0 ? 0 : (value - means[column]) / deviations[column];
  }
}
