package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Cholesky;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.regression.RegressionMessages.Conjugate;
import io.parallax.regression.RegressionMessages.Gradient;
import io.parallax.regression.RegressionMessages.Image;
import io.parallax.regression.RegressionMessages.Slope;
import java.util.Optional;

/**
 * A party's part of the fit, on standardised columns: its weights w, and its parts of the vectors
 * of conjugate gradients on Hu = g, preconditioned by its own block P of H.
 */
final class ColumnFit {
  /** Relative to a diagonal entry: keeps P positive definite where curvature vanishes. */
  private static final double JITTER = 1e-10;

  private static final double LARGEST = 1e100;

  private final StandardColumns x;
  private final double[] penalty; // Λ, on standardised columns
  private Matrix w; // d × 1, as all others
  private Matrix u; // the Newton step
  private Matrix residual; // ϱ = g − Hu
  private Matrix q; // P⁻¹ϱ
  private Matrix direction; // d, conjugate
  private Matrix curvature; // a, N × 1
  private Optional<Cholesky> block = Optional.empty(); // of P

  ColumnFit(StandardColumns x, double lambda) {
    this.x = x;
    this.penalty = new double[x.size()];
    double[] deviations = x.deviations();
    for (int j = 0; j < x.own(); j++) {
      double deviation = deviations[j] > 0 ? deviations[j] : 1;
      penalty[j] = lambda / (deviation * deviation);
    }
    Matrix none = Matrix.zeros(x.size(), 1);
    this.w = none;
    this.u = none;
    this.residual = none;
    this.q = none;
    this.direction = none;
    this.curvature = Matrix.zeros(x.samples(), 1);
  }

  Matrix w() {
    return w;
  }

  /** Returns u + α(q + βd). */
  Matrix newtonStep(double alpha, double beta) {
    requireFinite(alpha, beta, 0);
    return u.plusScaled(alpha, q.plusScaled(beta, direction));
  }

  double[] penalty() {
    return penalty.clone();
  }

  /** Takes the last conjugate step and t of the Newton step: w ← w + t(u + α(q + βd)). */
  void step(double alpha, double beta, double t) {
    requireFinite(alpha, beta, t);
    direction = q.plusScaled(beta, direction);
    u = u.plusScaled(alpha, direction);
    w = w.plusScaled(t, u);
  }

  /** Begins a Newton step: g = Xᵀr − Λw, P = Xᵀdiag(a)X + Λ. */
  @Eq("8")
  Gradient slope(Slope ask) {
    step(ask.alpha(), ask.beta(), ask.step());
    if (!(ask.residual().maxAbs() <= LARGEST)) {
      throw new ProtocolViolation("a residual is not a number that can be computed with");
    }
    curvature = ask.curvature();
    block = Optional.empty();
    Matrix none = Matrix.zeros(x.size(), 1);
    u = none;
    direction = none;
    residual = x.transposeTimes(ask.residual()).minus(penalised(w));
    q = block().solve(residual);
    double n = x.samples();
    return new Gradient(residual.dot(q) / n, w.dot(penalised(w)) / n, x.size());
  }

  /** Takes a conjugate step, unless a Newton step begins, and finds the next direction's image. */
  @Eq("9")
  Image conjugate(Conjugate ask) {
    requireFinite(ask.alpha(), ask.beta(), ask.gain());
    if (ask.action().rows() == x.samples()) {
      direction = q.plusScaled(ask.beta(), direction);
      u = u.plusScaled(ask.alpha(), direction);
      Matrix product = x.transposeTimes(ask.action()).plus(penalised(direction));
      residual = residual.plusScaled(-ask.alpha(), product);
      q = block().solve(residual);
    } else if (ask.action().rows() != 1) {
      throw new ProtocolViolation("the Hessian's action has not as many rows as there are");
    }
    return image(ask.gain());
  }

  private Image image(double gain) {
    double square = gain * gain / x.samples();
    Matrix pull = penalised(q);
    return new Image(
        x.times(q).scale(gain),
        square * residual.dot(q),
        square * q.dot(pull),
        square * direction.dot(pull),
        square * u.dot(pull),
        gain / x.samples() * w.dot(pull));
  }

  Matrix penalised(Matrix a) {
    return Matrix.fill(a.rows(), a.cols(), (i, j) -> penalty[i] * a.get(i, j));
  }

  private static void requireFinite(double a, double b, double c) {
    if (!(Math.abs(a) <= LARGEST && Math.abs(b) <= LARGEST && Math.abs(c) <= LARGEST)) {
      throw new ProtocolViolation("a factor of a step is not a number that can be computed with");
    }
  }

  /** P = Xᵀdiag(a)X + Λ. */
  private Matrix own() {
    double[] a = curvature.toArray();
    for (double value : a) {
      if (!(value >= 0 && value <= LARGEST)) {
        throw new ProtocolViolation("a curvature is below 0 or too large");
      }
    }
    Matrix gram = x.gram(a);
    double mean = 1e-300;
    for (int j = 0; j < gram.rows(); j++) {
      mean += gram.get(j, j) / gram.rows();
    }
    double least = JITTER * mean;
    return Matrix.fill(
        gram.rows(),
        gram.cols(),
        (i, j) -> gram.get(i, j) + (i == j ? Math.max(penalty[i], least) : 0));
  }

  private Cholesky block() {
    if (block.isEmpty()) {
      try {
        block = Optional.of(own().cholesky());
      } catch (IllegalArgumentException e) {
        throw new ProtocolViolation("the curvature leaves nothing to solve");
      }
    }
    return block.get();
  }

  /**
   * Returns M, d × width: random combinations that only this party can know, of columns that are
   * independent of each other and of size 1.
   */
  Matrix mixture(int width, Rng secret) {
    double sum = 0;
    for (double a : curvature.toArray()) {
      sum += a;
    }
    Matrix drawn = Matrix.gaussian(x.size(), width, secret.child(x.deviations()));
    return Factor.of(own()).solveTransposed(drawn).scale(Math.sqrt(sum / width));
  }

  /** The state for resuming. */
  record State(Matrix w, Matrix u, Matrix residual, Matrix q, Matrix direction, Matrix curvature) {}

  State state() {
    return new State(w, u, residual, q, direction, curvature);
  }

  void restore(State state) {
    w = state.w();
    u = state.u();
    residual = state.residual();
    q = state.q();
    direction = state.direction();
    curvature = state.curvature();
    block = Optional.empty();
  }
}
