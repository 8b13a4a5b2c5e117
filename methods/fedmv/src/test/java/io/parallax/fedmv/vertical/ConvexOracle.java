package io.parallax.fedmv.vertical;

import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Eq. (1) by a general method that shares nothing with the program: proximal gradient steps on all
 * W_k at once, with Z_k and Z at their best values, for as long as it takes.
 */
final class ConvexOracle {
  private final List<Matrix> x = new ArrayList<>();
  private final Matrix y;
  private final double beta;
  private final double zeta;
  private final double eta;

  ConvexOracle(List<View> views, Matrix y, double beta, double zeta, double eta) {
    views.forEach(view -> x.add(view.features().toMatrix()));
    this.y = y;
    this.beta = beta;
    this.zeta = zeta;
    this.eta = eta;
  }

  /** Z that is best for these W_k, from the normal equations of all Z_k and Z together. */
  Matrix consensus(List<Matrix> w) {
    double rho = zeta / (1 + zeta);
    Matrix sum = y.scale(eta);
    for (int k = 0; k < x.size(); k++) {
      sum = sum.plusScaled(rho, x.get(k).times(w.get(k)));
    }
    return sum.scale(1 / (eta + rho * x.size()));
  }

  /** Eq. (1), written out term by term. */
  double objective(List<Matrix> w) {
    Matrix z = consensus(w);
    double f = eta * z.squaredDistance(y);
    for (int k = 0; k < x.size(); k++) {
      Matrix p = x.get(k).times(w.get(k));
      Matrix zk = p.plusScaled(zeta, z).scale(1 / (1 + zeta));
      f += p.squaredDistance(zk) + zeta * zk.squaredDistance(z);
      for (int i = 0; i < w.get(k).rows(); i++) {
        double norm = 0;
        for (double cell : w.get(k).row(i)) {
          norm += cell * cell;
        }
        f += beta * Math.sqrt(norm);
      }
    }
    return f;
  }

  /** Steps after which an objective that has not fallen is the least one. */
  private static final int CHECK = 500;

  List<Matrix> minimise(int iterations) {
    double rho = zeta / (1 + zeta);
    List<Matrix> w = new ArrayList<>();
    double[] step = new double[x.size()];
    for (int k = 0; k < x.size(); k++) {
      w.add(Matrix.zeros(x.get(k).cols(), y.cols()));
      // the Hessian in all W together is at most 2ρ blockdiag(XᵀX), as Z only takes away from it
      step[k] = 1 / (2 * rho * x.get(k).gram().largestEigenpairs(1).values()[0]);
    }
    double before = Double.POSITIVE_INFINITY;
    for (int t = 0; t < iterations; t++) {
      if (t % CHECK == 0) {
        double now = objective(w);
        if (before - now <= 1e-14 * now) {
          break;
        }
        before = now;
      }
      Matrix z = consensus(w);
      for (int k = 0; k < x.size(); k++) {
        Matrix gradient = x.get(k).transposeTimes(x.get(k).times(w.get(k)).minus(z)).scale(2 * rho);
        w.set(k, shrink(w.get(k).plusScaled(-step[k], gradient), step[k] * beta));
      }
    }
    return w;
  }

  private static Matrix shrink(Matrix w, double by) {
    double[] norms = w.rowNorms();
    return Matrix.fill(
        w.rows(), w.cols(), (i, j) -> norms[i] <= by ? 0 : w.get(i, j) * (1 - by / norms[i]));
  }
}
