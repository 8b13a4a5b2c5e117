package io.parallax.math;

/**
 * The second derivative H = M − U diag(weights) Uᵀ of the objective at a point whose rows are all
 * non-zero, where M = 2G + diag(weights), weights are β/‖w_i‖ and U maps a number per row to that
 * multiple of the row's unit vector.
 */
sealed interface Curvature permits ExplicitCurvature, ImplicitCurvature {

  /**
   * (M − (1 − damping) U diag(weights) Uᵀ)⁻¹ b, or close enough to descend along: the Newton step
   * at damping 0, the reweighted step at 1.
   */
  Matrix solve(Matrix b, double damping);

  /** ⟨u_i, v_i⟩ of every row, m×1. */
  static Matrix along(Matrix units, Matrix v) {
    int c = v.cols();
    return Matrix.fill(
        v.rows(), 1, (i, j) -> HeapRows.dot(units.array(), i * c, v.array(), i * c, c));
  }

  /** s_i u_i of every row. */
  static Matrix spread(Matrix units, Matrix s) {
    return Matrix.fill(
        units.rows(), units.cols(), (i, k) -> s.array()[i] * units.array()[i * units.cols() + k]);
  }
}
