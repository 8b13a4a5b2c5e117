package io.parallax.fedmv.horizontal;

import io.parallax.core.Eq;
import io.parallax.core.RowWeights;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;
import java.util.List;
import java.util.function.ToDoubleFunction;

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

  /** Z^l = (Σ ζ_kZ_k^l + ηY^l) / (Σ ζ_k + η), each row's sums over the views that it has. */
  @Eq("17")
  static Matrix consensus(Matrix weightedSum, RowWeights weights) {
    return weights.mean(weightedSum);
  }

  /**
   * The limit of Eqs. (18) and (19) for one party's held-out rows: Z = Σ ρ_kX_kW_k / Σ ρ_k over the
   * views that a row has; of the pooled model, whose scores are a sum, over all.
   */
  @Eq("18, 19")
  static Matrix testConsensus(HFedMvConfig config, List<View> views, List<Matrix> w) {
    double rhos = 0;
    int rows = views.get(0).toScore().samples();
    Matrix sum = Matrix.zeros(rows, w.get(0).cols());
    Matrix there = Matrix.zeros(rows, 1);
    for (int k = 0; k < views.size(); k++) {
      View view = views.get(k);
      double rho = config.rho(view.name());
      sum = sum.plusScaled(rho, view.ofHeldOut(view.toScore().times(w.get(k))));
      there = there.plus(view.ofHeldOut(column(rows, rho)));
      rhos += rho;
    }
    boolean all = complete(views) || config.fit() == HFedMvConfig.Fit.POOLED;
    return (all ? RowWeights.of(rhos) : RowWeights.of(there)).mean(sum);
  }

  /** Returns whether every training row has every view. */
  static boolean complete(List<View> views) {
    return views.stream().allMatch(view -> view.presence().isEmpty());
  }

  /** Returns Σ_k o_kn · weight of view k, for each training row, n × 1. */
  static Matrix weights(List<View> views, ToDoubleFunction<String> weight) {
    int rows = views.get(0).features().samples();
    return views.stream()
        .map(view -> view.ofTraining(column(rows, weight.applyAsDouble(view.name()))))
        .reduce(Matrix::plus)
        .orElseThrow();
  }

  private static Matrix column(int rows, double value) {
    return Matrix.fill(rows, 1, (i, j) -> value);
  }
}
