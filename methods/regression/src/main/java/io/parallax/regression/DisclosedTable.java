package io.parallax.regression;

import io.parallax.core.FittedCoefficients;
import io.parallax.core.FittedCoefficients.Intercept;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionMessages.Coefficients;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Coefficients as they are disclosed: a row for each column, and one for the intercept. */
final class DisclosedTable {
  private DisclosedTable() {}

  static Coefficients write(FittedCoefficients own) {
    int d = own.columns().size();
    double[] values = Arrays.copyOf(own.values(), d + 1);
    double[] errors = Arrays.copyOf(own.errors(), d + 1);
    own.intercept()
        .ifPresent(
            one -> {
              values[d] = one.value();
              errors[d] = one.error();
            });
    int rows = d + (own.intercept().isPresent() ? 1 : 0);
    return new Coefficients(
        Matrix.fill(rows, 2, (i, j) -> j == 0 ? values[i] : orNone(errors[i])),
        String.join("\n", own.columns()),
        orNone(own.wald()),
        orNone(own.likelihoodRatio()));
  }

  private static double orNone(double number) {
    return Double.isNaN(number) ? ColumnErrors.NONE : number;
  }

  private static double orNaN(double number) {
    return number < 0 ? Double.NaN : number;
  }

  static FittedCoefficients read(Coefficients told, PartyId id, Roster roster, int freedom) {
    List<String> columns = told.columns().lines().toList();
    int d = columns.size();
    int further = told.numbers().rows() - d;
    if (told.numbers().cols() != 2 || further < 0 || further > 1) {
      throw new ProtocolViolation(
          "party " + id + " disclosed a table that does not fit its columns");
    }
    double[][] rows = told.numbers().toRows();
    return new FittedCoefficients(
        roster.member(id).views().get(0),
        columns,
        Arrays.stream(rows).limit(d).mapToDouble(row -> row[0]).toArray(),
        Arrays.stream(rows).limit(d).mapToDouble(row -> orNaN(row[1])).toArray(),
        orNaN(told.chiSquare()),
        orNaN(told.likelihoodRatio()),
        freedom,
        further == 1
            ? Optional.of(new Intercept(rows[d][0], orNaN(rows[d][1])))
            : Optional.empty());
  }
}
