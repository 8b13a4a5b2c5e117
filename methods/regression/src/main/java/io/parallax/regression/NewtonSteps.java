package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionMessages.Conjugate;
import io.parallax.regression.RegressionMessages.Gradient;
import io.parallax.regression.RegressionMessages.Image;
import io.parallax.regression.RegressionMessages.Penalties;
import io.parallax.regression.RegressionMessages.Shrink;
import io.parallax.regression.RegressionMessages.Shrunk;
import io.parallax.regression.RegressionMessages.Slope;
import java.util.function.DoubleUnaryOperator;

/**
 * The coordinator's half of Newton's method by conjugate gradients. It has the linear predictor S
 * of the training rows, and the image of every direction; from these and sums of scalar products
 * follow all factors, so that one sum is one conjugate step, and the Newton step needs none.
 */
final class NewtonSteps {
  private static final double FORCING = 0.1; // the largest rest of a linear system, relative
  private static final double UNCHANGED = 1e-11; // of the objective: rounding
  private static final double SMALLEST_STEP = 1e-6;
  private static final double NO_GAIN = 1e-4; // in units of the log-likelihood
  private static final double FAR = 0.5; // in units of the linear predictor
  private static final double ENOUGH = 1e-4; // of the promised gain: the step's length is right
  private static final double WORST = 1e-13; // the relative accuracy that rounding allows

  private final Loss loss;
  private final int rows;
  private double[] s;
  private Loss.Point point;
  private double penalty; // wᵀΛw
  private int columns;
  private boolean stepping; // within a Newton step
  private boolean fresh; // no image of this step has come
  private double start; // √(ϱᵀq/N) at the step's beginning
  private double rest; // √(ϱᵀq/N) now
  private double gain; // γ
  private double rho; // ϱᵀq
  private double[] image; // T, of the conjugate direction d
  private double[] change; // ΔS, of the step u
  private double dd; // dᵀΛd
  private double ud; // uᵀΛd
  private double uu;
  private double wd; // wᵀΛd
  private double wu;
  private double promised; // gᵀu
  private int steps;
  private double alpha;
  private double beta;
  private double length; // t
  private boolean endless;
  private boolean shrinking; // within a step that may leave columns out
  private boolean complete; // the step is found, but not its length
  private int chosen; // columns that are not left out

  NewtonSteps(Loss loss, int rows) {
    this.loss = loss;
    this.rows = rows;
    this.s = new double[rows];
    this.point = loss.at(s);
  }

  boolean stepping() {
    return stepping;
  }

  /** Returns the gradient's size at the last beginning of a step, for each row. */
  double start() {
    return start;
  }

  double objective() {
    return point.value() + penalty / 2;
  }

  Loss.Point point() {
    return point;
  }

  double[] s() {
    return s.clone();
  }

  int columns() {
    return columns;
  }

  double alpha() {
    return alpha;
  }

  double beta() {
    return beta;
  }

  double length() {
    return length;
  }

  /** Returns true if the last step moved rows far and gained nothing. */
  boolean endless() {
    return endless;
  }

  /** Returns true if the likelihood is bounded and a row's predictor is beyond a limit. */
  boolean runsAway(double limit) {
    double largest = 0;
    for (double own : s) {
      largest = Math.max(largest, Math.abs(own));
    }
    return loss.bounded() && largest > limit;
  }

  /** Returns the number of columns that are not left out. */
  int chosen() {
    return chosen;
  }

  /** Returns true if the last step that was begun may leave columns out. */
  boolean shrinking() {
    return shrinking;
  }

  /** Returns true if the step is found, but not its length. */
  boolean complete() {
    return complete;
  }

  Shrink shrink(double unit) {
    return new Shrink(
        column(point.residual()), column(point.curvature()), alpha, beta, length, unit);
  }

  /**
   * Begins a step that may leave columns out.
   *
   * @param parties the factor by which each party's step is shorter than if it were alone
   */
  void begin(Shrunk told, int parties) {
    begin(told.columns(), told.penalty(), told.decrement());
    chosen = told.chosen();
    start *= parties;
    promised = parties * rho;
    shrinking = true;
  }

  Slope slope() {
    return new Slope(column(point.residual()), column(point.curvature()), alpha, beta, length);
  }

  void begin(Gradient told) {
    begin(told.columns(), told.penalty(), told.decrement());
  }

