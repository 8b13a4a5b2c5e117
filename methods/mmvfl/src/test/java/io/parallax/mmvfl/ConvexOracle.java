package io.parallax.mmvfl;

import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Eq. (4) by a general method that shares nothing with the program: proximal gradient steps on all
 * W_k at once, with Z_k and Z at their best values, for as long as it takes. View 1 has the labels.
 */
final class ConvexOracle {
  private static final int HOLDER = 1;
  private final List<Matrix> x = new ArrayList<>();
  private final Matrix y;
  private final double[] beta;
  private final double[] zeta;
  private final double eta;

  ConvexOracle(List<View> views, Matrix y, double[] beta, double[] zeta, double eta) {
    views.forEach(view -> x.add(view.features().toMatrix()));
    this.y = y;
    this.beta = beta;
    this.zeta = zeta;
    this.eta = eta;
  }

  private double eta(int k) {
    return k == HOLDER ? eta : 0;
  }

  /** The best Z: where the derivatives of Eq. (9) by all Z_k and by Z vanish together. */
  Matrix consensus(List<Matrix> w) {
    Matrix right = Matrix.zeros(y.rows(), y.cols());
    double left = 0;
    for (int k = 0; k < x.size(); k++) {
      double s = 1 + zeta[k] + eta(k);
      Matrix fixed = x.get(k).times(w.get(k)).plusScaled(eta(k), y);
      right = right.plusScaled(zeta[k] / s, fixed);
      left += zeta[k] - zeta[k] * zeta[k] / s;
    }
    return right.scale(1 / left);
  }

  private Matrix local(int k, Matrix p, Matrix z) {
    return p.plusScaled(zeta[k], z).plusScaled(eta(k), y).scale(1 / (1 + zeta[k] + eta(k)));
  }

  /** Eq. (4), written out term by term. */
  double objective(List<Matrix> w) {
    Matrix z = consensus(w);
    double f = 0;
    for (int k = 0; k < x.size(); k++) {
      Matrix p = x.get(k).times(w.get(k));
      Matrix zk = local(k, p, z);
      f += p.squaredDistance(zk) + zeta[k] * zk.squaredDistance(z) + eta(k) * zk.squaredDistance(y);
      for (int i = 0; i < w.get(k).rows(); i++) {
        double norm = 0;
        for (double cell : w.get(k).row(i)) {
          norm += cell * cell;
        }
        f += beta[k] * Math.sqrt(norm);
      }
    }
    return f;
  }

  /** Steps after which an objective that has not fallen is the least one. */
  private static final int CHECK = 500;

  List<Matrix> minimise(int iterations) {
    List<Matrix> w = new ArrayList<>();
    double[] step = new double[x.size()];
    for (int k = 0; k < x.size(); k++) {
      w.add(Matrix.zeros(x.get(k).cols(), y.cols()));
      // the Hessian in all W together is at most 2 blockdiag(XᵀX), as Z_k and Z only take from it
      step[k] = 1 / (2 * x.get(k).gram().largestEigenpairs(1).values()[0]);
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
        Matrix p = x.get(k).times(w.get(k));
        Matrix gradient = x.get(k).transposeTimes(p.minus(local(k, p, z))).scale(2);
        w.set(k, shrink(w.get(k).plusScaled(-step[k], gradient), step[k] * beta[k]));
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
