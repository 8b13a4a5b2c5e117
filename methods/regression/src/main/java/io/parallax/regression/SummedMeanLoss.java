package io.parallax.regression;

import io.parallax.core.Parties;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.AskCurve;
import io.parallax.regression.HRegressionMessages.AskLevel;
import io.parallax.regression.HRegressionMessages.Curve;
import io.parallax.regression.HRegressionMessages.Level;
import io.parallax.regression.RegressionConfig.Model;

/** The loss of rows that are independent: numbers, two outcomes, or counts. */
final class SummedMeanLoss implements SummedLoss {
  private static final int MOST_STEPS = 100;

  private final Parties parties;
  private final Model model;
  private final Matrix scale;
  private final int rows;
  private final Level empty; // without columns
  private double level;

  SummedMeanLoss(Parties parties, HRegressionConfig config, CommonScale scale, int rows) {
    this.parties = parties;
    this.model = config.loss();
    this.scale = scale.scale();
    this.rows = rows;
    this.empty = config.hasIntercept() ? fittedLevel() : ask(0);
  }

  private Level ask(double constant) {
    return parties.sum(new AskLevel(scale, constant)).total();
  }

  /** Finds the best constant, by Newton steps that are at most 1 for a logarithm. */
  private Level fittedLevel() {
    Level told = ask(0);
    for (int k = 1; k < MOST_STEPS; k++) {
      double step = told.slope() / told.bend();
      if (Math.abs(step) <= 1e-12 * (1 + Math.abs(level))) {
        return told;
      }
      level += model == Model.SQUARED ? step : Math.max(-1, Math.min(1, step));
      told = ask(level);
    }
    return told;
  }

  @Override
  public double empty() {
    return empty.loss();
  }

  @Override
  public double level() {
    return level;
  }

  @Override
  public double logLikelihood(double loss) {
    return MeanLoss.logLikelihood(model, loss, rows, empty.logs());
  }

  @Override
  public double deviance(double loss) {
    return 2 * (loss - empty.saturated());
  }

  @Override
  public Point at(Matrix weights) {
    Curve told = parties.sum(new AskCurve(scale, weights, level, Matrix.zeros(1, 2))).total();
    return new MeanPoint(told, rows);
  }

  private record MeanPoint(Curve told, int rows) implements Point {
    @Override
    public double value() {
      return told.loss() * rows;
    }

    @Override
    public Derivatives derivatives() {
      return new Derivatives(
          WideSum.MEANS.read(told.gradient()).scale(rows),
          WideSum.MEANS.read(told.curvature()).scale(rows));
    }

    @Override
    public Matrix hazard() {
      return Matrix.zeros(1, 1);
    }
  }
}
