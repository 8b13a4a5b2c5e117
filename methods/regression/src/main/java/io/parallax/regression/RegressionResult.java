package io.parallax.regression;

import io.parallax.core.FittedCoefficients;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The coordinator's result; coefficients stay with their owners.
 *
 * @param fitted S = Σ X_kw_k on standardised columns, N × 1
 * @param scores predictions of the held-out rows: means of numbers and counts, the probabilities of
 *     both outcomes, or for Cox the linear predictor, a logarithm of relative risk
 * @param objective loss and penalty at the end
 * @param trace the same after each round
 * @param converged whether the gradient fell below the tolerance
 * @param statistics on the fit as a whole
 * @param coefficients of each party, for a model of all rows whose owners allow their disclosure;
 *     else empty
 */
public record RegressionResult(
    Matrix fitted,
    Optional<Matrix> scores,
    double objective,
    List<Double> trace,
    boolean converged,
    FitStatistics statistics,
    SortedMap<PartyId, List<FittedCoefficients>> coefficients)
    implements Result {

  @Override
  public Map<String, Double> figures() {
    return statistics.figures();
  }

  @Override
  public Iterable<Matrix> essence() {
    return Stream.concat(Stream.of(fitted), scores.stream()).toList();
  }
}
