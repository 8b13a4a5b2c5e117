package io.parallax.regression;

import io.parallax.core.BaselineHazard;
import io.parallax.core.ErrorPart;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.FittedCoefficients.Intercept;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionMessages.Conclude;
import io.parallax.regression.RegressionMessages.Scores;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A party's part of the fitted model, on the scale of its columns.
 *
 * @param table for each column its coefficient, standard error and mean, d × 3
 * @param numbers 1 × 10: exponent; 1 at the party with the target; level, the constant part of the
 *     predictor at the columns' means, divided by 2^exponent; the mean of numbers; intercept and
 *     its standard error; the chi-square of all columns; 1 once all that is known; the number of
 *     all parties' columns; the likelihood-ratio chi-square of all columns. −1 stands for what was
 *     not computed
 * @param hazard at the party with times: event time, cumulative hazard and stratum; else 1 × 3 of 0
 * @param mixture M_k for columns as they are, with a last row for a constant; 1 × 1 of 0 if
 *     standard errors are not known or {@value #MOST_MIXED} columns are exceeded
 * @param covariance J⁺ at the party with the target; else 1 × 1 of 0
 */
record OwnModel(Matrix table, Matrix numbers, Matrix hazard, Matrix mixture, Matrix covariance) {
  private static final String ERRORS = "standard errors";
  private static final String MEANS = "means";
  private static final String NUMBERS = "numbers";
  private static final String HAZARD = "hazard";
  private static final String MIXTURE = "mixture";
  private static final String COVARIANCE = "covariance";
  private static final int SIZE = 10;
  private static final int COLUMNS = 8;
  private static final int RATIO = 9;
  private static final int MOST_MIXED = 256;
  private static final Matrix NONE = Matrix.zeros(1, 1);

  static OwnModel empty(int columns) {
    return new OwnModel(
        Matrix.zeros(columns, 3), Matrix.zeros(1, SIZE), Matrix.zeros(1, 3), NONE, NONE);
  }

  static OwnModel of(
      StandardColumns x,
      Matrix w,
      ColumnErrors errors,
      Conclude told,
      Optional<CodedTarget> target) {
    double[] deviations = x.deviations();
    double[] means = x.means();
    Matrix table =
        Matrix.fill(
            x.own(),
            3,
            (i, j) -> {
              if (j == 2) {
                return means[i];
              }
              double unit = deviations[i] > 0 ? 1 / deviations[i] : 0;
              return j == 0
                  ? Math.scalb(w.get(i, 0) * unit, told.exponent())
                  : scaledError(errors.deviations().get(i, 0), told.exponent(), unit);
            });
    boolean ones = x.size() > x.own();
    double level = ones ? told.base() + w.get(x.own(), 0) : target.isPresent() ? told.base() : 0;
    double centre = target.map(CodedTarget::centre).orElse(0.0);
    double[] numbers = {
      told.exponent(),
      target.isPresent() ? 1 : 0,
      level,
      centre,
      centre + Math.scalb(told.intercept(), told.exponent()),
      scaledError(told.interceptError(), told.exponent()),
      errors.wald(),
      1,
      told.columns(),
      ColumnErrors.NONE
    };
    return new OwnModel(table, Matrix.of(1, SIZE, numbers), hazard(told, target), NONE, NONE);
  }

  /** Returns the same with the likelihood-ratio chi-square of all own columns. */
  OwnModel withRatio(double chiSquare) {
    Matrix tested = Matrix.fill(1, SIZE, (i, j) -> j == RATIO ? chiSquare : numbers.get(0, j));
    return new OwnModel(table, tested, hazard, mixture, covariance);
  }

  private double ratio() {
    return numbers.cols() > RATIO ? orNone(numbers.get(0, RATIO)) : Double.NaN;
  }

  /** Returns the same with what predictions need for their standard errors. */
  OwnModel withErrors(StandardColumns x, Matrix own, Conclude told) {
    if (own.cols() > MOST_MIXED) {
      return this;
    }
    double[] deviations = x.deviations();
    double[] constant = new double[own.cols()];
    Matrix unscaled =
        Matrix.fill(
            x.own(), own.cols(), (i, j) -> deviations[i] > 0 ? own.get(i, j) / deviations[i] : 0);
    for (int j = 0; j < constant.length; j++) {
      constant[j] = x.size() > x.own() ? own.get(x.own(), j) : 0;
      for (int i = 0; i < x.own(); i++) {
        constant[j] -= table.get(i, 2) * unscaled.get(i, j);
      }
    }
    Matrix last = Matrix.of(1, constant.length, constant);
    return new OwnModel(
        table,
        numbers,
        hazard,
        Matrix.stackRows(List.of(unscaled, last)),
        holder() ? told.inverse().scale(Math.scalb(1.0, 2 * told.exponent())) : NONE);
  }

  /** Returns the own part of the standard errors of rows, where they are known. */
  Optional<ErrorPart> errorPart(Features rows) {
    int columns = table.rows();
    if (mixture.rows() != columns + 1) {
      return Optional.empty();
    }
    Matrix own = mixture.selectRows(IntStream.range(0, columns).toArray());
    Matrix product = rows.times(own);
    Matrix part =
        Matrix.fill(
            product.rows(), product.cols(), (i, j) -> product.get(i, j) + mixture.get(columns, j));
    return Optional.of(new ErrorPart(part, holder() ? Optional.of(covariance) : Optional.empty()));
  }

  private static double scaledError(double error, int exponent) {
    return scaledError(error, exponent, 1);
  }

  private static double scaledError(double error, int exponent, double unit) {
    return error < 0 ? error : Math.scalb(error * unit, exponent);
  }

  private static Matrix hazard(Conclude told, Optional<CodedTarget> target) {
    int times = target.map(t -> t.eventTimes().length).orElse(0);
    if (times == 0 || times != told.hazard().rows()) {
      return Matrix.zeros(1, 3);
    }
    double[] own = target.get().eventTimes();
    int[] strata = target.get().eventStrata();
    double[] cumulative = new double[times];
    for (int g = 0; g < times; g++) {
      boolean same = g > 0 && strata[g] == strata[g - 1];
      cumulative[g] = told.hazard().get(g, 0) + (same ? cumulative[g - 1] : 0);
    }
    return Matrix.fill(times, 3, (g, j) -> j == 0 ? own[g] : j == 1 ? cumulative[g] : strata[g]);
  }

  /** Returns the number of columns of all parties; 0: it is not known. */
  int columns() {
    return numbers.cols() > COLUMNS ? (int) numbers.get(0, COLUMNS) : 0; // an earlier version: none
  }

  private boolean holder() {
    return numbers.get(0, 1) == 1;
  }

  private int exponent() {
    return (int) numbers.get(0, 0);
  }

  /** The own part of the held-out rows' predictor. */
  Scores scores(Features rows) {
    int exponent = exponent();
    Matrix w = Matrix.fill(table.rows(), 1, (i, j) -> Math.scalb(table.get(i, 0), -exponent));
    double constant = holder() ? numbers.get(0, 2) : 0;
    for (int i = 0; i < w.rows(); i++) {
      constant -= table.get(i, 2) * w.get(i, 0);
    }
    double level = constant;
    Matrix product = rows.times(w);
    return new Scores(
        product.map(v -> v + level), holder() ? exponent : 0, holder() ? numbers.get(0, 3) : 0);
  }

  private double[] column(int j) {
    double[] values = new double[table.rows()];
    for (int i = 0; i < values.length; i++) {
      values[i] = table.get(i, j);
    }
    return values;
  }

  private static double orNone(double error) {
    return error < 0 ? Double.NaN : error;
  }

  /** Returns the coefficients, once they are known. */
  Optional<FittedCoefficients> coefficients(View view, boolean intercept, int freedom) {
    return numbers.get(0, 7) == 1
        ? Optional.of(fitted(view, intercept, freedom))
        : Optional.empty();
  }

  private FittedCoefficients fitted(View view, boolean intercept, int freedom) {
    return new FittedCoefficients(
        view.name(),
        view.columns(),
        column(0),
        Arrays.stream(column(1)).map(OwnModel::orNone).toArray(),
        orNone(numbers.get(0, 6)),
        ratio(),
        freedom,
        holder() && intercept
            ? Optional.of(new Intercept(numbers.get(0, 4), orNone(numbers.get(0, 5))))
            : Optional.empty());
  }

  Optional<BaselineHazard> baselineHazard() {
    int times = hazard.rows();
    double[] at = new double[times];
    double[] cumulative = new double[times];
    int[] strata = new int[times];
    for (int g = 0; g < times; g++) {
      at[g] = hazard.get(g, 0);
      cumulative[g] = hazard.get(g, 1);
      strata[g] = (int) hazard.get(g, 2);
    }
    return at[0] > 0 ? Optional.of(new BaselineHazard(at, cumulative, strata)) : Optional.empty();
  }

  Map<String, Matrix> named(String view) {
    Map<String, Matrix> named = new LinkedHashMap<>();
    named.put(view, table.selectColumns(new int[] {0}));
    named.put(ERRORS, table.selectColumns(new int[] {1}));
    named.put(MEANS, table.selectColumns(new int[] {2}));
    named.put(NUMBERS, numbers);
    named.put(HAZARD, hazard);
    if (mixture.cols() > 1) {
      named.put(MIXTURE, mixture);
    }
    if (covariance.cols() > 1) {
      named.put(COVARIANCE, covariance);
    }
    return named;
  }

  static OwnModel adopted(Map<String, Matrix> named, String view) {
    return new OwnModel(
        Matrix.stackColumns(List.of(named.get(view), named.get(ERRORS), named.get(MEANS))),
        named.get(NUMBERS),
        named.get(HAZARD),
        named.getOrDefault(MIXTURE, NONE), // a file of an earlier version has none
        named.getOrDefault(COVARIANCE, NONE));
  }
}
