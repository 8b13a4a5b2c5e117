package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.Risks;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.function.DoubleBinaryOperator;

/**
 * The sums over the people at risk in each cell of time. A cell with D events has D terms; by
 * Efron, term l leaves out l/D of the people with events, by Breslow none.
 */
final class RiskSums {
  private final Matrix risk; // G × 1
  private final Matrix columns; // G × W
  private final Matrix tied; // those with an event; empty by Breslow
  private final Matrix tiedColumns;
  private final Matrix events; // their number and weight
  private final boolean efron;
  private final double value;

  /**
   * @param rows N, by which the events' part was divided
   */
  RiskSums(Risks told, Matrix events, Ties ties, int rows) {
    this.risk = WideSum.RISKS.read(told.risk());
    this.columns = WideSum.RISKS.read(told.columns());
    this.tied = WideSum.RISKS.read(told.tied());
    this.tiedColumns = WideSum.RISKS.read(told.tiedColumns());
    this.events = events;
    this.efron = ties == Ties.EFRON;
    boolean large = told.events() <= -OwnSums.TOO_LARGE / 2;
    this.value = large ? OwnSums.TOO_LARGE : loss() - told.events() * rows;
  }

  double value() {
    return value;
  }

  private int deaths(int c) {
    return (int) Math.rint(events.get(c, 0));
  }

  /** Returns ω, the mean weight of a cell's events. */
  private double importance(int c) {
    return events.get(c, 1) / deaths(c);
  }

  private double share(int c, int l) {
    return efron ? (double) l / deaths(c) : 0;
  }

  /** Returns d, the risk of a term. */
  private double term(int c, int l) {
    return risk.get(c, 0) - (efron ? share(c, l) * tied.get(c, 0) : 0);
  }

  /** Returns Σ over a cell's terms of ω·f(share, d). */
  private double over(int c, DoubleBinaryOperator f) {
    double sum = 0;
    for (int l = 0; l < deaths(c); l++) {
      sum += importance(c) * f.applyAsDouble(share(c, l), term(c, l));
    }
    return sum;
  }

  @Eq("4")
  private double loss() {
    double sum = 0;
    for (int c = 0; c < events.rows(); c++) {
      sum += over(c, (share, d) -> StrictMath.log(d));
    }
    return sum;
  }

  /** Returns each cell's hazard, and the part of it from which its own events are free. */
  Matrix hazards() {
    return Matrix.fill(
        events.rows(), 2, (c, j) -> over(c, (share, d) -> j == 0 ? 1 / d : share / d));
  }

  /** Returns Σ ω·vvᵀ/d² over all terms, v = Σ e^η·x of the people at risk. */
  @Eq("11")
  Matrix products() {
    int w = columns.cols();
    double[][] sum = new double[w][w];
    for (int c = 0; c < events.rows(); c++) {
      for (int l = 0; l < deaths(c); l++) {
        double[] v = mean(c, l);
        for (int i = 0; i < w; i++) {
          for (int j = 0; j < w; j++) {
            sum[i][j] += importance(c) * v[i] * v[j];
          }
        }
      }
    }
    return Matrix.of(sum);
  }

  /** Returns v/d, the mean of the people at risk. */
  private double[] mean(int c, int l) {
    double[] v = columns.row(c);
    for (int j = 0; j < v.length; j++) {
      double less = efron ? share(c, l) * tiedColumns.get(c, j) : 0;
      v[j] = (v[j] - less) / term(c, l);
    }
    return v;
  }
}
