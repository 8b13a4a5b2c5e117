package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The scaling of a column's numbers before training. */
public enum Scaling {
  /** To mean 0 and deviation 1. */
  STANDARD,
  /** Unchanged. */
  NONE,
  /** sign(x)·ln(1 + |x|), then to mean 0 and deviation 1: for amounts with a long tail. */
  LOG,
  /** Ranks among the training rows as normal scores: only the order matters. */
  QUANTILE,
  /** Counts of words times the rarity of the word, then every row to length 1 (tf-idf). */
  TEXT;

  /** All scalings as files name them. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Scaling::word).toList();
  }

  /** Returns the scaling with this name in files. */
  public static Optional<Scaling> named(String word) {
    return Arrays.stream(values()).filter(scaling -> scaling.word().equals(word)).findFirst();
  }

  /** Returns the scaling's name in files. */
  public String word() {
    return switch (this) {
      case STANDARD -> "true";
      case NONE -> "false";
      default -> name().toLowerCase(Locale.ROOT);
    };
  }

  /**
   * Returns true if the scaling can be computed from sums over parties that hold different rows.
   */
  public boolean fromSums() {
    return this != QUANTILE;
  }

  /** Returns true if a constant column becomes 0. */
  public boolean dropsConstants() {
    return this != NONE && this != TEXT;
  }

  /**
   * Computes the moments that the scaling needs; for sequences, of each channel over all steps. A
   * source that has none of the rows adds nothing.
   */
  public ColumnMoments moments(Table table) {
    if (table.blank().cardinality() == table.ids().size()) {
      return ColumnMoments.ofNothing(table.features().size());
    }
    return table
        .steps()
        .map(rows -> moments(rows.steps()))
        .orElseGet(() -> table.numbers().moments(this));
  }

  /** Computes the moments that the scaling needs. */
  public ColumnMoments moments(Matrix x) {
    return ColumnMoments.of(
        this == LOG || this == TEXT
            ? Matrix.fill(x.rows(), x.cols(), (i, j) -> counted(x.get(i, j), j))
            : x);
  }

  private double counted(double value, int column) {
    return this == LOG || Double.isNaN(value)
        ? log(value)
        : requireCount(value, column) > 0 ? 1 : 0;
  }

  /** Returns a logarithm that keeps signs and 0. */
  static double log(double value) {
    return Math.copySign(StrictMath.log1p(Math.abs(value)), value);
  }

  /** Rejects negative numbers. */
  static double requireCount(double value, int column) {
    if (value < 0) {
      throw new BadInput(
          "column number %d has a negative number; scale: text takes counts of words, 0 or more; use scale: true"
              .formatted(column + 1));
    }
    return value;
  }
}
