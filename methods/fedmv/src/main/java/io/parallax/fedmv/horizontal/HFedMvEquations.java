package io.parallax.fedmv.horizontal;

import io.parallax.core.Eq;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;
import java.util.List;

/**
 * The equations of H-FedMV as pure functions: those of the vertical half with an l for the party.
 * X_k^l n_l × d, W_k d × C, Z_k^l, Z^l and Y^l n_l × C.
 */
final class HFedMvEquations {
  private HFedMvEquations() {}

  /** The diagonal of A_k^l: 1 / (2(‖w_i‖ + ε)). */
  @Eq("14")
  static double[] reweighting(Matrix wk, double epsilon) {
    double[] a = wk.rowNorms();
    for (int i = 0; i < a.length; i++) {
      a[i] = 1 / (2 * (a[i] + epsilon));
    }
    return a;
  }

  /** W_k^l = (X_kᵀX_k + β_kA_k)⁻¹ X_kᵀZ_k, all at party l. */
  @Eq("15")
  static Matrix transformation(RowSparseRegression xk, double[] a, double beta, Target zk) {
    return xk.ridge(a, beta, zk);
  }

  /** Z_k^l = (X_kW_k + ζ_kZ^l) / (1 + ζ_k), with X_kᵀZ_k^l for Eq. (15) from the same pass. */
  @Eq("16")
  static Target localLabels(Features xk, Matrix wk, double zeta, Matrix z) {
    return xk.blend(wk, 1 / (1 + zeta), zeta / (1 + zeta), z);
  }

  /** Z^l = (Σ ζ_kZ_k^l + ηY^l) / (Σ ζ_k + η). */
  @Eq("17")
  static Matrix consensus(Matrix weightedSum, double weights) {
    return weightedSum.scale(1 / weights);
  }

  /** The limit of Eqs. (18) and (19) for one party's held-out rows: Z = Σ ρ_kX_kW_k / Σ ρ_k. */
  @Eq("18, 19")
  static Matrix testConsensus(HFedMvConfig config, List<View> views, List<Matrix> w) {
    double rhos = 0;
    Matrix sum = Matrix.zeros(views.get(0).toScore().samples(), w.get(0).cols());
    for (int k = 0; k < views.size(); k++) {
      double rho = config.rho(views.get(k).name());
      sum = sum.plusScaled(rho, views.get(k).toScore().times(w.get(k)));
      rhos += rho;
    }
    return sum.scale(1 / rhos);
  }
}
