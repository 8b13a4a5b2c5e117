package io.parallax.apfed;

import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;

/**
 * The coordinator's result; the model is the active party's.
 *
 * @param objective Eq. (8), averaged during the last epoch
 * @param trace the same after each epoch
 * @param h the representations of the last batch, S × D
 * @param gradient the passive parties' gradients of the last batch, S × D
 */
public record ApFedResult(double objective, List<Double> trace, Matrix h, Matrix gradient)
    implements Result {

  /** The active party scores alone. */
  @Override
  public Optional<Matrix> scores() {
    return Optional.empty();
  }

  @Override
  public Iterable<Matrix> essence() {
    double[] losses = trace.stream().mapToDouble(Double::doubleValue).toArray();
    return List.of(Matrix.of(1, losses.length, losses), h, gradient);
  }
}
