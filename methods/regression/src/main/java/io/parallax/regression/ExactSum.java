package io.parallax.regression;

/**
 * A running sum that keeps what each addition rounds off (Neumaier), so that large terms that come
 * and go leave small ones as they are.
 */
final class ExactSum {
  private double high;
  private double low;

  void add(double x) {
    double next = high + x;
    low += Math.abs(high) >= Math.abs(x) ? (high - next) + x : (x - next) + high;
    high = next;
  }

  double high() {
    return high;
  }

  double low() {
    return low;
  }

  double value() {
    return high + low;
  }
}
