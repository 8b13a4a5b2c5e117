package io.parallax.fedmv.horizontal;

import io.parallax.fedmv.horizontal.HFedMvMessages.Lacking;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import java.util.ArrayList;
import java.util.List;

/**
 * {@link JointProblem} where rows lack views: ω_n = Σ o_kn ρ_k + η is each row's own. With S as
 * there Eq. (1) reads Σ ρ_k‖X_kW_k‖² + η‖Y‖² − Σ_n ‖s_n‖²/ω_n + Σ β_k‖W_k‖₂,₁, rows that a view
 * lacks being 0 in X_k; besides XᵀX it depends on Q = Σ x_nx_nᵀ/ω_n and q = Σ x_ny_nᵀ/ω_n. For W_k
 * alone it is Tr W_kᵀMW_k − 2 Tr W_kᵀT + β_k‖W_k‖₂,₁ with M = ρ_kX_kᵀX_k − ρ_k²Q_kk and T =
 * ρ_k(ηq_k + Σ_{j≠k} ρ_jQ_kjW_j).
 */
final class PartialProblem {
  private final List<Double> beta = new ArrayList<>();
  private final List<Double> rho = new ArrayList<>();
  private final double eta;
  private final Stack views;
  private final Products data;
  private final Matrix weighted; // Q
  private final Matrix cross; // q
  private final double rows; // Σ 1/ω_n

  PartialProblem(
      HFedMvConfig config, List<String> names, Stack views, Products data, Lacking lacking) {
    names.forEach(
        name -> {
          beta.add(config.beta().of(name));
          rho.add(config.rho(name));
        });
    this.eta = config.eta();
    this.views = views;
    this.data = data;
    double omega = eta + rho.stream().reduce(0.0, Double::sum);
    weighted = lacking.gram().plusScaled(1 / omega, data.gram());
    cross = lacking.cross().plusScaled(1 / omega, data.cross());
    rows = lacking.rows() + data.samples() / omega;
  }

  Matrix weighted() {
    return weighted;
  }

  Matrix cross() {
    return cross;
  }

  double rows() {
    return rows;
  }

  JointProblem.Solution solve() {
    Matrix start = Matrix.zeros(data.cross().rows(), data.cross().cols());
    List<Matrix> w = JointProblem.sweeps(views, start, this::solve);
    return new JointProblem.Solution(views.join(w), objective(w));
  }

  private Matrix solve(int k, List<Matrix> w) {
    double own = rho.get(k);
    Matrix target = cross(k).scale(own * eta);
    for (int j = 0; j < w.size(); j++) {
      if (j != k) {
        target = target.plusScaled(own * rho.get(j), part(weighted, k, j).times(w.get(j)));
      }
    }
    Matrix m = part(data.gram(), k, k).scale(own).plusScaled(-own * own, part(weighted, k, k));
    return RowSparseRegression.solve(m, target, beta.get(k), w.get(k), 1e-13).w();
  }

  private double objective(List<Matrix> w) {
    double sum = eta * data.samples() - eta * eta * rows;
    for (int k = 0; k < w.size(); k++) {
      Matrix wk = w.get(k);
      sum += beta.get(k) * wk.normL21() - 2 * eta * rho.get(k) * wk.dot(cross(k));
      sum += rho.get(k) * wk.dot(part(data.gram(), k, k).times(wk));
      for (int j = 0; j < w.size(); j++) {
        double product = wk.dot(part(weighted, k, j).times(w.get(j)));
        sum -= rho.get(k) * rho.get(j) * product;
      }
    }
    return sum;
  }

  private Matrix cross(int k) {
    return cross.selectRows(views.rows(k));
  }

  private Matrix part(Matrix gram, int k, int j) {
    return gram.selectRows(views.rows(k)).selectColumns(views.rows(j));
  }
}
