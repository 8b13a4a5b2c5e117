package io.parallax.regression;

import io.parallax.core.Coordinator;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.Coefficients;
import io.parallax.regression.HRegressionMessages.Conclude;
import io.parallax.regression.HRegressionMessages.Disclose;
import io.parallax.regression.RegressionConfig.Model;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The coordinator of regression among parties with different people: Newton steps from summed
 * gradients and second derivatives, the inverse of which gives the standard errors.
 */
final class HRegressionCoordinator implements Coordinator<HRegressionResult> {
  private final HRegressionConfig config;
  private final Roster roster;
  private int[] widths; // columns of each view

  HRegressionCoordinator(HRegressionConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public HRegressionResult run(Parties parties, Rounds rounds) {
    CommonScale scale = CommonScale.find(parties, config, roster);
    widths = scale.widths();
    int n = roster.samples();
    SummedLoss loss =
        config.cox()
            ? new SummedCoxLoss(parties, config, scale, n, Math.max(1, roster.classes()))
            : new SummedMeanLoss(parties, config, scale, n);
    int weights = scale.columns() + (config.hasIntercept() ? 1 : 0);
    SummedNewton newton =
        new SummedNewton(
            loss,
            scale.penalty(config, roster, weights),
            scale.thresholds(config, roster, weights),
            n);
    newton.run(
        rounds,
        j -> scale.repeated(roster, Math.min(j, scale.columns() - 1)),
        j -> scale.endless(roster, Math.min(j, scale.columns() - 1)));
    FitStatistics statistics = statistics(loss, newton, scale);
    ViewRatios ratios = new ViewRatios(loss, newton, scale, rounds);
    boolean tested = config.likelihood() && HRegression.ofAllRows(roster) && !config.penalised();
    Conclude model = model(scale, loss, newton, statistics, tested ? ratios.all() : ratios.none());
    parties.sum(model);
    return new HRegressionResult(
        model.table(),
        newton.objective(),
        rounds.objectives(),
        rounds.converged(),
        statistics,
        disclosed(parties, model));
  }

  /** Returns the coefficients of a model of all rows by names, if the columns' owners allow it. */
  private SortedMap<PartyId, List<FittedCoefficients>> disclosed(Parties parties, Conclude model) {
    SortedMap<PartyId, List<FittedCoefficients>> all = new TreeMap<>();
    if (config.disclose() && HRegression.ofAllRows(roster)) {
      SortedMap<PartyId, Coefficients> told = parties.gather(new Disclose());
      List<String> names = told.get(told.firstKey()).columns().lines().toList();
      all.put(told.firstKey(), CommonModel.told(model).coefficients(named(names), config, roster));
    }
    return all;
  }

  /** Returns the names of each view's columns. */
  private Map<String, List<String>> named(List<String> names) {
    Map<String, List<String>> named = new LinkedHashMap<>();
    int at = 0;
    for (int k = 0; k < roster.views().size(); k++) {
      int until = at + widths[k];
      if (until > names.size()) {
        throw new ProtocolViolation("the columns' names are not as many as the columns");
      }
      named.put(roster.views().get(k), names.subList(at, until));
      at = until;
    }
    return named;
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
        numbers ? deviance / Math.max(1, roster.samples() - columns) : 1,
        config.penalised(),
        config.sparse() ? newton.chosen(scale.columns()) : FitStatistics.ALL);
  }

  private Conclude model(
      CommonScale scale,
      SummedLoss loss,
      SummedNewton newton,
      FitStatistics statistics,
      double[] ratios) {
    double unit = unit(scale);
    Matrix w = newton.weights();
    int d = scale.columns();
    double zero = loss.level() + back(scale, w.rows()).dot(w); // the predictor at the columns' 0
    double[] coefficient = new double[w.rows()];
    Arrays.setAll(
        coefficient,
        j -> j < d ? w.get(j, 0) * unit / scale.unit(j) : scale.centre(d) + unit * zero);
    Matrix covariance =
        config.penalised()
            ? Matrix.zeros(1, 1)
            : covariance(scale, newton.inverse().scale(statistics.dispersion()));
    Matrix table =
        Matrix.fill(
            w.rows(),
            3,
            (i, j) -> j == 0 ? coefficient[i] : j == 1 ? error(covariance, i) : w.get(i, 0));
    double[] wald = wald(scale, table, covariance);
    Matrix tests = Matrix.fill(2, wald.length, (i, k) -> i == 0 ? wald[k] : ratios[k]);
    Matrix hazard = newton.point().hazard().scale(StrictMath.exp(config.cox() ? zero : 0));
    return new Conclude(table, tests, covariance, hazard);
  }

  private double error(Matrix covariance, int i) {
    return config.penalised() ? ColumnErrors.NONE : Math.sqrt(covariance.get(i, i));
  }

  /** Returns the change of the predictor at the columns' zeros with each weight. */
  private static Matrix back(CommonScale scale, int weights) {
    return Matrix.fill(
        weights, 1, (j, c) -> j < scale.columns() ? -scale.centre(j) / scale.unit(j) : 1);
  }

  /** Returns the covariance of coefficients, from that of weights. */
  private static Matrix covariance(CommonScale scale, Matrix ofWeights) {
    int weights = ofWeights.rows();
    Matrix back = back(scale, weights);
    Matrix change =
        Matrix.fill(
            weights,
            weights,
            (i, j) -> i == scale.columns() ? back.get(j, 0) : i == j ? 1 / scale.unit(j) : 0);
    return change.times(ofWeights).timesTranspose(change);
  }

  /** Returns each view's chi-square of all its columns. */
  private double[] wald(CommonScale scale, Matrix table, Matrix covariance) {
    double[] all = new double[scale.widths().length];
    Arrays.fill(all, ColumnErrors.NONE);
    int from = 0;
    for (int k = 0; k < all.length && !config.penalised(); k++) {
      int[] own = IntStream.range(from, from + scale.widths()[k]).toArray();
      Matrix values = Matrix.fill(own.length, 1, (i, j) -> table.get(own[i], 0));
      Factor factor = Factor.of(covariance.selectRows(own).selectColumns(own));
      all[k] = factor.lost() < 0 ? factor.solve(values).squaredNorm() : ColumnErrors.NONE;
      from += own.length;
    }
    return all;
  }
}
