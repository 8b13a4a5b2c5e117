package io.parallax.regression;

import io.parallax.core.BaselineHazard;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.FittedCoefficients.Intercept;
import io.parallax.core.ProtocolViolation;
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
 * @param wald for each view the chi-square of all its columns; −1 where it was not computed
 * @param hazard for Cox: the hazard in every cell of time, where all columns are 0, a column for
 *     each stratum; else 1 × 1
 */
record CommonModel(Matrix table, Matrix wald, Matrix hazard) {
  private static final String TABLE = "all coefficients";
  private static final String WALD = "chi-squares";
  private static final String HAZARD = "hazard";

  static CommonModel empty(int weights, int views) {
    return new CommonModel(Matrix.zeros(weights, 3), Matrix.zeros(1, views), Matrix.zeros(1, 1));
  }

  static CommonModel told(Conclude ask, int weights, int views, int strata) {
    boolean fits =
        ask.table().rows() == weights
            && ask.table().cols() == 3
            && ask.wald().rows() == 1
            && ask.wald().cols() == views
            && ask.hazard().cols() == 1
            && ask.hazard().rows() % strata == 0;
    if (!fits) {
      throw new ProtocolViolation("the model does not have the size of the views");
    }
    OwnSums.requireFinite(ask.table());
    OwnSums.requireFinite(ask.wald());
    OwnSums.requireFinite(ask.hazard());
    int cells = ask.hazard().rows() / strata;
    Matrix hazard = Matrix.fill(cells, strata, (c, s) -> ask.hazard().get(s * cells + c, 0));
    return new CommonModel(ask.table(), ask.wald(), hazard);
  }

  /** Returns the linear predictor of rows. */
  Matrix linear(Features rows, boolean intercept) {
    Matrix w = Matrix.fill(rows.size(), 1, (i, j) -> table.get(i, 0));
    double constant = intercept ? table.get(rows.size(), 0) : 0;
    return rows.times(w).map(v -> v + constant);
  }

  /** Returns the coefficients of all views together, once they are known. */
  Optional<FittedCoefficients> coefficients(List<View> views, boolean intercept, int freedom) {
    int d = columns(views);
    boolean known = Arrays.stream(column(1, d)).anyMatch(error -> error != 0);
    return known ? Optional.of(fitted(views, intercept, freedom)) : Optional.empty();
  }

  private FittedCoefficients fitted(List<View> views, boolean intercept, int freedom) {
    int d = columns(views);
    boolean one = views.size() == 1;
    List<String> names = new ArrayList<>();
    views.forEach(v -> v.columns().forEach(c -> names.add(one ? c : v.name() + "." + c)));
    double chiSquare = one ? wald.get(0, 0) : ColumnErrors.NONE;
    return new FittedCoefficients(
        String.join(" and ", views.stream().map(View::name).toList()),
        names,
        column(0, d),
        column(1, d),
        chiSquare < 0 ? Double.NaN : chiSquare,
        Double.NaN,
        freedom,
        intercept
            ? Optional.of(new Intercept(table.get(d, 0), table.get(d, 1)))
            : Optional.empty());
  }

  private static int columns(List<View> views) {
    return views.stream().mapToInt(view -> view.columns().size()).sum();
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
    named.put(WALD, wald);
    named.put(HAZARD, hazard);
    return named;
  }

  static CommonModel adopted(Map<String, Matrix> named) {
    return new CommonModel(named.get(TABLE), named.get(WALD), named.get(HAZARD));
  }
}
