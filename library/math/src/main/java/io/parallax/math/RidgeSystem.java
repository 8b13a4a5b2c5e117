package io.parallax.math;

/**
 * Systems (XᵀX + diag(ridge)) Z = B with the rows that a party keeps: by Cholesky on the cached
 * Gram matrix where d ≤ N (d³/3), else by Woodbury (N²·d/2 + N³/6), so that no d×d matrix is
 * formed.
 */
public final class RidgeSystem {
  private final Features x;

  public RidgeSystem(Features x) {
    this.x = x;
  }

  /** Z, d×c, for a ridge that is positive in every entry. */
  public Matrix solve(double[] ridge, Matrix b) {
    Design design =
        x.size() <= x.samples() ? new GramDesign(x.gram(), b) : new ColumnDesign(x, b, x.size());
    return design.solver(ridge).apply(b);
  }
}
