package io.parallax.math;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * H⁻¹ by conjugate gradients preconditioned with M, for problems whose m×m matrices would outgrow
 * the data.
 */
final class ImplicitCurvature implements Curvature {
  private static final int MOST_ITERATIONS = 60;
  private static final double ACCURACY = 0.03;

  private final Design design;
  private final double[] weights;
  private final Matrix units;
  private final UnaryOperator<Matrix> halved;

  ImplicitCurvature(Design design, double[] weights, Matrix units) {
    this.design = design;
    this.weights = weights;
    this.units = units;
    this.halved = design.solver(Arrays.stream(weights).map(v -> v / 2).toArray());
  }

  private Matrix reweighted(Matrix b) {
    return halved.apply(b).scale(0.5);
  }

  @Override
  public Matrix solve(Matrix b, double damping) {
    if (damping >= 1) {
      return reweighted(b);
    }
    Matrix solution = Matrix.zeros(b.rows(), b.cols());
    Matrix residual = b;
    Matrix search = reweighted(b);
    double energy = residual.dot(search);
    double enough = ACCURACY * ACCURACY * energy;
    for (int k = 0; k < MOST_ITERATIONS && energy > enough; k++) {
      Matrix bent = times(search, damping);
      double bend = search.dot(bent);
      if (!(bend > 0)) {
        break;
      }
      solution = solution.plusScaled(energy / bend, search);
      residual = residual.plusScaled(-energy / bend, bent);
      Matrix conditioned = reweighted(residual);
      double next = residual.dot(conditioned);
      search = conditioned.plusScaled(next / energy, search);
      energy = next;
    }
    return solution;
  }

  private Matrix times(Matrix v, double damping) {
    Matrix radial = Curvature.spread(units, Curvature.along(units, v));
    Matrix tangential = v.plusScaled(damping - 1, radial);
    return design.product(v).scale(2).plus(ColumnDesign.scaleRows(weights, tangential));
  }
}
