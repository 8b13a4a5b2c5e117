package io.parallax.mmvfl;

import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The coordinator's result; the W_k stay with their owners, see {@link MmvflModel}.
 *
 * @param consensus Z, N × C
 * @param scores of the held-out rows by all parties together
 * @param objective Eq. (4) at the end
 * @param trace Eq. (4) after each round
 * @param converged whether the last round changed Z by no more than the tolerance
 */
public record MmvflResult(
    Matrix consensus,
    Optional<Matrix> scores,
    double objective,
    List<Double> trace,
    boolean converged)
    implements Result {

  @Override
  public Iterable<Matrix> essence() {
    return Stream.concat(Stream.of(consensus), scores.stream()).toList();
  }
}
