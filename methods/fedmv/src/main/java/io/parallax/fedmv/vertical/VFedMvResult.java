package io.parallax.fedmv.vertical;

import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The coordinator's result; the W_k stay with their owners.
 *
 * @param consensus Z, N × C
 * @param scores Z of the held-out rows
 * @param objective Eq. (1) at the end
 * @param trace Eq. (1) after each round
 * @param converged whether the last round changed Z by no more than the tolerance
 */
public record VFedMvResult(
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
