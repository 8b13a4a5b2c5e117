package io.parallax.joint;

import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The coordinator's result; the W_k stay with their owners.
 *
 * @param fitted S = Σ X_kW_k with the intercept, N × C, if the coordinator learns it
 * @param scores the held-out rows' probabilities
 * @param objective loss and penalty at the end
 * @param trace the same after each round
 * @param converged whether the last round promised less than the tolerance
 */
public record JointResult(
    Optional<Matrix> fitted,
    Optional<Matrix> scores,
    double objective,
    List<Double> trace,
    boolean converged)
    implements Result {

  @Override
  public Iterable<Matrix> essence() {
    return Stream.concat(fitted.stream(), scores.stream()).toList();
  }
}
