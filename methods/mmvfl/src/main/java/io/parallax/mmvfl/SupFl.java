package io.parallax.mmvfl;

import io.parallax.core.Eq;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;

/**
 * The paper's two rivals, to which everybody's labels are known: supFL, Eq. (15), and supMVLFL, Eq.
 * (16). Eq. (16) is a sum over k in which nothing joins one W_k to another, so its minimiser is
 * that of Eq. (15) for every view: one function serves both.
 */
public final class SupFl {
  private static final double TOLERANCE = 1e-9;

  private SupFl() {}

  /** The W_k that minimises ‖X_kW − Y‖² + β_k‖W‖₂,₁, d × C. */
  @Eq("15, 16")
  public static Matrix solve(Features x, Matrix y, double beta) {
    return new RowSparseRegression(x).solve(y, beta, null, TOLERANCE).w();
  }
}
