package io.parallax.regression;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.Conclude;
import io.parallax.regression.RegressionConfig.Model;
import java.util.stream.IntStream;

/**
 * The coordinator of regression among parties with different people: Newton steps from summed
 * gradients and second derivatives, the inverse of which gives the standard errors.
 */
final class HRegressionCoordinator implements Coordinator<HRegressionResult> {
  private final HRegressionConfig config;
  private final Roster roster;

  HRegressionCoordinator(HRegressionConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public HRegressionResult run(Parties parties, Rounds rounds) {
    CommonScale scale = CommonScale.find(parties, config, roster);
    int n = roster.samples();
    SummedLoss loss =
        config.cox()
            ? new SummedCoxLoss(parties, config, scale, n, Math.max(1, roster.classes()))
            : new SummedMeanLoss(parties, config, scale, n);
    int weights = scale.columns() + (config.hasIntercept() ? 1 : 0);
    SummedNewton newton = new SummedNewton(loss, scale.penalty(config, roster, weights), n);
    newton.run(
        rounds,
        j -> scale.repeated(roster, Math.min(j, scale.columns() - 1)),
        j -> scale.endless(roster, Math.min(j, scale.columns() - 1)));
    FitStatistics statistics = statistics(loss, newton, scale);
    Conclude model = model(scale, loss, newton, statistics);
    parties.sum(model);
    return new HRegressionResult(
        model.table(), newton.objective(), rounds.objectives(), rounds.converged(), statistics);
  }

  private double unit(CommonScale scale) {
    return scale.unit(scale.columns());
  }

  private FitStatistics statistics(SummedLoss loss, SummedNewton newton, CommonScale scale) {
    double squared = unit(scale) * unit(scale);
    double now = newton.point().value() * squared;
    double before = loss.empty() * squared;
    int columns = newton.weights().rows();
    double deviance = loss.deviance(now);
    boolean numbers = config.loss() == Model.SQUARED;
    return new FitStatistics(
        roster.samples(),
        columns,
        config.hasIntercept(),
        loss.logLikelihood(now),
        loss.logLikelihood(before),
        deviance,
        loss.deviance(before),
        numbers ? deviance / Math.max(1, roster.samples() - columns) : 1);
  }

  private Conclude model(
      CommonScale scale, SummedLoss loss, SummedNewton newton, FitStatistics statistics) {
    double unit = unit(scale);
    Matrix w = newton.weights();
    Matrix covariance = newton.inverse().scale(statistics.dispersion() / (unit * unit));
    int d = scale.columns();
    Matrix back = back(scale, w.rows());
    double zero = loss.level() + back.dot(w); // the predictor where all columns are 0
    double[] coefficient = new double[w.rows()];
    double[] error = new double[w.rows()];
    for (int j = 0; j < w.rows(); j++) {
      double factor = j < d ? unit / scale.unit(j) : 0;
      coefficient[j] = j < d ? w.get(j, 0) * factor : scale.centre(d) + unit * zero;
      error[j] =
          j < d
              ? Math.sqrt(covariance.get(j, j)) * factor
              : Math.sqrt(back.dot(covariance.times(back))) * unit;
    }
    Matrix table =
        Matrix.fill(
            w.rows(), 3, (i, j) -> j == 0 ? coefficient[i] : j == 1 ? error[i] : w.get(i, 0));
    Matrix hazard = newton.point().hazard().scale(StrictMath.exp(config.cox() ? zero : 0));
    return new Conclude(table, wald(scale, w, covariance), hazard);
  }

  /** Returns the change of the predictor at the columns' zeros with each weight. */
  private static Matrix back(CommonScale scale, int weights) {
    return Matrix.fill(
        weights, 1, (j, c) -> j < scale.columns() ? -scale.centre(j) / scale.unit(j) : 1);
  }

  /** Returns each view's chi-square of all its columns. */
  private static Matrix wald(CommonScale scale, Matrix w, Matrix covariance) {
    double[] all = new double[scale.widths().length];
    int from = 0;
    for (int k = 0; k < all.length; k++) {
      int[] own = IntStream.range(from, from + scale.widths()[k]).toArray();
      Factor factor = Factor.of(covariance.selectRows(own).selectColumns(own));
      all[k] =
          factor.lost() < 0 ? factor.solve(w.selectRows(own)).squaredNorm() : ColumnErrors.NONE;
      from += own.length;
    }
    return Matrix.of(1, all.length, all);
  }
}
