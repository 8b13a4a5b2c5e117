package io.parallax.fedmsgl;

import io.parallax.math.KMeans;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;

/**
 * FedMVL (Huang, Shi, Xu, Tsang, Lv: Efficient federated multi-view learning, 2022), from the
 * problem that the authors' released program of its workshop version states: every party factors
 * its view as V_mU_mᵀ with V_m ≥ 0, and all V_m shall be one V (n × c) with VᵀV near I,
 *
 * <p>Σ α_m ‖X_m − V_mU_mᵀ‖² + μ/2 ‖GᵀV − I‖² with V_m = V = G, by alternating directions. Of its
 * two weights, α_m = 1/(2 · error) adapts by itself, error being the norm; the other, α_m^r with
 * shares of 1, lets the view of the fewest columns decide.
 *
 * <p>A party would send V_m, n × c, and its error; it would get V. U_m and the rows stay.
 */
final class SharedFactor {
  /** μ as in the program; ρ and ϱ are not stated. */
  private static final double MU = 1e-4;

  private static final double RHO = 1;
  private static final double VARRHO = 1;
  private static final int ROUNDS = 100;
  private static final double TINY = 1e-6;

  private final List<Matrix> views; // n × d_m
  private final Matrix[] own; // V_m
  private final Matrix[] duals; // Φ_m
  private final double[] alpha;
  private Matrix v;
  private Matrix g;
  private Matrix dual; // Ψ

  /**
   * @param views every row of mean 0 and deviation 1
   */
  SharedFactor(List<Matrix> views, int c, Rng rng) {
    this.views = views;
    int n = views.get(0).rows();
    own = new Matrix[views.size()];
    Arrays.setAll(own, m -> uniform(n, c, rng));
    duals = new Matrix[views.size()];
    Arrays.fill(duals, Matrix.zeros(n, c));
    alpha = new double[views.size()];
    Arrays.fill(alpha, 1.0 / alpha.length);
    v = uniform(n, c, rng);
    g = uniform(n, c, rng);
    dual = Matrix.zeros(n, c);
  }

  private static Matrix uniform(int n, int c, Rng rng) {
    return Matrix.fill(n, c, (i, j) -> rng.uniform());
  }

  int[] clusters(int starts, Rng rng) {
    for (int round = 0; round < ROUNDS; round++) {
      for (int m = 0; m < own.length; m++) {
        alpha[m] = 0.5 / Math.sqrt(party(m));
      }
      centre();
    }
    return KMeans.cluster(v, v.cols(), starts, rng).clusters();
  }

  /** U_m, then V_m, each the minimiser with the others fixed; gives the error of the fit. */
  private double party(int m) {
    Matrix x = views.get(m);
    Matrix gram = own[m].gram();
    double ridge = TINY * (1 + gram.maxAbs()); // columns may vanish, or be as many as a view's
    Matrix u = ridged(gram, ridge).cholesky().solve(own[m].transposeTimes(x)); // c × d
    Matrix fit = x.timesTranspose(u);
    double weight = 2 * alpha[m];
    Matrix inner = u.timesTranspose(u);
    Matrix right = fit.scale(weight).plusScaled(RHO, v).minus(duals[m]);
    Matrix system = ridged(inner.scale(weight), RHO);
    own[m] = system.cholesky().solve(right.transpose()).transpose().map(a -> Math.max(a, 0));
    double error = x.squaredNorm() - 2 * own[m].dot(fit) + own[m].gram().dot(inner);
    return Math.max(error, TINY * (1 + x.squaredNorm())); // c columns may fit a narrow view exactly
  }

  private void centre() {
    Matrix right = g.scale(MU + VARRHO).minus(dual);
    for (int m = 0; m < own.length; m++) {
      right = right.plus(duals[m]).plusScaled(RHO, own[m]);
    }
    v = solve(g, VARRHO + RHO * own.length, right);
    g = solve(v, VARRHO, v.scale(MU + VARRHO).plus(dual));
    dual = dual.plusScaled(VARRHO, v.minus(g));
    for (int m = 0; m < own.length; m++) {
      duals[m] = duals[m].plusScaled(RHO, own[m].minus(v));
    }
  }

  /** (aI + μFFᵀ)⁻¹B by Woodbury: c × c systems instead of n × n. */
  private static Matrix solve(Matrix f, double a, Matrix b) {
    Matrix small = ridged(f.gram(), a / MU).cholesky().solve(f.transposeTimes(b));
    return b.minus(f.times(small)).scale(1 / a);
  }

  private static Matrix ridged(Matrix square, double a) {
    return square.plusScaled(a, Matrix.identity(square.rows()));
  }
}
