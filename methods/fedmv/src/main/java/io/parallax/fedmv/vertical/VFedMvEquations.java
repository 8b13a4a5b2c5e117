package io.parallax.fedmv.vertical;

import io.parallax.core.Eq;
import io.parallax.core.RowWeights;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;

/**
 * The equations of V-FedMV as pure functions. X_k N × d, W_k d × C, Z_k, Z and Y N × C; ‖·‖₂,₁ sums
 * the norms of rows.
 */
final class VFedMvEquations {
  private VFedMvEquations() {}

  /**
   * One view's part of Eq. (1), ‖X_kW_k − Z_k‖² + β_k‖W_k‖₂,₁ + ζ_k‖Z_k − Z‖², after Eq. (8), by
   * which X_kW_k − Z_k = ζ_k(Z_k − Z).
   */
  @Eq("3, 7")
  static double viewLoss(Matrix zk, Matrix z, double zeta, Matrix wk, double beta) {
    return zeta * (1 + zeta) * zk.squaredDistance(z) + beta * wk.normL21();
  }

  /** The diagonal of A_k: 1 / (2(‖w_i‖ + ε)). */
  @Eq("5")
  static double[] reweighting(Matrix wk, double epsilon) {
    double[] a = wk.rowNorms();
    for (int i = 0; i < a.length; i++) {
      a[i] = 1 / (2 * (a[i] + epsilon));
    }
    return a;
  }

  /** W_k = (X_kᵀX_k + β_kA_k)⁻¹ X_kᵀZ_k, by Cholesky on the cached Gram matrix or by Woodbury. */
  @Eq("6")
  static Matrix transformation(RowSparseRegression xk, double[] a, double beta, Target zk) {
    return xk.ridge(a, beta, zk);
  }

  /** Z_k = (X_kW_k + ζ_kZ) / (1 + ζ_k), with X_kᵀZ_k for the next Eq. (6) from the same pass. */
  @Eq("8")
  static Target localLabels(Features xk, Matrix wk, double zeta, Matrix z) {
    return xk.blend(wk, 1 / (1 + zeta), zeta / (1 + zeta), z);
  }

  /** Z_k^test = (X_k^test W_k + ζ_kZ^test) / (1 + ζ_k), with P = X_k^test W_k. */
  @Eq("13")
  static Matrix testLabels(Matrix p, double zeta, Matrix z) {
    return p.plusScaled(zeta, z).scale(1 / (1 + zeta));
  }

  /**
   * Z = (Σ ζ_kZ_k + ηY) / (Σ ζ_k + η); in the testing phase without the labels. Where parties lack
   * rows, each row's sums are over those that have it.
   */
  @Eq("10, 12")
  static Matrix consensus(Matrix weightedSum, RowWeights weights) {
    return weights.mean(weightedSum);
  }

  /**
   * Eq. (1) at the new Z', from its value at the Z that the parties knew: it is a parabola in Z
   * with curvature 2ω = 2(Σζ_k + η) and its lowest point at Z', Eq. (10), so it fell by ω‖Z' − Z‖².
   *
   * @param fall ω‖Z' − Z‖²
   */
  @Eq("1")
  static double objective(double atOldZ, double fall) {
    return atOldZ - fall;
  }

  /** ρ_k = ζ_k / (1 + ζ_k): what is left of ζ_k when Z_k takes its best value, Eq. (8). */
  static double rho(double zeta) {
    return zeta / (1 + zeta);
  }

  /**
   * The W_k that minimises ρ‖X_kW − Z‖² + β‖W‖₂,₁: Eqs. (3) and (7) with Z_k eliminated.
   * Warm-started from the last W_k.
   */
  static Matrix collapsedTransformation(
      RowSparseRegression xk, double beta, double rho, Matrix z, Matrix start, double tolerance) {
    return xk.solve(z, beta / rho, start, tolerance).w();
  }

  /** A view's part of the objective with Z_k eliminated: ρ‖X_kW_k − Z‖² + β‖W_k‖₂,₁. */
  static double collapsedLoss(Matrix p, Matrix z, Matrix wk, double beta, double rho) {
    return rho * p.squaredDistance(z) + beta * wk.normL21();
  }

  /** ‖Z' − Z‖ / ‖Z'‖: by how much a round moved the consensus. */
  static double change(double squaredMove, Matrix after) {
    double size = after.norm();
    return size == 0 ? 0 : Math.sqrt(squaredMove) / size;
  }
}
