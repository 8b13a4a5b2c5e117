package io.parallax.math;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Anderson acceleration of a fixed-point iteration z → g(z): the next point is the combination of
 * the last few g(z) whose residuals g(z) − z cancel best. Costs one pass over z per remembered step
 * and a small least-squares problem.
 */
public final class Anderson {
  /** Relative ridge of the small least-squares problem: keeps it solvable when steps repeat. */
  private static final double RIDGE = 1e-12;

  private final int memory;
  private final Deque<Matrix> residualSteps = new ArrayDeque<>();
  private final Deque<Matrix> imageSteps = new ArrayDeque<>();
  private Matrix lastResidual;
  private Matrix lastImage;

  /**
   * @param memory how many steps are remembered, at least 1
   */
  public Anderson(int memory) {
    if (memory < 1) {
      throw new IllegalArgumentException("memory is " + memory + ", must be at least 1");
    }
    this.memory = memory;
  }

  /** The next point, given that the iteration maps {@code z} to {@code image}. */
  public Matrix next(Matrix z, Matrix image) {
    Matrix residual = image.minus(z);
    if (lastResidual != null) {
      remember(residual.minus(lastResidual), image.minus(lastImage));
    }
    lastResidual = residual;
    lastImage = image;
    if (residualSteps.isEmpty()) {
      return image;
    }
    double[] gamma = combination(residual);
    Matrix next = image;
    int i = 0;
    for (Matrix step : imageSteps) {
      next = next.plusScaled(-gamma[i++], step);
    }
    return next.isFinite() ? next : image;
  }

  /** Forgets all steps, for example after one that had to be taken back. */
  public void forget() {
    residualSteps.clear();
    imageSteps.clear();
    lastResidual = null;
    lastImage = null;
  }

  private void remember(Matrix residualStep, Matrix imageStep) {
    if (residualStep.norm() < 1e-150) {
      return; // says nothing, and its square is 0
    }
    residualSteps.addLast(residualStep);
    imageSteps.addLast(imageStep);
    if (residualSteps.size() > memory) {
      residualSteps.removeFirst();
      imageSteps.removeFirst();
    }
  }

  /** γ that minimises ‖residual − Σ γ_i step_i‖, with steps scaled to unit length. */
  private double[] combination(Matrix residual) {
    List<Matrix> steps = new ArrayList<>(residualSteps);
    int m = steps.size();
    double[] lengths = new double[m];
    for (int i = 0; i < m; i++) {
      lengths[i] = Math.max(steps.get(i).norm(), Double.MIN_NORMAL);
    }
    Matrix normal =
        Matrix.fill(
            m,
            m,
            (i, j) ->
                steps.get(i).dot(steps.get(j)) / (lengths[i] * lengths[j]) + (i == j ? RIDGE : 0));
    Matrix right = Matrix.fill(m, 1, (i, j) -> steps.get(i).dot(residual) / lengths[i]);
    Svd svd = normal.thinSvd();
    double[] gamma = new double[m];
    for (int k = 0; k < m; k++) {
      if (svd.s()[k] <= RIDGE * svd.s()[0]) {
        continue; // steps that repeat others say nothing new
      }
      double along = 0;
      for (int i = 0; i < m; i++) {
        along += svd.u().get(i, k) * right.get(i, 0);
      }
      for (int i = 0; i < m; i++) {
        gamma[i] += svd.v().get(i, k) * along / svd.s()[k] / lengths[i];
      }
    }
    return gamma;
  }
}
