package io.parallax.fedavg;

import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;

/**
 * The final model of all parties.
 *
 * @param model all parameters, 1 × P
 * @param trace the mean training loss of each round
 */
public record FedAvgResult(Matrix model, List<Double> trace, boolean converged) implements Result {

  /** Every party scores its own rows. */
  @Override
  public Optional<Matrix> scores() {
    return Optional.empty();
  }

  @Override
  public double objective() {
    return trace.isEmpty() ? Double.NaN : trace.get(trace.size() - 1);
  }

  @Override
  public Iterable<Matrix> essence() {
    return List.of(model);
  }
}
