package io.parallax.apfed;

import io.parallax.apfed.TvflConfig.Missing;
import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The coordinator's result.
 *
 * @param objective the loss, averaged during the last epoch
 * @param trace the same after each epoch
 * @param gradient of the last batch, S × KD
 * @param variants the scores of the held-out rows, by the substitute for absent parties
 * @param missing the variant that is the result
 */
public record TvflResult(
    double objective,
    List<Double> trace,
    Matrix gradient,
    Map<Missing, Matrix> variants,
    Missing missing)
    implements Result {

  @Override
  public Optional<Matrix> scores() {
    return Optional.ofNullable(variants.get(missing));
  }

  @Override
  public Iterable<Matrix> essence() {
    double[] losses = trace.stream().mapToDouble(Double::doubleValue).toArray();
    List<Matrix> all =
        new java.util.ArrayList<>(List.of(Matrix.of(1, losses.length, losses), gradient));
    scores().ifPresent(all::add);
    return all;
  }
}
