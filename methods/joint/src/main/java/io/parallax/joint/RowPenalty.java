package io.parallax.joint;

import io.parallax.math.Matrix;
import java.util.Arrays;

/**
 * λ/2·‖W‖² + β‖W‖₂,₁ and its model near W: ½ Σ e_i ‖v_i‖² + Σ (p_i − e_i)⟨w_i, v_i⟩ for W → V.
 * Exact for β = 0.
 *
 * <p>A row that shrinks and whose slope ‖g_i‖ is below β is on its way to 0. Its weight is raised
 * by a growing power of β/‖g_i‖: that ratio is 1 for rows that stay, so the optimum is the same,
 * and vanishing rows reach 0 soon. The others' curvature is underestimated, because along w_i the
 * penalty has none. Neither is done when the coordinator asks for a careful step.
 */
final class RowPenalty {
  private static final double SMALLEST = 1e-12;
  private static final double RELAXED = 0.7;
  private static final double SHRINKS = 1 - 1e-9;
  private static final int MOST_POWER = 20;
  private static final double MOST_RAISED = 3;

  /** A weight, relative to the loss's curvature, that makes a row effectively 0. */
  private static final double GONE = 1e3;

  private final double lambda;
  private final double beta;
  private double[] norms;
  private double[] shrunk; // for how many rounds in a row

  /**
   * A model of the penalty, row by row.
   *
   * @param pull p: the slope is p_i w_i
   * @param bend e
   * @param kept 0 for a row that is 0 and stays so, else 1
   */
  record Model(double[] pull, double[] bend, double[] kept) {}

  RowPenalty(double lambda, double beta, int rows) {
    this.lambda = lambda;
    this.beta = beta;
    this.norms = new double[rows];
    this.shrunk = new double[rows];
  }

  /** Returns the state for resuming: 2 × d. */
  Matrix state() {
    return Matrix.of(new double[][] {norms, shrunk});
  }

  void restore(Matrix state) {
    norms = state.row(0);
    shrunk = state.row(1);
  }

  double of(Matrix w) {
    return 0.5 * lambda * w.squaredNorm() + (beta > 0 ? beta * w.normL21() : 0);
  }

  /**
   * @param slopes ‖g_i‖, g = Xᵀ residual
   * @param curvature of the loss for a row of W
   */
  Model model(Matrix w, double[] slopes, double curvature, boolean careful) {
    double[] bend = new double[w.rows()];
    Arrays.fill(bend, lambda);
    double[] kept = new double[w.rows()];
    Arrays.fill(kept, 1);
    if (beta == 0) {
      return new Model(bend, bend, kept);
    }
    double[] now = w.rowNorms();
    double typical = typical(now);
    double[] pull = bend.clone();
    for (int i = 0; i < now.length; i++) {
      kept[i] = now[i] == 0 && slopes[i] <= beta ? 0 : 1;
      shrunk[i] = now[i] < norms[i] * SHRINKS ? shrunk[i] + 1 : 0;
      double weight = beta / Math.max(now[i], awake(slopes[i], typical));
      double raised = careful ? 1 : raised(i, slopes[i]);
      pull[i] += Math.min(raised * weight, GONE * curvature);
      bend[i] +=
          Math.min(raised > 1 || careful ? raised * weight : RELAXED * weight, GONE * curvature);
    }
    norms = now;
    return new Model(pull, bend, kept);
  }

  /** W with a 0 in place of every row that a step on it alone would make 0. */
  Matrix prune(Matrix w, Matrix g, double curvature) {
    double[] reach = w.scale(curvature).plus(g).rowNorms();
    return Matrix.fill(w.rows(), w.cols(), (i, c) -> reach[i] <= beta ? 0 : w.get(i, c));
  }

  /** Returns the mean norm of the non-zero rows, or 1 if all are 0. */
  private static double typical(double[] norms) {
    return Arrays.stream(norms).filter(norm -> norm > SMALLEST).average().orElse(1);
  }

  /** Returns the initial norm of a row that is 0 but should not be. */
  private double awake(double slope, double typical) {
    return Math.max(SMALLEST, Math.min(1, slope / beta - 1) * typical);
  }

  private double raised(int i, double slope) {
    double ratio = Math.max(1, beta / Math.max(slope, SMALLEST * beta));
    return Math.min(MOST_RAISED, Math.pow(ratio, Math.min(shrunk[i], MOST_POWER)));
  }
}
