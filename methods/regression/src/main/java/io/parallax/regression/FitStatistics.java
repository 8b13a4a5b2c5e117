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
 */
public record FitStatistics(
    int rows,
    int columns,
    boolean intercept,
    double logLikelihood,
    double nullLogLikelihood,
    double deviance,
    double nullDeviance,
    double dispersion) {

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
        loss.quadratic() ? deviance / Math.max(1, rows - columns) : 1);
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
    figures.put("likelihood-ratio chi-square", likelihoodRatio());
    figures.put("degrees of freedom", (double) freedom());
    figures.put("deviance", deviance);
    figures.put("dispersion", dispersion);
    return figures;
  }
}
