package io.parallax.math;

import java.util.Arrays;

/**
 * The exact inverse, although H is mc×mc: M acts on every column of W alike, so M⁻¹ is one m×m
 * matrix, and H⁻¹ = M⁻¹ + M⁻¹ U S⁻¹ Uᵀ M⁻¹ with the m×m matrix S = diag(1/weights) − M⁻¹ ∘
 * (u_i·u_j). Costs about 4m³/3 multiplications and three m×m matrices.
 */
final class ExplicitCurvature implements Curvature {
  private static final double DAMPING = 1e-11;

  private final Matrix inverse;
  private final Matrix units;
  private final double[] roots;
  private final Cholesky schur;

  ExplicitCurvature(GramDesign design, double[] weights, Matrix units) {
    this.units = units;
    this.roots = Arrays.stream(weights).map(Math::sqrt).toArray();
    double[] ridge = Arrays.stream(weights).map(v -> v / 2).toArray();
    this.inverse = design.factor(ridge).inverse().scale(0.5);
    this.schur = schur();
  }

  @Override
  public Matrix reweighted(Matrix b) {
    return inverse.times(b);
  }

  @Override
  public Matrix solve(Matrix b) {
    Matrix reweighted = reweighted(b);
    Matrix right = ColumnDesign.scaleRows(roots, Curvature.along(units, reweighted));
    Matrix radial = ColumnDesign.scaleRows(roots, schur.solve(right));
    return reweighted.plus(reweighted(Curvature.spread(units, radial)));
  }

  /** S scaled to a unit diagonal; the damping keeps it definite when columns repeat. */
  private Cholesky schur() {
    int m = roots.length;
    double[] s = units.timesTranspose(units).toArray();
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        s[i * m + j] *= -roots[i] * inverse.array()[i * m + j] * roots[j];
      }
      s[i * m + i] += 1 + DAMPING;
    }
    return new Cholesky(m, s);
  }
}
