package io.parallax.regression;

import io.parallax.math.Matrix;

/** A loss of common weights over the rows of all parties, from sums over the parties. */
interface SummedLoss {
  /** Returns the loss at weights on standardised columns. */
  Point at(Matrix weights);

  /** Returns the loss without columns. */
  double empty();

  /** Returns the constant part of the linear predictor beside the weights. */
  double level();

  /** Returns the log-likelihood at a loss, both in units of the target as it is given. */
  double logLikelihood(double loss);

  /** Returns the deviance at a loss. */
  double deviance(double loss);

  /** The loss at some weights. */
  interface Point {
    double value();

    /** Returns the derivatives, which are asked for only where a step has led. */
    Derivatives derivatives();

    /** Returns the hazard in each cell of time for a predictor of 0; 1 × 1 without times. */
    Matrix hazard();
  }

  /**
   * Derivatives of the loss.
   *
   * @param gradient −∂L/∂w
   * @param hessian ∂²L/∂w²
   */
  record Derivatives(Matrix gradient, Matrix hessian) {}
}
