package io.parallax.math;

import java.util.Arrays;
import java.util.Optional;

/**
 * The exact inverse, although H is mc×mc: M acts on every column of W alike, so M⁻¹ is one m×m
 * matrix, and H⁻¹ = M⁻¹ + M⁻¹ U S⁻¹ Uᵀ M⁻¹ with the m×m matrix S = diag(1/weights) − M⁻¹ ∘
 * (u_i·u_j). Costs about m³ multiplications once, m³/3 for every damping, three m×m matrices.
 */
final class ExplicitCurvature implements Curvature {
  private static final double DEFINITE = 1e-11;

  private final Matrix inverse;
  private final Matrix units;
  private final double[] roots;

  ExplicitCurvature(GramDesign design, double[] weights, Matrix units) {
    this.units = units;
    this.roots = Arrays.stream(weights).map(Math::sqrt).toArray();
    double[] ridge = Arrays.stream(weights).map(v -> v / 2).toArray();
    this.inverse = design.factor(ridge).inverse().scale(0.5);
  }

  @Override
  public Matrix solve(Matrix b, double damping) {
    Matrix reweighted = inverse.times(b);
    if (damping >= 1) {
      return reweighted;
    }
    double keep = Math.sqrt(1 - damping);
    double[] scale = Arrays.stream(roots).map(root -> keep * root).toArray();
    Matrix right = ColumnDesign.scaleRows(scale, Curvature.along(units, reweighted));
    Matrix radial = ColumnDesign.scaleRows(scale, schur(scale).solve(right));
    return reweighted.plus(inverse.times(Curvature.spread(units, radial)));
  }

  /** S scaled to a unit diagonal; a trifle on it keeps it definite when columns depend. */
  private Cholesky schur(double[] scale) {
    int m = scale.length;
    double[] s = units.timesTranspose(units).toArray();
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        s[i * m + j] *= -scale[i] * inverse.array()[i * m + j] * scale[j];
      }
    }
    Optional<Cholesky> factor = Optional.empty();
    for (double trifle = DEFINITE; factor.isEmpty(); trifle *= 100) {
      double[] definite = s.clone();
      for (int i = 0; i < m; i++) {
        definite[i * m + i] += 1 + trifle;
      }
      factor = Cholesky.attempt(m, definite);
    }
    return factor.get();
  }
}
