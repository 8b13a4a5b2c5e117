package io.parallax.regression;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers on a fit as a whole.
 *
 * @param rows the number of training rows
 * @param columns the number of coefficients, with the intercept
 * @param intercept whether there is one
 * @param logLikelihood at the fit; for Cox the partial one
 * @param nullLogLikelihood without columns
 * @param deviance at the fit
 * @param nullDeviance without columns
 * @param dispersion the residual variance of numbers, else 1
 * @param penalised whether a penalty draws coefficients to 0, so that tests do not apply
 * @param chosen the number of columns whose coefficient is not 0; −1 if none is ever left out
 */
public record FitStatistics(
    int rows,
    int columns,
    boolean intercept,
    double logLikelihood,
    double nullLogLikelihood,
    double deviance,
    double nullDeviance,
    double dispersion,
    boolean penalised,
    int chosen) {
  static final int ALL = -1;

  /**
   * @param exponent of numbers, which were divided by 2^exponent
   */
  static FitStatistics of(
      RegressionConfig config, Loss loss, NewtonSteps newton, int rows, int exponent) {
    double unit = Math.scalb(1.0, 2 * exponent);
    double now = newton.point().value() * unit;
    double before = loss.at(new double[rows]).value() * unit;
    int columns = newton.columns();
    double deviance = loss.deviance(now);
    return new FitStatistics(
        rows,
        columns,
        config.hasIntercept(),
        loss.logLikelihood(now),
        loss.logLikelihood(before),
        deviance,
        loss.deviance(before),
        loss.quadratic() ? deviance / Math.max(1, rows - columns) : 1,
        config.penalised(),
        config.sparse() ? newton.chosen() : ALL);
  }

  /** Returns twice the gain of log-likelihood by all columns, a chi-square. */
  public double likelihoodRatio() {
    return 2 * (logLikelihood - nullLogLikelihood);
  }

  /** Returns the degrees of freedom of {@link #likelihoodRatio}. */
  public int freedom() {
    return columns - (intercept ? 1 : 0);
  }

  Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("log-likelihood", logLikelihood);
    figures.put("log-likelihood without columns", nullLogLikelihood);
    if (!penalised) {
      figures.put("likelihood-ratio chi-square", likelihoodRatio());
      figures.put("degrees of freedom", (double) freedom());
    }
    if (chosen != ALL) {
      figures.put("columns kept", (double) chosen);
    }
    figures.put("deviance", deviance);
    figures.put("dispersion", dispersion);
    return figures;
  }
}
