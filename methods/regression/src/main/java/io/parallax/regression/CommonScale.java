package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.Parties;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Sum;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.AskColumns;
import io.parallax.regression.HRegressionMessages.AskMoments;
import io.parallax.regression.HRegressionMessages.Columns;
import io.parallax.regression.HRegressionMessages.Moments;
import io.parallax.regression.RegressionConfig.Model;

/**
 * Centre and unit of every column and, last, of the target, over the rows of all parties. They
 * change no result: coefficients are told on the scale of the columns as they are given.
 *
 * @param widths the number of columns of each view
 * @param scale centres, and below them units
 */
record CommonScale(int[] widths, Matrix scale) {
  private static final double CONSTANT = 1e-12; // of the mean: a deviation that is rounding

  static CommonScale find(Parties parties, HRegressionConfig config, Roster roster) {
    int[] widths = widths(parties.sum(new AskColumns()));
    int f = java.util.Arrays.stream(widths).sum() + 1;
    Moments first = parties.sum(new AskMoments(Matrix.zeros(1, f))).total();
    if (first.rows() != roster.samples()) {
      throw new ProtocolViolation("the parties do not have as many rows as the study says");
    }
    double n = first.rows();
    Matrix means = WideSum.MOMENTS.read(first.sums()).scale(1 / n);
    Moments second = parties.sum(new AskMoments(means)).total();
    Matrix rest = WideSum.MOMENTS.read(second.sums()).scale(1 / n);
    Matrix squares = WideSum.MOMENTS.read(second.squares()).scale(1 / n);
    double[] deviations = new double[f];
    for (int j = 0; j < f; j++) {
      double variance = squares.get(0, j) - rest.get(0, j) * rest.get(0, j);
      double deviation = Math.sqrt(Math.max(0, variance));
      deviations[j] = deviation > CONSTANT * Math.abs(means.get(0, j)) ? deviation : 0;
    }
    requireTarget(config, means.get(0, f - 1), deviations[f - 1], first.rows());
    requireVaried(config, roster, widths, deviations);
    return new CommonScale(widths, scale(config, means, deviations));
  }

  private static int[] widths(Sum<Columns> told) {
    int[] widths = told.agreed(told.total().columns(), "the number of columns of each view");
    long mark = told.total().mark();
    if (told.count() * told.total().squared() != mark * mark) {
      throw new BadInput(
          "the parties' columns have different names or another order; they must be the same columns; give all parties the same 'columns'");
    }
    return widths;
  }

  private static void requireTarget(
      HRegressionConfig config, double mean, double deviation, int rows) {
    if (config.cox() && mean == 0) {
      throw new BadInput(
          "none of the %d training rows of all parties has an event; there must be one; hold out fewer rows, take another seed, or set 'split: stratified'"
              .formatted(rows));
    }
    if (config.loss() == Model.POISSON && mean == 0) {
      throw new BadInput(
          "all %d counts of the target are 0; some must not be; check the target's column"
              .formatted(rows));
    }
    boolean varied = config.loss() == Model.SQUARED || config.loss() == Model.LOGISTIC;
    if (varied && deviation == 0) {
      throw new BadInput(
          "the target has the same value in all %d training rows; it must vary; check its column"
              .formatted(rows));
    }
  }

  private static void requireVaried(
      HRegressionConfig config, Roster roster, int[] widths, double[] deviations) {
    for (int j = 0; j < deviations.length - 1; j++) {
      Place place = place(widths, j);
      String view = roster.views().get(place.view());
      if (config.centred()
          && deviations[j] == 0
          && config.lambda().of(view) == 0
          && config.beta().of(view) == 0) {
        throw refused(roster, place, "has the same value in all training rows");
      }
    }
  }

  /** A column's view, and its number in it. */
  private record Place(int view, int column) {}

  private static Place place(int[] widths, int j) {
    int view = 0;
    int column = j;
    while (column >= widths[view]) {
      column -= widths[view++];
    }
    return new Place(view, column);
  }

  private static BadInput refused(Roster roster, Place place, String what) {
    return new BadInput(
        "column %d of view %s %s; without a penalty columns must be independent; leave it out or set lambda above 0"
            .formatted(place.column() + 1, roster.views().get(place.view()), what));
  }

  /** Returns the refusal of a column that repeats others. */
  BadInput repeated(Roster roster, int j) {
    return refused(roster, place(widths, j), "is a combination of the columns before it");
  }

  /** Returns the refusal of a column with which the likelihood grows without limit. */
  BadInput endless(Roster roster, int j) {
    Place place = place(widths, j);
    return new BadInput(
        "the likelihood has no maximum: it rises without limit with the coefficient of column %d of view %s; lambda must be above 0, or the column left out"
            .formatted(place.column() + 1, roster.views().get(place.view())));
  }

  /** Columns get deviation 1 around 0; the target, too, if it is numbers. */
  private static Matrix scale(HRegressionConfig config, Matrix means, double[] deviations) {
    int last = deviations.length - 1;
    boolean numbers = config.loss() == Model.SQUARED;
    return Matrix.fill(
        2,
        deviations.length,
        (i, j) -> {
          boolean kept = j == last && !numbers; // as it is
          double centre = config.centred() && !kept ? means.get(0, j) : 0;
          double unit = deviations[j] > 0 && !kept ? deviations[j] : 1;
          return i == 0 ? centre : unit;
        });
  }

  /** Returns the number of columns of all views. */
  int columns() {
    return scale.cols() - 1;
  }

  double centre(int j) {
    return scale.get(0, j);
  }

  double unit(int j) {
    return scale.get(1, j);
  }

  /** Returns Λ on standardised columns; 0 for the intercept. */
  double[] penalty(HRegressionConfig config, Roster roster, int weights) {
    double[] penalty = new double[weights];
    for (int j = 0; j < columns(); j++) {
      penalty[j] = config.lambda().of(view(roster, j)) / (unit(j) * unit(j));
    }
    return penalty;
  }

  /** Returns β on standardised columns, for numbers in units of the target; 0 for the intercept. */
  double[] thresholds(HRegressionConfig config, Roster roster, int weights) {
    double[] thresholds = new double[weights];
    for (int j = 0; j < columns(); j++) {
      thresholds[j] = config.beta().of(view(roster, j)) / unit(j) / unit(columns());
    }
    return thresholds;
  }

  private String view(Roster roster, int j) {
    return roster.views().get(place(widths, j).view());
  }
}
