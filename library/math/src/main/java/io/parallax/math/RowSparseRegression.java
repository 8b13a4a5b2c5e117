package io.parallax.math;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * min over W (d×c) of ‖XW − T‖²_F + β‖W‖₂,₁, the sum of the l2 norms of the rows of W: a regression
 * that leaves features out altogether. Convex, so every route leads to the same objective.
 *
 * <p>With d ≤ N the Gram matrix XᵀX is formed once and serves all targets; with d > N no d×d matrix
 * is ever formed. Instances are immutable and may be shared.
 */
public final class RowSparseRegression {
  private static final double TINY = 1e-300;
  private static final double NEGLIGIBLE_EIGENVALUE = 1e-12;
  private static final double LOOSE = 1e-3;
  private static final int FEWEST_ENTERING = 8;
  private static final int MOST_ROUNDS = 200;

  private final Features x;

  public RowSparseRegression(Features x) {
    this.x = x;
  }

  /** The algorithm that found a solution. */
  public enum Route {
    /** d ≤ N: descent on the cached Gram matrix. */
    CHOLESKY,
    /** d > N and more candidate rows than samples: descent through N×N systems. */
    WOODBURY,
    /** d > N: descent on the Gram matrix of the candidate rows only. */
    ACTIVE_SET
  }

  /**
   * A minimiser. The residual is the largest violation of a row's optimality condition, ‖2(XᵀXW −
   * XᵀT)_i + β w_i/‖w_i‖‖ for a non-zero row and max(0, 2‖(XᵀT − XᵀXW)_i‖ − β) for a zero row,
   * divided by the larger of β and the largest 2‖(XᵀT)_i‖.
   */
  public record Solution(Matrix w, double residual, int iterations, Route route) {}

  /** ‖XW − T‖² + β‖W‖₂,₁: one pass over the data. */
  public static double objective(Features x, Matrix t, Matrix w, double beta) {
    return x.times(w).squaredDistance(t) + beta * w.normL21();
  }

  /** One reweighted step: {@link #ridge} with a_i = 1/(2(‖w_i‖ + ε)). */
  public Matrix step(Matrix w, Matrix t, double beta, double epsilon) {
    requireWeights(w, t);
    if (!(epsilon > 0)) {
      throw new IllegalArgumentException("epsilon is " + epsilon + ", must be positive");
    }
    double[] a = Arrays.stream(w.rowNorms()).map(n -> 1 / (2 * (n + epsilon))).toArray();
    return ridge(a, beta, x.target(t));
  }

  /**
   * (XᵀX + β diag(a))⁻¹ XᵀT. With d ≤ N by Cholesky on the cached Gram matrix (d³/3), else by
   * Woodbury as D Xᵀ (I + X D Xᵀ)⁻¹ T with D = diag(a)⁻¹/β (N²d/2 + N³/6).
   *
   * @throws IllegalArgumentException when β = 0 and XᵀX is not positive definite
   */
  public Matrix ridge(double[] a, double beta, Target target) {
    requireTarget(target.t(), beta);
    if (beta == 0) {
      return unregularised(target.t());
    }
    if (x.size() <= x.samples()) {
      double[] ridge = Arrays.stream(a).map(weight -> beta * weight).toArray();
      return new GramDesign(x.gram(), target.cross()).solver(ridge).apply(target.cross());
    }
    double[] inverse = Arrays.stream(a).map(weight -> 1 / (beta * weight)).toArray();
    Matrix dual = ColumnDesign.woodbury(x, inverse).solve(target.t());
    return ColumnDesign.scaleRows(inverse, x.transposeTimes(dual));
  }

  /**
   * The minimiser, from a warm start (null: from zero), to a relative optimality residual. When
   * rounding keeps the residual above {@code tolerance}, the best point found is returned with its
   * residual. β = 0 is plain least squares; where XᵀX is not positive definite that is the solution
   * of least norm, up to directions whose eigenvalue is below 10⁻¹² of the largest.
   */
  public Solution solve(Matrix t, double beta, Matrix start, double tolerance) {
    requireTarget(t, beta);
    if (!(tolerance > 0)) {
      throw new IllegalArgumentException("tolerance is " + tolerance + ", must be positive");
    }
    Matrix w = start == null ? Matrix.zeros(x.size(), t.cols()) : start;
    requireWeights(w, t);
    Matrix target = x.transposeTimes(t);
    double scale = Math.max(TINY, Math.max(beta, 2 * Norms.maxAbs(target.rowNorms())));
    if (beta == 0) {
      return leastSquares(t, scale);
    }
    if (x.size() <= x.samples()) {
      var found =
          new RowSparseDescent(new GramDesign(x.gram(), target), beta)
              .minimise(w, tolerance * scale);
      return new Solution(found.w(), found.violation() / scale, found.iterations(), Route.CHOLESKY);
    }
    return activeSet(t, beta, w, tolerance, scale);
  }

  /**
   * The minimiser where only XᵀX and XᵀT are known, as sums over the rows of many owners; otherwise
   * like {@link #solve}, for β > 0.
   */
  public static Solution solve(
      Matrix gram, Matrix cross, double beta, Matrix start, double tolerance) {
    double scale = Math.max(TINY, Math.max(beta, 2 * Norms.maxAbs(cross.rowNorms())));
    var found =
        new RowSparseDescent(new GramDesign(gram, cross), beta).minimise(start, tolerance * scale);
    return new Solution(found.w(), found.violation() / scale, found.iterations(), Route.CHOLESKY);
  }

