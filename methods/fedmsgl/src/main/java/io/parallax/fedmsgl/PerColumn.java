package io.parallax.fedmsgl;

import io.parallax.math.Matrix;
import io.parallax.math.RowWise;

/**
 * The n systems (K + aI + diag(d_j)) c_j = b_j of Eq. (13), one per column, all at once: conjugate
 * gradients with (K + āI)⁻¹ as preconditioner, ā = a + the mean of d. Entries of d are about λ2/n²,
 * so a few steps do where n factorisations would cost n⁴/3.
 */
final class PerColumn {
  private static final double TOLERANCE = 1e-13;
  private static final int MOST_STEPS = 200;

  private PerColumn() {}

  /**
   * @param d the columns d_j, n × n, at least 0
   */
  static Matrix solve(SelfExpression x, double a, Matrix d, Matrix b) {
    double mean = RowWise.sum(RowWise.sums(d)) / ((double) d.rows() * d.cols());
    Matrix c = x.solve(a + mean, b);
    Matrix r = b.minus(apply(x, a, d, c));
    Matrix z = x.solve(a + mean, r);
    Matrix p = z;
    double[] rz = dots(r, z);
    double[] goal = dots(b, x.solve(a + mean, b));
    for (int step = 0; step < MOST_STEPS && !reached(rz, goal); step++) {
      Matrix ap = apply(x, a, d, p);
      double[] alpha = ratios(rz, dots(p, ap));
      c = plusScaled(c, alpha, p, 1);
      r = plusScaled(r, alpha, ap, -1);
      z = x.solve(a + mean, r);
      double[] next = dots(r, z);
      p = plusScaled(z, ratios(next, rz), p, 1);
      rz = next;
    }
    return c;
  }

  private static Matrix apply(SelfExpression x, double a, Matrix d, Matrix c) {
    Matrix kc = x.times(c);
    return RowWise.map(
        kc,
        (i, row) -> {
          double[] ci = c.row(i);
          double[] di = d.row(i);
          for (int j = 0; j < row.length; j++) {
            row[j] += (a + di[j]) * ci[j];
          }
        });
  }

  private static boolean reached(double[] rz, double[] goal) {
    for (int j = 0; j < rz.length; j++) {
      if (rz[j] > TOLERANCE * TOLERANCE * goal[j]) {
        return false;
      }
    }
    return true;
  }

  /** The inner products of matching columns. */
  private static double[] dots(Matrix a, Matrix b) {
    double[] sums = new double[a.cols()];
    for (int i = 0; i < a.rows(); i++) {
      double[] x = a.row(i);
      double[] y = b.row(i);
      for (int j = 0; j < sums.length; j++) {
        sums[j] += x[j] * y[j];
      }
    }
    return sums;
  }

  private static double[] ratios(double[] above, double[] below) {
    double[] ratios = new double[above.length];
    for (int j = 0; j < ratios.length; j++) {
      ratios[j] = below[j] > 0 ? above[j] / below[j] : 0;
    }
    return ratios;
  }

  /** a + sign · b diag(factors). */
  private static Matrix plusScaled(Matrix a, double[] factors, Matrix b, int sign) {
    return RowWise.map(
        a,
        (i, row) -> {
          double[] other = b.row(i);
          for (int j = 0; j < row.length; j++) {
            row[j] += sign * factors[j] * other[j];
          }
        });
  }
}
