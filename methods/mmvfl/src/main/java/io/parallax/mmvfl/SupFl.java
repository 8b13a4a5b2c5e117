package io.parallax.mmvfl;

import io.parallax.core.Eq;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;

/**
 * The paper's two competitors, which know the labels of all parties: supFL, Eq. (15), and supMVLFL,
 * Eq. (16). Eq. (16) is a sum over k without coupling between the W_k, so its minimiser is that of
 * Eq. (15) for every view: one function computes both.
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