  private void begin(int columns, double penalty, double decrement) {
    this.columns = columns;
    this.penalty = penalty * rows;
    rho = Math.max(0, decrement * rows);
    start = Math.sqrt(rho / rows);
    rest = start;
    dd = 0;
    ud = 0;
    uu = 0;
    wd = 0;
    wu = 0;
    promised = 0;
    steps = 0;
    alpha = 0;
    beta = 0;
    length = 0;
    image = new double[rows];
    change = new double[rows];
    fresh = true;
    stepping = true;
    shrinking = false;
    complete = false;
  }

  /** Leaves a step out that has nothing to gain. */
  void skip() {
    stepping = false;
  }

  Conjugate conjugate() {
    gain = gain();
    Matrix action = fresh ? Matrix.zeros(1, 1) : column(point.action(image));
    return new Conjugate(action, alpha, beta, gain);
  }

  boolean fresh() {
    return fresh;
  }

  /** Returns a power of 2 that brings the next image to about 1. */
  private double gain() {
    double sum = 0;
    for (double a : point.curvature()) {
      sum += a;
    }
    return Math.scalb(1.0, Math.getExponent(Math.sqrt(sum / Math.max(rho, Double.MIN_NORMAL))));
  }

  /** Takes one conjugate step; the Newton step is complete when the rest is small. */
  @Eq("9")
  void take(Image told, double tolerance) {
    if (shrinking) {
      shrink(told);
      return;
    }
    double square = gain * gain / rows;
    double now = Math.max(0, told.decrement() / square);
    beta = fresh ? 0 : now / rho;
    fresh = false;
    rho = now;
    ud = told.along() / square + beta * (ud + alpha * dd);
    dd = told.square() / square + 2 * beta * told.mixed() / square + beta * beta * dd;
    wd = told.pull() / (gain / rows) + beta * wd;
    for (int i = 0; i < rows; i++) {
      image[i] = told.image().get(i, 0) / gain + beta * image[i];
    }
    advance();
    rest = Math.sqrt(rho / rows);
    steps++;
    if (rest <= enough(tolerance) * start || alpha == 0 || steps >= 2 * columns + 2) {
      complete = true;
    }
  }

  /** Takes the image of a step that is the parties' own. */
  @Eq("13")
  private void shrink(Image told) {
    for (int i = 0; i < rows; i++) {
      change[i] = told.image().get(i, 0) / gain;
    }
    alpha = 1;
    beta = 0;
    fresh = false;
    complete = true;
  }

  private void advance() {
    double[] action = point.action(image);
    double curvature = dd;
    for (int i = 0; i < rows; i++) {
      curvature += image[i] * action[i];
    }
    alpha = curvature > 0 ? rho / curvature : 0;
    promised += alpha * rho;
    uu += 2 * alpha * ud + alpha * alpha * dd;
    wu += alpha * wd;
    for (int i = 0; i < rows; i++) {
      change[i] += alpha * image[i];
    }
  }

  /** Returns the rest of the linear system, relative, at which the Newton step is good enough. */
  private double enough(double tolerance) {
    double needed = FORCING * Math.max(tolerance, WORST) / start;
    return loss.quadratic() ? needed : Math.min(FORCING, Math.max(start, needed));
  }

  /** Chooses the step's length where there is no other penalty than a ridge. */
  void end() {
    end(t -> penalty + 2 * t * wu + t * t * uu);
  }

  /** Chooses the step's length where the parties have told their penalties. */
  void end(Penalties told) {
    Matrix along = WideSum.MEANS.read(told.along());
    end(t -> rows * along.get(0, -Math.getExponent(t)));
  }

  private void end(DoubleUnaryOperator penalties) {
    double before = objective();
    double t = 1;
    while (true) {
      double[] next = moved(t);
      Loss.Point there = loss.at(next);
      double value = there.value() + penalties.applyAsDouble(t) / 2;
      double needed = shrinking ? ENOUGH * t * promised : 0;
      if (value <= before - needed + UNCHANGED * Math.abs(before) || t < SMALLEST_STEP) {
        s = next;
        point = there;
        penalty = penalties.applyAsDouble(t);
        break;
      }
      t /= 2;
    }
    length = t;
    double far = 0;
    for (double c : change) {
      far = Math.max(far, Math.abs(t * c));
    }
    endless = !loss.quadratic() && promised < NO_GAIN && far > FAR;
    stepping = false;
    complete = false;
  }

  private double[] moved(double t) {
    double[] next = new double[rows];
    for (int i = 0; i < rows; i++) {
      next[i] = s[i] + t * change[i];
    }
    return next;
  }

  static Matrix column(double[] values) {
    return Matrix.of(values.length, 1, values);
  }
}
