package io.parallax.benchmarks;

import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Algorithm 2 as one would type it in from the paper, on pooled matrices: in every round it forms
 * XᵀX + βA, inverts it, and multiplies. The peer that speed is measured against; it is spared the
 * wire and the fixed-point sums.
 */
final class LiteralVFedMv {
  private static final double EPSILON = 1e-8;
  private final List<Matrix> x;
  private final Matrix y;
  private final double beta;
  private final double zeta;
  private final double eta;
  private final Order order;
  private final List<Matrix> w = new ArrayList<>();
  private final List<Matrix> zk = new ArrayList<>();
  private Matrix z;

  /** The order of the products in (XᵀX + βA)⁻¹ XᵀZ. */
  enum Order {
    /** From left to right, as an array language evaluates it. */
    AS_WRITTEN,
    /** XᵀZ first, which is small. */
    SMALL_FIRST
  }

  LiteralVFedMv(
      Order order,
      List<Matrix> x,
      Matrix y,
      double beta,
      double zeta,
      double eta,
      List<Matrix> w0,
      Matrix z0) {
    this.order = order;
    this.x = x;
    this.y = y;
    this.beta = beta;
    this.zeta = zeta;
    this.eta = eta;
    w.addAll(w0);
    x.forEach(view -> zk.add(z0));
    z = z0;
  }

  /** Some rounds; returns Z. */
  Matrix run(int rounds) {
    for (int round = 0; round < rounds; round++) {
      Matrix sum = y.scale(eta);
      for (int k = 0; k < x.size(); k++) {
        w.set(k, eq6(x.get(k), w.get(k), zk.get(k)));
        Matrix p = x.get(k).times(w.get(k));
        zk.set(k, p.plusScaled(zeta, z).scale(1 / (1 + zeta)));
        sum = sum.plusScaled(zeta, zk.get(k));
      }
      z = sum.scale(1 / (zeta * x.size() + eta));
    }
    return z;
  }

  /** (XᵀX + βA)⁻¹ XᵀZ_k. */
  private Matrix eq6(Matrix xk, Matrix wk, Matrix target) {
    double[] norms = wk.rowNorms();
    Matrix gram = xk.gram();
    Matrix regularised =
        Matrix.fill(
            gram.rows(),
            gram.cols(),
            (i, j) -> gram.get(i, j) + (i == j ? beta / (2 * (norms[i] + EPSILON)) : 0));
    Matrix inverse = regularised.cholesky().solve(Matrix.identity(gram.rows()));
    return order == Order.SMALL_FIRST
        ? inverse.times(xk.transposeTimes(target))
        : xk.times(inverse).transposeTimes(target); // (inverse · Xᵀ) Z, the inverse being symmetric
  }
}
