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
   * @param loss of the scores
   * @param value loss and penalty
   * @param iterations how many it took
   */
  public record Solution(
      Matrix w, Matrix scores, SoftmaxLoss.Point loss, double value, int iterations) {}

  /** The objective at W, with the scores FW and their loss. */
  private record At(Matrix x, Matrix scores, SoftmaxLoss.Point loss, double value, Matrix gradient)
      implements Lbfgs.Point {}

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
    At first = at(start, quadratic, linear);
    Cholesky inverse = preconditioner(quadratic, first.loss());
    Lbfgs<At> lbfgs = new Lbfgs<>(w -> at(w, quadratic, linear), inverse::solve);
    At found = lbfgs.minimise(first, most, tolerance);
    return new Solution(found.x(), found.scores(), found.loss(), found.value(), lbfgs.iterations());
  }

  private At at(Matrix w, Matrix quadratic, Matrix linear) {
    Matrix scores = f.times(w);
    SoftmaxLoss.Point point = loss.at(scores);
    Matrix bent = quadratic.times(w);
    double value = point.value() + 0.5 * w.dot(bent) + w.dot(linear);
    Matrix gradient = bent.plus(linear).minus(f.transposeTimes(point.residual()));
    return new At(w, scores, point, value, gradient);
  }

  /** κFᵀF + A, κ the loss's curvature at the start. */
  private Cholesky preconditioner(Matrix quadratic, SoftmaxLoss.Point start) {
    double curvature = loss.curvature(start.residual());
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
