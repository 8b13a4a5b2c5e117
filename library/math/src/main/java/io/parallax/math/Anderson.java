package io.parallax.math;

import java.util.ArrayList;
import java.util.List;

/**
 * Anderson acceleration of a fixed-point iteration z → g(z): the next point is the combination of
 * the last few g(z) whose residuals g(z) − z cancel best. Costs two passes over z per remembered
 * step and a small least-squares problem. Steps of large z are {@link SpilledMatrix} on disk.
 */
public final class Anderson {
  /** Relative ridge of the small least-squares problem: keeps it solvable when steps repeat. */
  private static final double RIDGE = 1e-12;

  private final int memory;
  private final int large;
  private final List<Step> steps = new ArrayList<>(); // oldest first
  private Matrix lastResidual;
  private Matrix lastImage;

  /**
   * The change of residual and image in one step.
   *
   * @param dots of the residual with those of all steps up to this one
   */
  private record Step(SpilledMatrix residual, SpilledMatrix image, List<Double> dots) {
    void forget() {
      residual.close();
      image.close();
    }
  }

  /**
   * @param memory how many steps are remembered, at least 1
   */
  public Anderson(int memory) {
    this(memory, SpilledMatrix.LARGE);
  }

  /**
   * @param large how many numbers a step has that is not kept in memory
   */
  Anderson(int memory, int large) {
    if (memory < 1) {
      throw new IllegalArgumentException("memory is " + memory + ", must be at least 1");
    }
    this.memory = memory;
    this.large = large;
  }

  /** The next point, given that the iteration maps {@code z} to {@code image}. */
  public Matrix next(Matrix z, Matrix image) {
    Matrix residual = image.minus(z);
    if (lastResidual != null) {
      remember(residual.minus(lastResidual), image.minus(lastImage));
    }
    lastResidual = residual;
    lastImage = image;
    if (steps.isEmpty()) {
      return image;
    }
    double[] gamma = combination(residual);
    Matrix next = image;
    for (int i = 0; i < gamma.length; i++) {
      next = next.plusScaled(-gamma[i], steps.get(i).image().matrix());
    }
    return next.isFinite() ? next : image;
  }

  /** Forgets all steps, for example after one that had to be taken back. */
  public void forget() {
    steps.forEach(Step::forget);
    steps.clear();
    lastResidual = null;
    lastImage = null;
  }

  private void remember(Matrix residualStep, Matrix imageStep) {
    double square = residualStep.squaredNorm();
    if (Math.sqrt(square) < 1e-150) {
      return; // says nothing, and its square is 0
    }
    if (steps.size() == memory) {
      steps.remove(0).forget();
      steps.forEach(step -> step.dots().remove(0));
    }
    List<Double> dots = new ArrayList<>();
    steps.forEach(step -> dots.add(step.residual().matrix().dot(residualStep)));
    dots.add(square);
    steps.add(
        new Step(
            new SpilledMatrix(residualStep, large), new SpilledMatrix(imageStep, large), dots));
  }

  private double dot(int i, int j) {
    return steps.get(Math.max(i, j)).dots().get(Math.min(i, j));
  }

  /** γ that minimises ‖residual − Σ γ_i step_i‖, with steps scaled to unit length. */
  private double[] combination(Matrix residual) {
    int m = steps.size();
    double[] lengths = new double[m];
    for (int i = 0; i < m; i++) {
      lengths[i] = Math.max(Math.sqrt(dot(i, i)), Double.MIN_NORMAL);
    }
    Matrix normal =
        Matrix.fill(m, m, (i, j) -> dot(i, j) / (lengths[i] * lengths[j]) + (i == j ? RIDGE : 0));
    Matrix right =
        Matrix.fill(m, 1, (i, j) -> steps.get(i).residual().matrix().dot(residual) / lengths[i]);
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
