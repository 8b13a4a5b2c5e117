package io.parallax.fedmv.horizontal;

import io.parallax.core.Diverged;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Eq. (1) with Z_k and Z eliminated, given XᵀX and XᵀY over all rows. With ω = Σρ_k + η and S =
 * Σρ_kX_kW_k + ηY it reads Σ ρ_k‖X_kW_k‖² + η‖Y‖² − ‖S‖²/ω + Σ β_k‖W_k‖₂,₁. It is convex; solved
 * view by view: for W_k alone it is a_k‖X_kW_k − T‖² + β_k‖W_k‖₂,₁ with T = (S − ρ_kX_kW_k)/(ω −
 * ρ_k) and a_k = ρ_k(1 − ρ_k/ω).
 */
final class JointProblem {
  private static final int MOST_SWEEPS = 2000;
  private static final double TOLERANCE = 1e-12;
  private static final double ROUNDING = 1e-12;
  private final List<Double> beta = new ArrayList<>();
  private final List<Double> rho = new ArrayList<>();
  private final double eta;
  private final double omega;
  private final Stack views;
  private final Products data;

  /** All W_k, one below the other, and Eq. (1) there. */
  record Solution(Matrix w, double objective) {}

  JointProblem(HFedMvConfig config, List<String> names, Stack views, Products data) {
    names.forEach(
        name -> {
          beta.add(config.beta().of(name));
          rho.add(config.rho(name));
        });
    this.eta = config.eta();
    this.omega = eta + rho.stream().mapToDouble(r -> r).sum();
    this.views = views;
    this.data = data;
  }

  Solution solve() {
    Matrix start = Matrix.zeros(data.cross().rows(), data.cross().cols());
    List<Matrix> w = sweeps(views, start, this::solve);
    return new Solution(views.join(w), objective(w));
  }

  /** Returns the best W_k for the other views' W_j. */
  interface Step {
    Matrix solve(int k, List<Matrix> w);
  }

  /** Returns all W_k after as many steps for one view after the other as it takes. */
  static List<Matrix> sweeps(Stack views, Matrix start, Step step) {
    List<Matrix> w = views.cut(start);
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      Matrix before = views.join(w);
      for (int k = 0; k < w.size(); k++) {
        w.set(k, step.solve(k, w));
      }
      Matrix after = views.join(w);
      if (Math.sqrt(after.squaredDistance(before)) <= TOLERANCE * after.norm()) {
        break;
      }
    }
    return w;
  }

  private Matrix solve(int k, List<Matrix> w) {
    Matrix others = data.cross().selectRows(views.rows(k)).scale(eta); // X_kᵀ(S − ρ_kX_kW_k)
    for (int j = 0; j < w.size(); j++) {
      if (j != k) {
        others = others.plusScaled(rho.get(j), gram(k, j).times(w.get(j)));
      }
    }
    double a = rho.get(k) * (1 - rho.get(k) / omega);
    Matrix cross = others.scale(1 / (omega - rho.get(k)));
    if (!Double.isFinite(cross.norm())) {
      throw new Diverged(
          "the steps for the views grow without end; one of the parties sent wrong numbers, so nothing was learnt from them");
    }
    return RowSparseRegression.solve(gram(k, k), cross, beta.get(k) / a, w.get(k), 1e-13).w();
  }

  private double objective(List<Matrix> w) {
    double labels = data.samples(); // ‖Y‖²: a one in every row
    double sum = eta * labels - eta * eta * labels / omega;
    for (int k = 0; k < w.size(); k++) {
      Matrix cross = data.cross().selectRows(views.rows(k));
      sum += beta.get(k) * w.get(k).normL21() - 2 * eta * rho.get(k) / omega * w.get(k).dot(cross);
      for (int j = 0; j < w.size(); j++) {
        double product = w.get(k).dot(gram(k, j).times(w.get(j)));
        sum -= rho.get(k) * rho.get(j) / omega * product;
        sum += k == j ? rho.get(k) * product : 0;
      }
    }
    return sum;
  }

  /** The {@link SumsError} of the consensus Σρ_kX_kW_k/Σρ_k. */
  double error(Solution found) {
    int[] of = viewOfRows();
    Matrix w = found.w();
    Matrix scores =
        Matrix.fill(w.rows(), w.cols(), (i, c) -> rho.get(of[i]) / (omega - eta) * w.get(i, c));
    return new SumsError(data).of(scores, freedom(found));
  }

  /**
   * The trace of the map from labels to the consensus, of one class. As long as the same rows of W
   * are 0, W solves a linear system in Y; the curvature of ‖w‖₂ is 0 along w and 1/‖w‖ across it,
   * and taken as its mean over the C − 1 directions that separate classes.
   */
  double freedom(Solution found) {
    double[] norms = found.w().rowNorms();
    int[] used = IntStream.range(0, norms.length).filter(i -> norms[i] > 0).toArray();
    return used.length == 0 ? 0 : eta / (omega * (omega - eta)) * trace(used, viewOfRows(), norms);
  }

  /** tr M⁻¹RXᵀXR over the rows that are not 0, with MW = η/ω·RXᵀY and R = diag(ρ). */
  private double trace(int[] used, int[] of, double[] norms) {
    int classes = data.cross().cols();
    double across = (classes - 2.0) / (classes - 1);
    double rounding = ROUNDING * data.gram().maxAbs();
    Matrix weighted =
        Matrix.fill(
            used.length,
            used.length,
            (i, j) ->
                rho.get(of[used[i]]) * rho.get(of[used[j]]) * data.gram().get(used[i], used[j]));
    Matrix system =
        Matrix.fill(
            used.length,
            used.length,
            (i, j) -> {
              int k = of[used[i]];
              double own = k == of[used[j]] ? weighted.get(i, j) / rho.get(k) : 0;
              double penalty = i == j ? rounding + across * beta.get(k) / (2 * norms[used[i]]) : 0;
              return own - weighted.get(i, j) / omega + penalty;
            });
    Matrix solved = system.cholesky().solve(weighted);
    return IntStream.range(0, used.length).mapToDouble(i -> solved.get(i, i)).sum();
  }

  private int[] viewOfRows() {
    int[] of = new int[data.cross().rows()];
    for (int k = 0; k < rho.size(); k++) {
      for (int row : views.rows(k)) {
        of[row] = k;
      }
    }
    return of;
  }

  /** X_kᵀX_j. */
  private Matrix gram(int k, int j) {
    return data.gram().selectRows(views.rows(k)).selectColumns(views.rows(j));
  }
}
