package io.parallax.math;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Minimises ‖XW − T‖² + β‖W‖₂,₁ over one {@link Design}, β > 0, never raising the objective. Every
 * iteration is one sweep of exact row updates, which decides which rows are zero, and one truncated
 * Newton step on the non-zero rows, where the objective is smooth.
 */
final class RowSparseDescent {
  private static final int MOST_ITERATIONS = 500;
  private static final int PATIENCE = 60;
  private static final int MOST_SWEEPS = 5;

  private final Design design;
  private final double beta;
  private double damping;

  RowSparseDescent(Design design, double beta) {
    this.design = design;
    this.beta = beta;
  }

  /** The best point found, the largest of its {@link #violations}, and the iterations. */
  record Outcome(Matrix w, double violation, int iterations) {}

  /** Descends until no row violates its optimality condition by more than {@code allowed}. */
  Outcome minimise(Matrix start, double allowed) {
    Matrix w = start;
    Outcome best = new Outcome(w, largestViolation(w), 0);
    int since = 0;
    for (int k = 1; best.violation > allowed && k <= MOST_ITERATIONS && since < PATIENCE; k++) {
      w = newton(settle(w));
      double violation = largestViolation(w);
      since = violation < best.violation ? 0 : since + 1;
      best = since == 0 ? new Outcome(w, violation, k) : best;
    }
    return best;
  }

  /**
   * Returns each row's distance from optimality, given C − GW: ‖2(GW − C)_i + β w_i/‖w_i‖‖ for a
   * non-zero row, the excess of 2‖(C − GW)_i‖ over β for a zero row.
   */
  static double[] violations(Matrix w, Matrix correlations, double beta) {
    int c = w.cols();
    double[] violations = w.rowNorms();
    for (int i = 0; i < violations.length; i++) {
      double norm = violations[i];
      double square = 0;
      for (int k = i * c; k < (i + 1) * c; k++) {
        double pull = norm == 0 ? 0 : beta * (w.array()[k] / norm);
        double slope = pull - 2 * correlations.array()[k];
        square += slope * slope;
      }
      violations[i] = norm == 0 ? Math.max(0, Math.sqrt(square) - beta) : Math.sqrt(square);
    }
    return violations;
  }

  /** The indices of the rows that are not entirely zero. */
  static int[] nonZeroRows(Matrix w) {
    double[] norms = w.rowNorms();
    return IntStream.range(0, norms.length).filter(i -> norms[i] > 0).toArray();
  }

  /** A matrix of {@code rows} rows that has row i of {@code part} at {@code at[i]}, else zeros. */
  static Matrix spread(Matrix part, int[] at, int rows) {
    int c = part.cols();
    double[] out = Matrix.allocate(rows, c);
    for (int i = 0; i < at.length; i++) {
      System.arraycopy(part.array(), i * c, out, at[i] * c, c);
    }
    return Matrix.wrap(rows, c, out);
  }

  private double largestViolation(Matrix w) {
    return Norms.maxAbs(violations(w, design.correlations(w), beta));
  }

  /** Sweeps until the same rows stay zero, a few times at most. */
  private Matrix settle(Matrix start) {
    Matrix w = start;
    int[] before = nonZeroRows(w);
    for (int k = 0; k < MOST_SWEEPS; k++) {
      w = design.sweep(w, beta);
      int[] after = nonZeroRows(w);
      if (Arrays.equals(before, after)) {
        break;
      }
      before = after;
    }
    return w;
  }

  private Matrix newton(Matrix w) {
    int[] active = nonZeroRows(w);
    if (active.length == 0) {
      return w;
    }
    NewtonStep.Taken taken =
        new NewtonStep(design.restrict(active), beta, w.selectRows(active)).take(damping);
    damping = taken.damping();
    return spread(taken.w(), active, w.rows());
  }
}
