package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.regression.RegressionConfig.Model;

/** The loss of rows that are independent: numbers, two outcomes, or counts. */
final class MeanLoss implements Loss {
  private static final int MOST_STEPS = 100;
  private static final double LARGEST = 700; // of an exponent

  private final ToldTarget target;
  private final Model model;
  private final double base;

  MeanLoss(ToldTarget target, Model model, boolean intercept) {
    this.target = target;
    this.model = model;
    this.base = intercept ? fittedBase() : 0;
  }

  /**
   * @param base the constant part of the linear predictor
   */
  MeanLoss(ToldTarget target, Model model, double base) {
    this.target = target;
    this.model = model;
    this.base = base;
  }

  @Override
  public double base() {
    return base;
  }

  @Override
  public boolean quadratic() {
    return model == Model.SQUARED;
  }

  @Override
  public boolean bounded() {
    return model == Model.LOGISTIC;
  }

  @Override
  public MeanPoint at(double[] s) {
    return at(s, base);
  }

  private MeanPoint at(double[] s, double constant) {
    int n = s.length;
    MeanPoint row = new MeanPoint(new double[n], new double[n], new double[1]);
    for (int i = 0; i < n; i++) {
      double eta = s[i] + constant + target.offset()[i];
      double weight = target.weights()[i];
      double y = target.outcomes()[i];
      double mean = mean(model, eta);
      row.residual[i] = weight * (y - mean);
      row.curvature[i] = weight * slope(model, mean);
      row.sum[0] += weight * loss(model, y, eta, mean);
    }
    return row;
  }

  /** The mean of an outcome at a linear predictor. */
  @Eq("2")
  static double mean(Model model, double eta) {
    return switch (model) {
      case SQUARED, COX -> eta;
      case LOGISTIC -> 1 / (1 + StrictMath.exp(-eta));
      case POISSON -> StrictMath.exp(Math.min(eta, LARGEST));
    };
  }

  /** The derivative of the mean by the linear predictor. */
  @Eq("3")
  private static double slope(Model model, double mean) {
    return switch (model) {
      case SQUARED, COX -> 1;
      case LOGISTIC -> mean * (1 - mean);
      case POISSON -> mean;
    };
  }

  @Eq("1")
  private static double loss(Model model, double y, double eta, double mean) {
    return switch (model) {
      case SQUARED, COX -> 0.5 * (y - eta) * (y - eta);
      case LOGISTIC ->
          Math.max(eta, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(eta))) - y * eta;
      case POISSON -> mean - y * eta;
    };
  }

  /** Returns the best constant, by Newton steps that are at most 1 for a logarithm. */
  private double fittedBase() {
    double constant = 0;
    double[] none = new double[target.size()];
    for (int k = 0; k < MOST_STEPS; k++) {
      MeanPoint row = at(none, constant);
      double slope = 0;
      double bend = 0;
      for (int i = 0; i < none.length; i++) {
        slope += row.residual[i];
        bend += row.curvature[i];
      }
      double step = slope / bend;
      constant += model == Model.SQUARED ? step : Math.max(-1, Math.min(1, step));
      if (Math.abs(step) <= 1e-14 * (1 + Math.abs(constant))) {
        return constant;
      }
    }
    return constant;
  }

  @Override
  public double logLikelihood(double loss) {
    return logLikelihood(model, loss, target.size(), logs());
  }

  /**
   * Returns the log-likelihood of rows. Weights of numbers are inverse variances, so that the unit
   * of weights changes no test.
   *
   * @param logs of all rows, see {@link #logs}
   */
  static double logLikelihood(Model model, double loss, int rows, double logs) {
    return switch (model) {
      case SQUARED, COX -> -0.5 * rows * (StrictMath.log(2 * Math.PI * 2 * loss / rows) + 1) - logs;
      case LOGISTIC -> -loss;
      case POISSON -> -loss - logs;
    };
  }

  /** Returns what the loss leaves out: Σ ln y! of counts, −½Σ ln of the weights of numbers. */
  double logs() {
    double logs = 0;
    for (int i = 0; i < target.size(); i++) {
      double weight = target.weights()[i];
      logs +=
          switch (model) {
            case POISSON -> weight * logFactorial(target.outcomes()[i]);
            case SQUARED -> -0.5 * StrictMath.log(weight);
            default -> 0;
          };
    }
    return logs;
  }

  @Override
  public double deviance(double loss) {
    return 2 * (loss - saturated());
  }

  /** Returns the loss of a model in which each mean is its outcome. */
  double saturated() {
    double saturated = 0;
    for (int i = 0; i < target.size() && model == Model.POISSON; i++) {
      double y = target.outcomes()[i];
      saturated += y > 0 ? target.weights()[i] * (y - y * StrictMath.log(y)) : 0;
    }
    return saturated;
  }

  /** ln y!, by Stirling's series from 20 on. */
  private static double logFactorial(double y) {
    if (y < 20) {
      double product = 1;
      for (int k = 2; k <= y; k++) {
        product *= k;
      }
      return StrictMath.log(product);
    }
    double x = y + 1;
    double series = 1 / (12 * x) - 1 / (360 * x * x * x) + 1 / (1260 * Math.pow(x, 5));
    return (x - 0.5) * StrictMath.log(x) - x + 0.5 * StrictMath.log(2 * Math.PI) + series;
  }

  /** The loss at one linear predictor; {@code sum} has one element. */
  private record MeanPoint(double[] residual, double[] curvature, double[] sum) implements Point {
    @Override
    public double value() {
      return sum[0];
    }

    @Override
    public double[] action(double[] t) {
      double[] product = new double[t.length];
      for (int i = 0; i < t.length; i++) {
        product[i] = curvature[i] * t[i];
      }
      return product;
    }
  }
}
