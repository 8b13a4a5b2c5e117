package io.parallax.core;

import java.util.List;
import java.util.Optional;

/**
 * A view's coefficients after training, on the scale of its columns. They stay with the party
 * unless its owner allows their disclosure.
 *
 * @param view the view's name
 * @param columns the columns' names
 * @param values their coefficients
 * @param errors their standard errors; NaN where none were computed
 * @param wald the chi-square of all columns of the view together, with as many degrees of freedom
 *     as there are columns; NaN where it was not computed
 * @param likelihoodRatio the same by likelihood ratio; NaN where it was not computed
 * @param freedom the degrees of freedom of the residuals, for t tests; 0: the dispersion is known,
 *     and tests are z tests
 * @param intercept the intercept with its standard error, with the view of the target's party, or
 *     with the first of several
 */
public record FittedCoefficients(
    String view,
    List<String> columns,
    double[] values,
    double[] errors,
    double wald,
    double likelihoodRatio,
    int freedom,
    Optional<Intercept> intercept) {
  /** The intercept at the columns' zeros. */
  public record Intercept(double value, double error) {}

  public FittedCoefficients {
    columns = List.copyOf(columns);
    values = values.clone();
    errors = errors.clone();
    if (values.length != columns.size() || errors.length != columns.size()) {
      throw new IllegalArgumentException(
          columns.size() + " columns have " + values.length + " coefficients");
    }
  }

  @Override
  public double[] values() {
    return values.clone();
  }

  @Override
  public double[] errors() {
    return errors.clone();
  }
}
