package io.parallax.regression;

import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.math.Matrix;
import io.parallax.regression.SummedLoss.Derivatives;
import io.parallax.regression.SummedLoss.Point;
import java.util.function.IntFunction;

/** Newton's method on a loss from sums: a round is the loss at one vector of weights. */
final class SummedNewton {
  private static final double ROUNDING = 1e-13; // a gradient, for each row, that is 0
  private static final double UNCHANGED = 1e-11; // of the objective: rounding
  private static final double SMALLEST_STEP = 1e-6;
  private static final double NO_GAIN = 1e-4; // in units of the log-likelihood
  private static final double SLOW = 10; // a step promises as much less where there is a maximum

  private static final int MOST_REFUSED = 20; // where there is a maximum, few steps are too long

  private final SummedLoss loss;
  private final double[] penalty; // Λ
  private final int rows;
  private Matrix w; // W × 1
  private Point point;
  private Factor factor; // of the Hessian with Λ
  private Matrix u; // the step
  private double length = 1;
  private double objective = Double.POSITIVE_INFINITY;
  private double promised = Double.POSITIVE_INFINITY; // gᵀu
  private int refused; // points that a party did not answer
  private boolean endless;

  SummedNewton(SummedLoss loss, double[] penalty, int rows) {
    this.loss = loss;
    this.penalty = penalty;
    this.rows = rows;
    this.w = Matrix.zeros(penalty.length, 1);
    this.u = w;
  }

  /**
   * Takes steps.
   *
   * @param repeated makes the refusal of a column that repeats others
   * @param without makes the refusal of a column without a best coefficient
   */
  void run(
      Rounds rounds,
      IntFunction<RuntimeException> repeated,
      IntFunction<RuntimeException> without) {
    for (Round round : rounds) {
      Matrix next = w.plusScaled(length, u);
      Point there = loss.at(next);
      double value = there.value() + penalised(next).dot(next) / 2;
      if (point == null || value <= objective + UNCHANGED * Math.abs(objective)) {
        boolean first = point == null;
        accept(next, there, value);
        if (first && factor.lost() >= 0 && penalty[factor.lost()] == 0) {
          throw repeated.apply(Math.min(factor.lost(), last()));
        }
      } else {
        length /= 2;
        refused += there.value() >= OwnSums.TOO_LARGE / 2 ? 1 : 0;
        endless = refused > MOST_REFUSED;
      }
      if (endless) {
        throw without.apply(farthest());
      }
      round.objective(objective);
      if (done(rounds.tolerance())) {
        round.change(0);
      }
    }
  }

  private int last() {
    return penalty.length - 1;
  }

  private Matrix penalised(Matrix a) {
    return Matrix.fill(a.rows(), 1, (i, j) -> penalty[i] * a.get(i, 0));
  }

  private void accept(Matrix next, Point there, double value) {
    w = next;
    point = there;
    objective = value;
    Derivatives at = there.derivatives();
    Matrix g = at.gradient().minus(penalised(w));
    Matrix h = at.hessian();
    factor =
        Factor.of(
            Matrix.fill(
                h.rows(),
                h.cols(),
                (i, j) -> (h.get(i, j) + h.get(j, i)) / 2 + (i == j ? penalty[i] : 0)));
    u = factor.solveTransposed(factor.solve(g));
    length = 1;
    double before = promised;
    promised = Math.max(0, g.dot(u));
    endless = before < NO_GAIN && promised > before / SLOW && !small(ROUNDING) && promised > tiny();
  }

  /** Returns the promise of a step that is rounding. */
  private double tiny() {
    return UNCHANGED * (1 + Math.abs(objective));
  }

  private boolean small(double tolerance) {
    return Math.sqrt(promised / rows) <= tolerance;
  }

  private boolean done(double tolerance) {
    return small(Math.max(tolerance, ROUNDING)) || length < SMALLEST_STEP;
  }

  /** Returns the column whose weight the step moves farthest. */
  private int farthest() {
    int found = 0;
    for (int j = 0; j < penalty.length; j++) {
      found = Math.abs(u.get(j, 0)) > Math.abs(u.get(found, 0)) ? j : found;
    }
    return found;
  }

  Matrix weights() {
    return w;
  }

  Point point() {
    return point;
  }

  double objective() {
    return objective;
  }

  /** Returns the inverse of the Hessian with the penalty. */
  Matrix inverse() {
    return factor.solveTransposed(factor.solve(Matrix.identity(penalty.length)));
  }
}
