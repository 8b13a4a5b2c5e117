package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.math.Cholesky;
import io.parallax.math.Eigen;
import io.parallax.math.Matrix;
import io.parallax.math.Threads;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The fit without a party's own columns, which the party computes alone. Predictors of all parties
 * are XMc; those without the own columns have M_kc = 0.
 */
final class WithoutColumns {
  private static final double NEGLIGIBLE = 1e-10; // of the largest eigenvalue
  private static final double CONVERGED = 1e-11; // in units of the log-likelihood
  private static final double UNCHANGED = 1e-13; // of the loss: rounding
  private static final int MOST_STEPS = 100;
  private static final double SMALLEST_STEP = 1e-6;
  private static final double LARGEST = 1e100;

  private final Loss loss;
  private final Matrix image; // XM, N × m
  private final Matrix own; // M_k, d_k × m
  private final int rank;

  /**
   * @param image XM, of all parties
   * @param own M_k, of the own columns without that of ones
   * @param columns of all parties, with that of ones
   */
  WithoutColumns(Loss loss, Matrix image, Matrix own, int columns) {
    this.loss = loss;
    this.image = image;
    this.own = own;
    this.rank = columns - own.rows();
  }

  /**
   * Returns twice the log-likelihood that the own columns add.
   *
   * @param full the loss with all columns
   * @return {@link ColumnErrors#NONE} if the fit without them is not found
   */
  @Eq("12")
  double chiSquare(double full) {
    double gained = fitted().map(l -> 2 * (loss.logLikelihood(full) - l)).orElse(Double.NaN);
    double ratio = Math.abs(gained) < CONVERGED ? 0 : gained; // rounding goes below 0
    return ratio >= 0 && ratio <= LARGEST ? ratio : ColumnErrors.NONE;
  }

  /** Returns the log-likelihood without the own columns. */
  private Optional<Double> fitted() {
    if (rank == 0) {
      return Optional.of(loss.logLikelihood(loss.at(new double[image.rows()]).value()));
    }
    try {
      return basis().flatMap(this::newton).map(loss::logLikelihood);
    } catch (IllegalArgumentException e) { // a matrix without a factor: the fit is not found
      return Optional.empty();
    }
  }

  /** Returns independent columns, N × rank, of the predictors with M_kc = 0. */
  private Optional<Matrix> basis() {
    int m = image.cols();
    Matrix there = own.transposeTimes(own.timesTranspose(own).cholesky().solve(own));
    Matrix left = Matrix.fill(m, m, (i, j) -> (i == j ? 1 : 0) - there.get(i, j));
    Matrix z = image.times(left);
    Eigen eigen = z.gram().largestEigenpairs(m);
    double[] sizes = eigen.values();
    if (rank > m || !(sizes[rank - 1] > NEGLIGIBLE * sizes[0])) {
      return Optional.empty();
    }
    Matrix v = eigen.vectors().selectColumns(IntStream.range(0, rank).toArray());
    double unit = Math.sqrt(image.rows());
    return Optional.of(
        z.times(Matrix.fill(m, rank, (i, j) -> unit * v.get(i, j) / Math.sqrt(sizes[j]))));
  }

  /** Returns the smallest loss of a predictor Bc. */
  private Optional<Double> newton(Matrix basis) {
    Matrix s = Matrix.zeros(basis.rows(), 1);
    for (int k = 0; k < MOST_STEPS; k++) {
      Loss.Point point = loss.at(s.toArray());
      Matrix slope = basis.transposeTimes(NewtonSteps.column(point.residual()));
      Matrix step = bend(basis, point).solve(slope);
      double promised = slope.dot(step);
      if (!(promised > CONVERGED)) {
        return promised >= 0 ? Optional.of(point.value()) : Optional.empty();
      }
      s = moved(s, basis.times(step), point.value());
    }
    return Optional.empty();
  }

  private static Cholesky bend(Matrix basis, Loss.Point point) {
    double[][] actions = new double[basis.cols()][];
    Matrix across = basis.transpose();
    Threads.forEach(actions.length, j -> actions[j] = point.action(across.row(j)));
    Matrix h = across.timesTranspose(Matrix.of(actions));
    return Matrix.fill(h.rows(), h.cols(), (i, j) -> (h.get(i, j) + h.get(j, i)) / 2).cholesky();
  }

  /** Returns S + tΔS for the first t of 1, ½, ¼, … at which the loss does not rise. */
  private Matrix moved(Matrix s, Matrix change, double before) {
    double t = 1;
    Matrix next = s.plus(change);
    while (t > SMALLEST_STEP
        && !(loss.at(next.toArray()).value() <= before + UNCHANGED * Math.abs(before))) {
      t /= 2;
      next = s.plusScaled(t, change);
    }
    return next;
  }
}
