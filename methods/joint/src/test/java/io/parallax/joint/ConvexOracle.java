package io.parallax.joint;

import io.parallax.math.Matrix;
import io.parallax.math.SoftmaxLoss;
import java.util.List;

/**
 * Minimises the joint model's objective on pooled columns by accelerated proximal gradient steps
 * with restarts: slow, and nothing in common with what it is compared with but the loss.
 */
final class ConvexOracle {
  private final Matrix x; // with a column of ones behind
  private final SoftmaxLoss loss;
  private final double lambda;
  private final double beta;

  ConvexOracle(Matrix x, Matrix y, double lambda, double beta) {
    this.x = Matrix.stackColumns(List.of(x, Matrix.fill(x.rows(), 1, (i, j) -> 1)));
    this.loss = new SoftmaxLoss(y);
    this.lambda = lambda;
    this.beta = beta;
  }

  double objective(Matrix w) {
    double penalty = 0;
    double[] norms = w.rowNorms();
    for (int i = 0; i < norms.length - 1; i++) {
      penalty += lambda / 2 * norms[i] * norms[i] + beta * norms[i];
    }
    return loss.at(x.times(w)).value() + penalty;
  }

  /** Steps after which an objective that has not fallen is the least one. */
  private static final int CHECK = 500;

  /** The least objective. */
  double minimise(int steps) {
    double bound = x.gram().largestEigenpairs(1).values()[0] / 2 + lambda;
    Matrix w = Matrix.zeros(x.cols(), loss.y().cols());
    Matrix v = w;
    double t = 1;
    double before = Double.POSITIVE_INFINITY;
    for (int step = 0; step < steps; step++) {
      if (step % CHECK == 0) {
        double now = objective(w);
        if (before - now <= 1e-11 * now) {
          break;
        }
        before = now;
      }
      Matrix next = shrink(v.minus(slope(v).scale(1 / bound)), beta / bound);
      if (v.minus(next).dot(next.minus(w)) > 0) {
        t = 1; // restart
      }
      double later = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
      v = next.plusScaled((t - 1) / later, next.minus(w));
      w = next;
      t = later;
    }
    return objective(w);
  }

  private Matrix slope(Matrix w) {
    Matrix g = x.transposeTimes(loss.at(x.times(w)).residual());
    int last = w.rows() - 1;
    return Matrix.fill(
        w.rows(), w.cols(), (i, c) -> (i < last ? lambda * w.get(i, c) : 0) - g.get(i, c));
  }

  private static Matrix shrink(Matrix w, double by) {
    double[] norms = w.rowNorms();
    int last = w.rows() - 1;
    return Matrix.fill(
        w.rows(),
        w.cols(),
        (i, c) -> i == last ? w.get(i, c) : norms[i] > by ? w.get(i, c) * (1 - by / norms[i]) : 0);
  }
}
