package io.parallax.trees;

import io.parallax.math.Matrix;
import java.util.Arrays;

/** The rules on what callers give, with messages that say what was given and what is needed. */
final class Checks {
  private Checks() {}

  static void within(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " is " + value + ", must be from " + least + " to " + most);
    }
  }

  static void atLeast(String what, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(what + " is " + value + ", must be at least " + least);
    }
  }

  static void factor(double factor) {
    if (!Double.isFinite(factor)) {
      throw new IllegalArgumentException("factor is " + factor + ", must be finite");
    }
  }

  static void columns(Matrix x, int columns) {
    if (x.cols() != columns) {
      throw new IllegalArgumentException(
          "rows have " + x.cols() + " columns, must have the " + columns + " of the training rows");
    }
  }

  static void shape(Matrix a, int rows, int cols, String what) {
    if (a.rows() != rows || a.cols() != cols) {
      throw new IllegalArgumentException(
          what + ": " + a + ", must be " + rows + "×" + cols + ", one row for each binned row");
    }
  }

  /** Names the first place of a value that is missing or infinite, never the value. */
  static void finite(Matrix x, String what) {
    if (x.isFinite()) {
      return;
    }
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        if (!Double.isFinite(x.get(i, j))) {
          throw new IllegalArgumentException(
              what
                  + ": row "
                  + i
                  + ", column "
                  + j
                  + " is not a finite number; fill it in or drop it");
        }
      }
    }
  }

  static void notNegative(Matrix a, String what) {
    for (double value : a.toArray()) {
      if (value < 0) {
        throw new IllegalArgumentException(what + ": one is below 0, must be at least 0");
      }
    }
  }

  /** Every label is a class from 0 on, and every row has one. */
  static void labels(int[] labels, int rows, int classes) {
    atLeast("the number of classes", classes, 2);
    if (labels.length != rows) {
      throw new IllegalArgumentException(
          labels.length + " labels for " + rows + " rows, must be as many");
    }
    if (Arrays.stream(labels).anyMatch(label -> label < 0 || label >= classes)) {
      throw new IllegalArgumentException(
          "a label is outside 0 … " + (classes - 1) + ", the " + classes + " classes");
    }
  }
}
