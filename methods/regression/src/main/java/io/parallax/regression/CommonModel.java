package io.parallax.regression;

import io.parallax.core.BaselineHazard;
import io.parallax.core.ErrorPart;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.FittedCoefficients.Intercept;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.Conclude;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fitted model, which all parties have.
 *
 * @param table for each column, the views' one after another, its coefficient, standard error and
 *     weight on the standardised column; in the last row the intercept, if there is one
 * @param tests for each view the chi-square of all its columns, Wald's and below it that by
 *     likelihood ratio; −1 where it was not computed
 * @param covariance of the coefficients; 1 × 1 if there are no standard errors
 * @param hazard for Cox: the hazard in every cell of time, where all columns are 0, a column for
 *     each stratum; else 1 × 1
 */
record CommonModel(Matrix table, Matrix tests, Matrix covariance, Matrix hazard) {
  private static final String TABLE = "all coefficients";
  private static final String TESTS = "chi-squares";
  private static final String COVARIANCE = "covariance";
  private static final String HAZARD = "hazard";

  static CommonModel empty(int weights, int views) {
    return new CommonModel(
        Matrix.zeros(weights, 3), Matrix.zeros(2, views), Matrix.zeros(1, 1), Matrix.zeros(1, 1));
  }

  static CommonModel told(Conclude ask, int weights, int views, int strata) {
    int covered = ask.covariance().rows();
    boolean fits =
        ask.table().rows() == weights
            && ask.table().cols() == 3
            && ask.tests().rows() == 2
            && ask.tests().cols() == views
            && (covered == 1 || covered == weights)
            && ask.covariance().cols() == covered
            && ask.hazard().cols() == 1
            && ask.hazard().rows() % strata == 0;
    if (!fits) {
      throw new ProtocolViolation("the model does not have the size of the views");
    }
    OwnSums.requireFinite(ask.table());
    OwnSums.requireFinite(ask.tests());
    OwnSums.requireFinite(ask.covariance());
    OwnSums.requireFinite(ask.hazard());
    int cells = ask.hazard().rows() / strata;
    Matrix hazard = Matrix.fill(cells, strata, (c, s) -> ask.hazard().get(s * cells + c, 0));
    return new CommonModel(ask.table(), ask.tests(), ask.covariance(), hazard);
  }

  /** Returns the model that the coordinator tells, without hazards. */
  static CommonModel told(Conclude ask) {
    return new CommonModel(ask.table(), ask.tests(), ask.covariance(), Matrix.zeros(1, 1));
  }

  /** Returns the standard errors' part of rows, where they are known: all of it. */
  Optional<ErrorPart> errorPart(Features rows, boolean intercept) {
    int d = rows.size();
    if (covariance.rows() != table.rows() || covariance.get(0, 0) == 0) {
      return Optional.empty();
    }
    Matrix x = rows.toMatrix();
    Matrix all = intercept ? Matrix.fill(x.rows(), d + 1, (i, j) -> j == d ? 1 : x.get(i, j)) : x;
    return Optional.of(new ErrorPart(all, Optional.of(covariance)));
  }

  /** Returns the linear predictor of rows. */
  Matrix linear(Features rows, boolean intercept) {
    Matrix w = Matrix.fill(rows.size(), 1, (i, j) -> table.get(i, 0));
    double constant = intercept ? table.get(rows.size(), 0) : 0;
    return rows.times(w).map(v -> v + constant);
  }

  /** Returns the coefficients of each view, once they are known; the first has the intercept. */
  List<FittedCoefficients> coefficients(
      Map<String, List<String>> columns, HRegressionConfig config, Roster roster) {
    boolean known = Arrays.stream(column(1, table.rows())).anyMatch(error -> error != 0);
    List<FittedCoefficients> all = new ArrayList<>();
    int freedom = config.loss().freedom(roster.samples(), table.rows());
    int from = 0;
    for (var view : columns.entrySet()) {
      int first = from;
      int size = view.getValue().size();
      boolean constant = config.hasIntercept() && all.isEmpty();
      all.add(
          new FittedCoefficients(
              view.getKey(),
              view.getValue(),
              Arrays.copyOfRange(column(0, table.rows()), first, first + size),
              errors(first, first + size),
              known(tests.get(0, all.size())),
              tests.rows() > 1 ? known(tests.get(1, all.size())) : Double.NaN,
              freedom,
              constant ? Optional.of(intercept()) : Optional.empty()));
      from += size;
    }
    return known ? List.copyOf(all) : List.of();
  }

  private double[] errors(int from, int until) {
    return Arrays.stream(column(1, table.rows()), from, until).map(CommonModel::known).toArray();
  }

  private Intercept intercept() {
    int last = table.rows() - 1;
    return new Intercept(table.get(last, 0), known(table.get(last, 1)));
  }

  private static double known(double number) {
    return number < 0 ? Double.NaN : number;
  }

  private double[] column(int j, int rows) {
    double[] values = new double[rows];
    Arrays.setAll(values, i -> table.get(i, j));
    return values;
  }

  /** Returns the cumulative hazard at the end of each cell that has events. */
  Optional<BaselineHazard> baselineHazard(HRegressionConfig config) {
    List<double[]> found = new ArrayList<>();
    for (int s = 0; s < hazard.cols(); s++) {
      double sum = 0;
      for (int c = 0; c < hazard.rows(); c++) {
        sum += hazard.get(c, s);
        if (hazard.get(c, s) > 0) {
          found.add(new double[] {(c + 1) * config.grid(), sum, s});
        }
      }
    }
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BaselineHazard(
                found.stream().mapToDouble(at -> at[0]).toArray(),
                found.stream().mapToDouble(at -> at[1]).toArray(),
                found.stream().mapToInt(at -> (int) at[2]).toArray()));
  }

  /** Returns the magnitude of each coefficient for a column of deviation 1. */
  Map<String, double[]> importance(List<View> views) {
    Map<String, double[]> all = new LinkedHashMap<>();
    int at = 0;
    for (View view : views) {
      double[] own = new double[view.columns().size()];
      for (int j = 0; j < own.length; j++) {
        own[j] = Math.abs(table.get(at++, 2));
      }
      all.put(view.name(), own);
    }
    return all;
  }

  /** Returns each view's coefficients, and all that scoring and reports need. */
  Map<String, Matrix> named(List<View> views) {
    Map<String, Matrix> named = new LinkedHashMap<>();
    int at = 0;
    for (View view : views) {
      int from = at;
      named.put(
          view.name(), Matrix.fill(view.columns().size(), 1, (i, j) -> table.get(from + i, 0)));
      at += view.columns().size();
    }
    named.put(TABLE, table);
    named.put(TESTS, tests);
    named.put(COVARIANCE, covariance);
    named.put(HAZARD, hazard);
    return named;
  }

  static CommonModel adopted(Map<String, Matrix> named) {
    return new CommonModel(
        named.get(TABLE),
        named.get(TESTS),
        named.getOrDefault(COVARIANCE, Matrix.zeros(1, 1)), // a file of an earlier version has none
        named.get(HAZARD));
  }
}
