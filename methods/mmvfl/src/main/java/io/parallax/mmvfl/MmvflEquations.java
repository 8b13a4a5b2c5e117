package io.parallax.mmvfl;

import io.parallax.core.Eq;
import io.parallax.core.RowWeights;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;

/**
 * The equations of MMVFL as pure functions. X_k N × d, W_k d × C, Z_k, Z and Y N × C; ‖·‖₂,₁ sums
 * the norms of rows. η_k is η at the label holder and 0 elsewhere, which makes Eq. (12) a case of
 * Eq. (11).
 */
final class MmvflEquations {
  private MmvflEquations() {}

  /** The diagonal of A_k: 1 / (2(‖w_i‖ + ε)). */
  @Eq("7")
  static double[] reweighting(Matrix wk, double epsilon) {
    double[] a = wk.rowNorms();
    for (int i = 0; i < a.length; i++) {
      a[i] = 1 / (2 * (a[i] + epsilon));
    }
    return a;
  }

  /** W_k = (X_kᵀX_k + β_kA_k)⁻¹ X_kᵀZ_k, by Cholesky on the cached Gram matrix or by Woodbury. */
  @Eq("8")
  static Matrix transformation(RowSparseRegression xk, double[] a, double beta, Target zk) {
    return xk.ridge(a, beta, zk);
  }

  /**
   * Z_k = (X_kW_k + ζ_kZ + η_kY) / (1 + ζ_k + η_k), with X_kᵀZ_k for the next Eq. (8) from the same
   * pass. In a row that the party lacks, Z_k is T of {@link Ties#target}.
   */
  @Eq("11, 12")
  static Target localLabels(Features xk, Matrix wk, Ties ties, Matrix z) {
    double s = 1 + ties.total();
    Matrix t = ties.target(z);
    Target zk = xk.blend(wk, 1 / s, ties.total() / s, t);
    return ties.lacked(t)
        .map(lacked -> new Target(ties.held(zk.t()).plus(lacked), zk.cross()))
        .orElse(zk);
  }

  /** ζ_kZ_k: of a row that the party lacks only if it has the row's label, for else Z_k is Z. */
  static Matrix weighted(Matrix zk, Ties ties) {
    return (ties.y().isPresent() ? zk : ties.held(zk)).scale(ties.zeta());
  }

  /**
   * Z = Σ ζ_kZ_k / Σ ζ_k. Where parties lack rows, each row's sums are over those that tell of it.
   */
  @Eq("14")
  static Matrix consensus(Matrix weightedSum, RowWeights weights) {
    return weights.mean(weightedSum);
  }

  /**
   * One view's part of Eq. (4), ‖X_kW_k − Z_k‖² + β_k‖W_k‖₂,₁ + ζ_k‖Z_k − Z‖² + η_k‖Z_k − Y‖²,
   * after Eq. (11), by which X_kW_k − Z_k = (ζ_k + η_k)(Z_k − T) with T of {@link Ties#target}.
   */
  @Eq("4")
  static double viewLoss(Matrix zk, Matrix z, Ties ties, Matrix wk, double beta) {
    double total = ties.total();
    return total * total * zk.squaredDistance(ties.target(z))
        + ties.zeta() * zk.squaredDistance(z)
        + ties.labelLoss(zk)
        + beta * wk.normL21();
  }

  /**
   * Eq. (4) at the new Z', from its value at the Z that the parties knew: it is a parabola in Z
   * with curvature 2ω = 2Σζ_k and its lowest point at Z', Eq. (14), so it fell by ω‖Z' − Z‖².
   *
   * @param fall ω‖Z' − Z‖²
   */
  @Eq("4")
  static double objective(double atOldZ, double fall) {
    return atOldZ - fall;
  }

  /**
   * ω_k = ζ_k(1 + η_k) / (1 + ζ_k + η_k): what is left of ζ_k when Z_k takes its best value, Eq.
   * (11). Without labels, ρ_k = ζ_k / (1 + ζ_k).
   */
  static double weight(double zeta, double eta) {
    return zeta * (1 + eta) / (1 + zeta + eta);
  }

  /** ζ_kη_k / (ζ_k + η_k): what is left of ζ_k in a row that the party lacks. */
  static double weightOfLacked(Ties ties) {
    return ties.zeta() * ties.eta() / ties.total();
  }

  /**
   * The W_k that minimises Eq. (4) with Z_k eliminated, (ζ‖X_kW − Z‖² + η‖X_kW − Y‖²)/s + β‖W‖₂,₁
   * with s = 1 + ζ + η: the two distances are (ζ + η)‖X_kW − T‖² and a constant. Warm-started.
   */
  static Matrix collapsedTransformation(
      RowSparseRegression xk, double beta, Ties ties, Matrix z, Matrix start, double tolerance) {
    double penalty = beta * (1 + ties.total()) / ties.total();
    return xk.solve(ties.target(z), penalty, start, tolerance).w();
  }

  /**
   * ζ_k(X_kW_k + η_kY) / (1 + ζ_k + η_k): what view k adds to the sum that Σ ω_k divides. In a row
   * that the party lacks it is ζ_kη_kY / (ζ_k + η_k).
   */
  static Matrix contribution(Matrix p, Ties ties) {
    Matrix held = ties.held().plusLabels(p).scale(ties.zeta() / (1 + ties.total()));
    return ties.y()
        .flatMap(ties::lacked)
        .map(labels -> held.plusScaled(weightOfLacked(ties), labels))
        .orElse(held);
  }

  /**
   * A view's part of Eq. (4) with Z_k eliminated: (ζ‖P − Z‖² + η‖P − Y‖² + ζη‖Z − Y‖²)/s + β‖W‖₂,₁,
   * P = X_kW_k. In a row that the party lacks only ζη‖Z − Y‖²/(ζ + η) is left.
   */
  static double collapsedLoss(Matrix p, Matrix z, Ties ties, Matrix wk, double beta) {
    Ties own = ties.held();
    Matrix there = ties.held(z);
    double pulls =
        own.zeta() * p.squaredDistance(there)
            + own.labelLoss(p)
            + own.zeta() * own.labelLoss(there);
    double apart =
        ties.lacked(z)
            .map(far -> ties.zeta() / ties.total() * ties.lacked().labelLoss(far))
            .orElse(0.0);
    return pulls / (1 + ties.total()) + apart + beta * wk.normL21();
  }

  /** ‖Z' − Z‖ / ‖Z'‖: by how much a round moved the consensus. */
  static double change(double squaredMove, Matrix after) {
    double size = after.norm();
    return size == 0 ? 0 : Math.sqrt(squaredMove) / size;
  }
}