  /**
   * Solves on candidate rows only and takes in the worst of the others until none violates its
   * condition, first loosely, then to the tolerance. Candidates that came out zero are dropped when
   * others come in; the objective falls in every round, so they do not take turns for ever.
   */
  private Solution activeSet(Matrix t, double beta, Matrix start, double tolerance, double scale) {
    Solution best = rated(t, beta, start, scale, 0, Route.ACTIVE_SET);
    double level = Math.max(tolerance, LOOSE);
    boolean exact = false;
    for (int round = 0; round < MOST_ROUNDS && best.residual > tolerance; round++) {
      Matrix w = best.w;
      int[] entering = entering(w, correlations(t, w), beta, level * scale);
      if (entering.length == 0 && exact) {
        break;
      }
      level = entering.length == 0 ? tolerance : level;
      int[] candidates = union(RowSparseDescent.nonZeroRows(w), entering);
      Design design = Design.of(x.columns(candidates), t, x.size());
      var found =
          new RowSparseDescent(design, beta).minimise(w.selectRows(candidates), level * scale);
      exact = level == tolerance;
      Route route = design instanceof ColumnDesign ? Route.WOODBURY : Route.ACTIVE_SET;
      Matrix moved = RowSparseDescent.spread(found.w(), candidates, x.size());
      best = rated(t, beta, moved, scale, best.iterations + found.iterations(), route);
    }
    return best;
  }

  /** The zero rows that violate their condition most, up to doubling the non-zero rows. */
  private int[] entering(Matrix w, Matrix correlations, double beta, double allowed) {
    double[] norms = w.rowNorms();
    double[] violations = RowSparseDescent.violations(w, correlations, beta);
    long support = Arrays.stream(norms).filter(n -> n > 0).count();
    return IntStream.range(0, norms.length)
        .filter(i -> norms[i] == 0 && violations[i] > allowed)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -violations[i]))
        .limit(Math.max(support, Math.max(FEWEST_ENTERING, x.samples() / 4)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static int[] union(int[] a, int[] b) {
    return IntStream.concat(Arrays.stream(a), Arrays.stream(b)).sorted().toArray();
  }

  private Solution rated(
      Matrix t, double beta, Matrix w, double scale, int iterations, Route route) {
    double[] violations = RowSparseDescent.violations(w, correlations(t, w), beta);
    return new Solution(w, Norms.maxAbs(violations) / scale, iterations, route);
  }

  /** Xᵀ(T − XW), d×c. */
  private Matrix correlations(Matrix t, Matrix w) {
    return x.transposeTimes(t.minus(x.times(w)));
  }

  private Solution leastSquares(Matrix t, double scale) {
    boolean primal = x.size() <= x.samples();
    Route route = primal ? Route.CHOLESKY : Route.WOODBURY;
    Matrix w = primal ? primalLeastSquares(t) : dualLeastSquares(t);
    return rated(t, 0, w, scale, 1, route);
  }

  private Matrix primalLeastSquares(Matrix t) {
    Matrix target = x.transposeTimes(t);
    return definite()
        .map(cholesky -> cholesky.solve(target))
        .orElseGet(() -> pseudoSolve(x.gram(), target));
  }

  private Matrix dualLeastSquares(Matrix t) {
    double[] ones = new double[x.size()];
    Arrays.fill(ones, 1);
    return x.transposeTimes(pseudoSolve(x.outer(ones), t));
  }

  /** A⁺ b of a symmetric positive semidefinite A, by its eigenvectors. */
  private static Matrix pseudoSolve(Matrix a, Matrix b) {
    Eigen eigen = a.largestEigenpairs(a.rows());
    double least = NEGLIGIBLE_EIGENVALUE * eigen.values()[0];
    double[] inverse = Arrays.stream(eigen.values()).map(v -> v > least ? 1 / v : 0).toArray();
    Matrix along = eigen.vectors().transposeTimes(b);
    return eigen.vectors().times(ColumnDesign.scaleRows(inverse, along));
  }

  private Matrix unregularised(Matrix t) {
    String why = "beta is 0 and XᵀX is not positive definite for " + shape();
    if (x.size() > x.samples()) {
      throw new IllegalArgumentException(why + ", which has fewer samples than features");
    }
    return definite()
        .orElseThrow(() -> new IllegalArgumentException(why))
        .solve(x.transposeTimes(t));
  }

  /** The factor of XᵀX, if it is positive definite beyond rounding. */
  private Optional<Cholesky> definite() {
    try {
      return Optional.of(x.gram().cholesky()).filter(cholesky -> !cholesky.isNearlySingular());
    } catch (IllegalArgumentException notPositiveDefinite) {
      return Optional.empty();
    }
  }

  private void requireTarget(Matrix t, double beta) {
    if (t.rows() != x.samples()) {
      throw new IllegalArgumentException("target is a " + t.shape() + " for " + shape());
    }
    if (!(beta >= 0) || Double.isInfinite(beta)) {
      throw new IllegalArgumentException("beta is " + beta + ", must be at least 0 and finite");
    }
  }

  private void requireWeights(Matrix w, Matrix t) {
    if (w.rows() != x.size() || w.cols() != t.cols()) {
      throw new IllegalArgumentException(
          "weights are a " + w.shape() + " for " + shape() + " and a target " + t.shape());
    }
  }

  private String shape() {
    return x.samples() + "×" + x.size() + " features";
  }
}
