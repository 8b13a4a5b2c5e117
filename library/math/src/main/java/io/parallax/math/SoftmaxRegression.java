package io.parallax.math;

import java.util.Arrays;

/**
 * Multinomial logistic regression on given columns: min over W (q×C) of the {@link SoftmaxLoss} of
 * FW plus ½⟨W, AW⟩ + ⟨B, W⟩. An iteration costs two passes over F, 4·N·q·C operations; a
 * preconditioner is factored once, N·q²/2 + q³/3.
 */
public final class SoftmaxRegression {
  /** Relative to a diagonal entry: keeps collinear columns from stopping the factorisation. */
  private static final double JITTER = 1e-10;

  private final Features f;
  private final SoftmaxLoss loss;

  /**
   * A point.
   *
   * @param scores FW
   * @param value loss and penalty
   * @param iterations how many it took
   */
  public record Solution(Matrix w, Matrix scores, double value, int iterations) {}

  public SoftmaxRegression(Features f, SoftmaxLoss loss) {
    this.f = f;
    this.loss = loss;
  }

  /** Ridge regression with penalty λ/2 for every column; the last one free where it is a 1. */
  public static Matrix ridge(Features f, Matrix y, double lambda, boolean freeLast) {
    int q = f.size();
    Matrix quadratic =
        Matrix.fill(q, q, (i, j) -> i == j && !(freeLast && i == q - 1) ? lambda : 0);
    Matrix zero = Matrix.zeros(q, y.cols());
    return new SoftmaxRegression(f, new SoftmaxLoss(y))
        .minimise(quadratic, zero, zero, 1000, 1e-9)
        .w();
  }

  /**
   * Ends when the gradient is {@code tolerance} times that at the start.
   *
   * @param quadratic A, symmetric and not negative, q×q
   * @param linear B, q×C
   */
  public Solution minimise(
      Matrix quadratic, Matrix linear, Matrix start, int most, double tolerance) {
    Cholesky inverse = preconditioner(quadratic, start);
    Lbfgs lbfgs = new Lbfgs(w -> at(w, quadratic, linear), inverse::solve);
    Lbfgs.Point found = lbfgs.minimise(start, most, tolerance);
    return new Solution(found.x(), f.times(found.x()), found.value(), lbfgs.iterations());
  }

  private Lbfgs.Point at(Matrix w, Matrix quadratic, Matrix linear) {
    SoftmaxLoss.Point point = loss.at(f.times(w));
    Matrix bent = quadratic.times(w);
    double value = point.value() + 0.5 * w.dot(bent) + w.dot(linear);
    Matrix gradient = bent.plus(linear).minus(f.transposeTimes(point.residual()));
    return new Lbfgs.Point(w, value, gradient);
  }

  /** κFᵀF + A, κ the loss's curvature at the start. */
  private Cholesky preconditioner(Matrix quadratic, Matrix start) {
    double curvature = loss.curvature(loss.at(f.times(start)).residual());
    int q = quadratic.rows();
    double[] b = f.gram().scale(curvature).plus(quadratic).toArray();
    double top = 0;
    for (int i = 0; i < q; i++) {
      top = Math.max(top, b[i * q + i]);
    }
    for (int i = 0; i < q; i++) {
      b[i * q + i] += JITTER * Math.max(b[i * q + i], JITTER * top) + Double.MIN_NORMAL;
    }
    return Cholesky.attempt(q, b.clone()).orElseGet(() -> diagonal(q, b));
  }

  /** In place of one that rounding has made indefinite. */
  private static Cholesky diagonal(int q, double[] b) {
    double[] only = new double[q * q];
    Arrays.setAll(only, k -> k / q == k % q ? Math.max(b[k], Double.MIN_NORMAL) : 0);
    return new Cholesky(q, only);
  }
}
