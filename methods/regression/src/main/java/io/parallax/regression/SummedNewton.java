package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.math.Matrix;
import io.parallax.regression.SummedLoss.Derivatives;
import io.parallax.regression.SummedLoss.Point;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Newton's method on a loss from sums: a round is the loss at one vector of weights. */
final class SummedNewton {
  private static final double ROUNDING = 1e-13; // a gradient, for each row, that is 0
  private static final double UNCHANGED = 1e-11; // of the objective: rounding
  private static final double SMALLEST_STEP = 1e-6;
  private static final double NO_GAIN = 1e-4; // in units of the log-likelihood
  private static final double SLOW = 10; // a step promises as much less where there is a maximum

  private static final double FAR =
      0.05; // in deviations of a column, of which a rare group has few
  private static final double JITTER = 1e-10; // keeps the Hessian positive definite
  private static final double ENOUGH = 1e-4; // of the promised gain: the step's length is right
  private static final int MOST_REFUSED = 20; // where there is a maximum, few steps are too long

  private final SummedLoss loss;
  private final double[] penalty; // Λ
  private final double[] thresholds; // β
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

  SummedNewton(SummedLoss loss, double[] penalty, double[] thresholds, int rows) {
    this.loss = loss;
    this.penalty = penalty;
    this.thresholds = thresholds;
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
      double value = there.value() + penaltyAt(next);
      if (point == null || value <= enough()) {
        boolean first = point == null;
        accept(next, there, value);
        if (first && factor.lost() >= 0 && free(factor.lost())) {
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

  /** Returns the objective at which a step is accepted. */
  private double enough() {
    double gain = sparse() ? ENOUGH * length * promised : 0;
    return objective - gain + UNCHANGED * Math.abs(objective);
  }

  private int last() {
    return penalty.length - 1;
  }

  private boolean free(int j) {
    return penalty[j] == 0 && thresholds[j] == 0;
  }

  private boolean sparse() {
    return Arrays.stream(thresholds).anyMatch(v -> v > 0);
  }

  private double penaltyAt(Matrix at) {
    double sizes = 0;
    for (int j = 0; j < thresholds.length; j++) {
      sizes += thresholds[j] * Math.abs(at.get(j, 0));
    }
    return penalised(at).dot(at) / 2 + sizes;
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
    Matrix full =
        Matrix.fill(
            h.rows(),
            h.cols(),
            (i, j) -> (h.get(i, j) + h.get(j, i)) / 2 + (i == j ? penalty[i] : 0));
    factor = Factor.of(full);
    length = 1;
    double before = promised;
    if (sparse()) {
      u = shrunk(full, g);
      promised = Math.max(0, u.dot(full.times(u)));
    } else {
      u = factor.solveTransposed(factor.solve(g));
      promised = Math.max(0, g.dot(u));
    }
    endless = sparse() ? flat() : slow(before);
  }

  /** Returns true if steps promise little, and not much less than the one before did. */
  private boolean slow(double before) {
    return before < NO_GAIN && promised > before / SLOW && !small(ROUNDING) && promised > tiny();
  }

  /** Returns true if a long step of a weight without a penalty promises little. */
  private boolean flat() {
    int far = farthest();
    return promised < NO_GAIN && free(far) && Math.abs(u.get(far, 0)) > FAR;
  }

  /** Returns the best step on the loss's second-order approximation, with all penalties. */
  @Eq("13")
  private Matrix shrunk(Matrix h, Matrix g) {
    double mean = 1e-300;
    for (int j = 0; j < h.rows(); j++) {
      mean += h.get(j, j) / h.rows();
    }
    double least = JITTER * mean;
    Matrix p = Matrix.fill(h.rows(), h.cols(), (i, j) -> h.get(i, j) + (i == j ? least : 0));
    double[] best = Shrinkage.minimise(p, p.times(w).plus(g).toArray(), thresholds, w.toArray());
    return Matrix.of(best.length, 1, best).minus(w);
  }

  /** Returns how many of the first weights are not 0. */
  int chosen(int columns) {
    return (int) IntStream.range(0, columns).filter(j -> w.get(j, 0) != 0).count();
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

  int rows() {
    return rows;
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
