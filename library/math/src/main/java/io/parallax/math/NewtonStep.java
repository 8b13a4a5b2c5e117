package io.parallax.math;

/**
 * One step where no row of W is zero, so that the objective is smooth with gradient g_i = 2(GW −
 * C)_i + β u_i and curvature H v = 2Gv + β/‖w_i‖ (v_i − u_i⟨u_i, v_i⟩), where u_i = w_i/‖w_i‖.
 *
 * <p>The reweighted least squares step W − M⁻¹g with M = 2(G + diag(β/(2‖w_i‖))) never raises the
 * objective but crawls where columns are strongly correlated; the Newton step W − H⁻¹g, shortened
 * until it descends, does not.
 */
final class NewtonStep {
  private static final double SUFFICIENT = 1e-4;
  private static final double SHORTEST = 1.0 / 32;

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

  /** The next W: along the Newton direction if that descends, else the reweighted step. */
  Matrix take() {
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
    Matrix direction = curvature.solve(slope);
    double descent = slope.dot(direction);
    double first = firstPassage(direction);
    for (double length = 1; length > 0; length = next(length, first)) {
      Matrix move = move(direction, length);
      if (change(move, slope) <= -SUFFICIENT * length * descent) {
        return w.plus(move);
      }
    }
    return w.plus(curvature.reweighted(slope));
  }

  /**
   * Halves a few times, then goes to where the first row reaches zero: along dependent columns the
   * objective is linear up to there and the direction has no natural length.
   */
  private static double next(double length, double first) {
    if (length / 2 >= SHORTEST) {
      return length / 2;
    }
    return first < length ? first : 0;
  }

  /** The length at which the first row passes through zero, rounded up. */
  private double firstPassage(Matrix direction) {
    int c = w.cols();
    double first = Double.POSITIVE_INFINITY;
    for (int i = 0; i < norms.length; i++) {
      double inner = HeapRows.dot(direction.array(), i * c, w.array(), i * c, c);
      if (inner < 0) {
        first = Math.min(first, -norms[i] * norms[i] / inner);
      }
    }
    return first * (1 + 1e-12);
  }

  /** Along the direction, but rows that would pass through zero stop there. */
  private Matrix move(Matrix direction, double length) {
    int c = w.cols();
    double[] move = direction.scale(length).toArray();
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
