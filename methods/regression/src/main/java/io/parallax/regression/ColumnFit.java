package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Cholesky;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.regression.RegressionMessages.AskPenalties;
import io.parallax.regression.RegressionMessages.Conjugate;
import io.parallax.regression.RegressionMessages.Gradient;
import io.parallax.regression.RegressionMessages.Image;
import io.parallax.regression.RegressionMessages.Penalties;
import io.parallax.regression.RegressionMessages.Shrink;
import io.parallax.regression.RegressionMessages.Shrunk;
import io.parallax.regression.RegressionMessages.Slope;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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
  private final double[] threshold; // β, on standardised columns
  private final double parties;
  private double unit = 1; // of the target
  private Matrix w; // d × 1, as all others
  private Matrix u; // the Newton step
  private Matrix residual; // ϱ = g − Hu
  private Matrix q; // P⁻¹ϱ
  private Matrix direction; // d, conjugate
  private Matrix curvature; // a, N × 1
  private Optional<Cholesky> block = Optional.empty(); // of P

  ColumnFit(StandardColumns x, double lambda, double beta, int parties) {
    this.x = x;
    this.parties = parties;
    this.penalty = new double[x.size()];
    this.threshold = new double[x.size()];
    double[] deviations = x.deviations();
    for (int j = 0; j < x.own(); j++) {
      double deviation = deviations[j] > 0 ? deviations[j] : 1;
      penalty[j] = lambda / (deviation * deviation);
      threshold[j] = beta / deviation;
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
    begin(ask.residual(), ask.curvature());
    residual = chosen(residual.minus(pull()));
    q = block().solve(residual);
    return new Gradient(residual.dot(q) / x.samples(), penaltyAt(w), x.size());
  }

  private void begin(Matrix r, Matrix a) {
    if (!(r.maxAbs() <= LARGEST)) {
      throw new ProtocolViolation("a residual is not a number that can be computed with");
    }
    curvature = a;
    block = Optional.empty();
    Matrix none = Matrix.zeros(x.size(), 1);
    u = none;
    direction = none;
    residual = x.transposeTimes(r).minus(penalised(w));
  }

  /**
   * Begins a step that may leave columns out: the best one where all parties' Hessians together are
   * at most their number times the own one.
   */
  @Eq("13")
  Shrunk shrink(Shrink ask) {
    if (!(ask.unit() > 0 && ask.unit() <= LARGEST)) {
      throw new ProtocolViolation("the target's unit is not a number above 0");
    }
    unit = ask.unit();
    step(ask.alpha(), ask.beta(), ask.step());
    begin(ask.residual(), ask.curvature());
    Matrix p = own().scale(parties);
    double[] best =
        Shrinkage.minimise(p, p.times(w).plus(residual).toArray(), thresholds(), w.toArray());
    q = Matrix.of(best.length, 1, best).minus(w);
    double bend = q.dot(p.times(q)) / parties;
    int chosen = (int) IntStream.range(0, x.own()).filter(j -> w.get(j, 0) != 0).count();
    return new Shrunk(bend / x.samples(), penaltyAt(w), x.size(), chosen);
  }

  /** Returns the penalties along the step u + α(q + βd). */
  Penalties penalties(AskPenalties ask) {
    Matrix whole = newtonStep(ask.alpha(), ask.beta());
    return new Penalties(
        WideSum.MEANS.written(
            Matrix.fill(
                1,
                RegressionMessages.LENGTHS,
                (i, k) -> penaltyAt(w.plusScaled(Math.scalb(1.0, -k), whole)))));
  }

  private double[] thresholds() {
    return Arrays.stream(threshold).map(v -> v / unit).toArray();
  }

  /** Returns (wᵀΛw + 2β|w|) / N. */
  double penaltyAt(Matrix at) {
    double sizes = 0;
    for (int j = 0; j < threshold.length; j++) {
      sizes += threshold[j] / unit * Math.abs(at.get(j, 0));
    }
    return (at.dot(penalised(at)) + 2 * sizes) / x.samples();
  }

  /** Returns the slope of β|w|. */
  private Matrix pull() {
    return Matrix.fill(x.size(), 1, (j, c) -> threshold[j] / unit * Math.signum(w.get(j, 0)));
  }

  /** Returns true if a column takes part in Newton steps: one that is left out stays so. */
  private boolean takesPart(int j) {
    return threshold[j] == 0 || w.get(j, 0) != 0;
  }

  private Matrix chosen(Matrix a) {
    return Matrix.fill(a.rows(), a.cols(), (j, c) -> takesPart(j) ? a.get(j, c) : 0);
  }

  /** Takes a conjugate step, unless a Newton step begins, and finds the next direction's image. */
  @Eq("9")
  Image conjugate(Conjugate ask) {
    requireFinite(ask.alpha(), ask.beta(), ask.gain());
    if (ask.action().rows() == x.samples()) {
      direction = q.plusScaled(ask.beta(), direction);
      u = u.plusScaled(ask.alpha(), direction);
      Matrix product = x.transposeTimes(ask.action()).plus(penalised(direction));
      residual = chosen(residual.plusScaled(-ask.alpha(), product));
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
        Matrix p = own();
        block =
            Optional.of(
                Matrix.fill(
                        p.rows(),
                        p.cols(),
                        (i, j) -> takesPart(i) && takesPart(j) ? p.get(i, j) : i == j ? 1 : 0)
                    .cholesky());
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
  record State(Matrix vectors, Matrix curvature, double unit) {}

  State state() {
    return new State(Matrix.stackColumns(List.of(w, u, residual, q, direction)), curvature, unit);
  }

  void restore(State state) {
    Matrix[] columns = new Matrix[5];
    Arrays.setAll(columns, j -> state.vectors().selectColumns(new int[] {j}));
    w = columns[0];
    u = columns[1];
    residual = columns[2];
    q = columns[3];
    direction = columns[4];
    curvature = state.curvature();
    unit = state.unit();
    block = Optional.empty();
  }
}
