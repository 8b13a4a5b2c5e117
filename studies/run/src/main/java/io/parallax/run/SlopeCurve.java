package io.parallax.run;

import java.util.function.DoubleUnaryOperator;

/**
 * A function that is known at a few slopes around 1, from sums over rows: the polynomial through
 * them, and where it is 0.
 */
final class SlopeCurve {
  /** The slopes, which no one can choose. */
  static final double[] AT = {0.5, 0.75, 1, 1.25, 1.5};

  private static final double BEYOND = 0.25; // farther on, polynomials are far off
  private static final int HALVINGS = 60;
  private static final double SMALL = 1e-4;

  private final double[] values;

  SlopeCurve(double[] values) {
    this.values = values.clone();
  }

  double at(double slope) {
    double sum = 0;
    for (int k = 0; k < AT.length; k++) {
      double term = values[k];
      for (int j = 0; j < AT.length; j++) {
        term *= j == k ? 1 : (slope - AT[j]) / (AT[k] - AT[j]);
      }
      sum += term;
    }
    return sum;
  }

  /** Returns the derivative of the polynomial. */
  double slopeAt(double slope) {
    return (at(slope + SMALL) - at(slope - SMALL)) / (2 * SMALL);
  }

  /** Returns where a falling function is 0, not far from the slopes; else NaN. */
  static double root(DoubleUnaryOperator falling) {
    double low = AT[0] - BEYOND;
    double high = AT[AT.length - 1] + BEYOND;
    if (!(falling.applyAsDouble(low) > 0 && falling.applyAsDouble(high) < 0)) {
      return Double.NaN;
    }
    for (int k = 0; k < HALVINGS; k++) {
      double middle = (low + high) / 2;
      boolean before = falling.applyAsDouble(middle) > 0;
      low = before ? middle : low;
      high = before ? high : middle;
    }
    return low;
  }
}
