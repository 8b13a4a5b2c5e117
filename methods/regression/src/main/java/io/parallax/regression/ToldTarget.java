package io.parallax.regression;

import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;

/**
 * A target as the label holder tells it.
 *
 * @param outcomes numbers, counts, or 1 for an event
 * @param weights above 0
 * @param offset a known part of the linear predictor
 * @param from the first event time at which a row is at risk, for Cox
 * @param to the event time after the last one
 */
record ToldTarget(double[] outcomes, double[] weights, double[] offset, int[] from, int[] to) {
  /** Counts are told divided by it, so that large ones are within the messages' bound. */
  static final double COUNTS = 0x1p12;

  /** Reads the label holder's message. */
  static ToldTarget read(Matrix target, Matrix order, RegressionConfig config) {
    boolean cox = config.loss() == RegressionConfig.Model.COX;
    double unit = config.loss() == RegressionConfig.Model.POISSON ? COUNTS : 1;
    int rows = target.rows();
    ToldTarget told =
        new ToldTarget(
            column(target, 0, unit),
            column(target, 1, 1),
            column(target, 2, 1),
            cox ? whole(order, 0) : new int[rows],
            cox ? whole(order, 1) : new int[rows]);
    told.requireValid(cox);
    return told;
  }

  int size() {
    return outcomes.length;
  }

  private static double[] column(Matrix a, int j, double unit) {
    double[] column = new double[a.rows()];
    for (int i = 0; i < column.length; i++) {
      column[i] = a.get(i, j) * unit;
    }
    return column;
  }

  private static int[] whole(Matrix a, int j) {
    int[] column = new int[a.rows()];
    for (int i = 0; i < column.length; i++) {
      column[i] = (int) Math.rint(a.get(i, j));
    }
    return column;
  }

  private void requireValid(boolean cox) {
    for (int i = 0; i < outcomes.length; i++) {
      boolean risk = 0 <= from[i] && from[i] <= to[i] && to[i] <= outcomes.length;
      boolean event = !cox || outcomes[i] == 0 || outcomes[i] == 1 && to[i] > from[i];
      if (!(weights[i] > 0) || !risk || !event) {
        throw new ProtocolViolation("the label holder tells a target that cannot be one");
      }
    }
  }
}
