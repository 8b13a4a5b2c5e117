package io.parallax.fedmood;

import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The final model of all parties.
 *
 * @param model all parameters of the network, 1 × P
 * @param trace the mean training loss of each round
 * @param epsilon what differential privacy cost the party that it cost most; 0: it was off
 */
public record FedMoodResult(
    Matrix model, List<Double> trace, boolean converged, int rounds, double epsilon)
    implements Result {

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
  public Map<String, Double> figures() {
    return epsilon == 0 ? Map.of() : Map.of("epsilon", epsilon);
  }

  @Override
  public Iterable<Matrix> essence() {
    return List.of(model);
  }
}
