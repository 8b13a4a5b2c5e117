package io.parallax.regression;

import io.parallax.regression.RegressionConfig.Model;

/** A loss of a linear predictor S with one number for each row: minus a log-likelihood. */
interface Loss {
  /** Returns the loss and its derivatives at S. */
  Point at(double[] s);

  /** Returns the constant part of the linear predictor that fits best without any column. */
  double base();

  /** Returns true if one Newton step is the solution. */
  default boolean quadratic() {
    return false;
  }

  /** Returns true if the likelihood has a largest value that no finite predictor may reach. */
  default boolean bounded() {
    return false;
  }

  /** Returns the log-likelihood at a loss, with the constants that the loss leaves out. */
  double logLikelihood(double loss);

  /** Returns the deviance at a loss. */
  double deviance(double loss);

  /** The loss at one linear predictor. */
  interface Point {
    double value();

    /** Returns r = −∂L/∂S. */
    double[] residual();

    /** Returns the diagonal of ∂²L/∂S². */
    double[] curvature();

    /** Returns ∂²L/∂S²·T. */
    double[] action(double[] t);
  }

  /** Returns the loss of a target as the label holder tells it. */
  static Loss of(RegressionConfig config, ToldTarget target) {
    return config.loss() == Model.COX
        ? new CoxLoss(target, config.ties())
        : new MeanLoss(target, config.loss(), config.hasIntercept());
  }
}
