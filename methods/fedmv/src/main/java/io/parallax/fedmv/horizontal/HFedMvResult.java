package io.parallax.fedmv.horizontal;

import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;

/**
 * The model that all parties end up with.
 *
 * @param model the W_k of all views, one below the other
 * @param objective Eq. (1) over all parties' rows; in mode paper the sum of the local objectives
 */
public record HFedMvResult(Matrix model, double objective, List<Double> trace, boolean converged)
    implements Result {

  /** Every party scores its own rows. */
  @Override
  public Optional<Matrix> scores() {
    return Optional.empty();
  }

  @Override
  public Iterable<Matrix> essence() {
    return List.of(model);
  }
}
