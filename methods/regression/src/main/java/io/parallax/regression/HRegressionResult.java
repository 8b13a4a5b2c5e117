package io.parallax.regression;

import io.parallax.core.FittedCoefficients;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The result of regression among parties with different people, which the coordinator and all
 * parties have.
 *
 * @param table for each column, the views' one after another, its coefficient, standard error and
 *     weight on the standardised column; in the last row the intercept, if there is one
 * @param objective loss and penalty at the end, for numbers in units of their variance
 * @param trace the same after each round
 * @param converged whether the gradient fell below the tolerance
 * @param statistics on the fit as a whole
 * @param coefficients of a model of all rows whose columns' owners allow it, under one party's
 *     name; else empty
 */
public record HRegressionResult(
    Matrix table,
    double objective,
    List<Double> trace,
    boolean converged,
    FitStatistics statistics,
    SortedMap<PartyId, List<FittedCoefficients>> coefficients)
    implements Result {

  /** Every party scores its own rows. */
  @Override
  public Optional<Matrix> scores() {
    return Optional.empty();
  }

  @Override
  public Map<String, Double> figures() {
    return statistics.figures();
  }

  @Override
  public Iterable<Matrix> essence() {
    return List.of(table);
  }
}
