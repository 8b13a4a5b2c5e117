package io.parallax.math;

/**
 * One step where no row of W is zero, so that the objective is smooth with gradient g_i = 2(GW −
 * C)_i + β u_i and curvature H v = 2Gv + β/‖w_i‖ (v_i − u_i⟨u_i, v_i⟩), where u_i = w_i/‖w_i‖.
 *
 * <p>The reweighted least squares step W − M⁻¹g with M = 2(G + diag(β/(2‖w_i‖))) never raises the
 * objective but crawls near the end; the Newton step W − H⁻¹g is quick there but goes astray where
 * columns depend on each other and rows are small. Damping leads from one to the other.
 */
final class NewtonStep {
  private static final double SUFFICIENT = 1e-4;
  private static final double LEAST_DAMPING = 0.001;
  private static final double HARDER = 5;

  private final Design design;
  private final double beta;
  private final Matrix w;
  private final double[] norms;

  NewtonStep(Design design, double beta, Matrix w) {
    this.design = design;
    this.beta = beta;
    this.w = w;
    this.norms = w.rowNorms();
  }

  /** The next W, and the damping to try first from there. */
  record Taken(Matrix w, double damping) {}

  /** The step with the least damping, from the given one on, that lowers the objective enough. */
  Taken take(double firstDamping) {
    double[] weights = new double[norms.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = beta / norms[i];
    }
    Matrix units = Matrix.fill(w.rows(), w.cols(), (i, k) -> entry(w, i, k) / norms[i]);
    Matrix slope = design.correlations(w).scale(2).plusScaled(-beta, units);
    Curvature curvature =
        design instanceof GramDesign explicit
            ? new ExplicitCurvature(explicit, weights, units)
            : new ImplicitCurvature(design, weights, units);
    for (double damping = firstDamping; damping < 1; damping = harder(damping)) {
      Matrix direction = curvature.solve(slope, damping);
      Matrix move = move(direction);
      if (change(move, slope) <= -SUFFICIENT * slope.dot(direction)) {
        return new Taken(w.plus(move), damping == firstDamping ? softer(damping) : damping);
      }
    }
    return new Taken(w.plus(curvature.solve(slope, 1)), 1 / HARDER);
  }

  private static double harder(double damping) {
    return Math.min(1, Math.max(LEAST_DAMPING, HARDER * damping));
  }

  private static double softer(double damping) {
    return damping <= LEAST_DAMPING ? 0 : damping / HARDER;
  }

  /** Along the direction, but rows that would pass through zero stop there. */
  private Matrix move(Matrix direction) {
    int c = w.cols();
    double[] move = direction.toArray();
    for (int i = 0; i < norms.length; i++) {
      if (HeapRows.dot(move, i * c, w.array(), i * c, c) <= -norms[i] * norms[i]) {
        for (int k = i * c; k < (i + 1) * c; k++) {
          move[k] = -w.array()[k];
        }
      }
    }
    return Matrix.wrap(w.rows(), c, move);
  }

  /** The change of the objective by a move, without cancellation of its large terms. */
  private double change(Matrix move, Matrix slope) {
    double sum = 0;
    for (int i = 0; i < norms.length; i++) {
      double inner = 0;
      double square = 0;
      double moved = 0;
      for (int k = 0; k < w.cols(); k++) {
        double from = entry(w, i, k);
        double by = entry(move, i, k);
        inner += from * by;
        square += by * by;
        moved += (from + by) * (from + by);
      }
      sum += (2 * inner + square) / (Math.sqrt(moved) + norms[i]) - inner / norms[i];
    }
    return beta * sum - move.dot(slope) + move.dot(design.product(move));
  }

  private static double entry(Matrix a, int i, int k) {
    return a.array()[i * a.cols() + k];
  }
}
