package io.parallax.fedmv.sequential;

import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of a training.
 *
 * @param networks the common parameters of the views' networks; empty if each party has its own
 * @param linear the result of H-FedMV or V-FedMV on the embeddings
 * @param trace the mean training loss of each round; Eq. (1) if each party has its own networks
 */
public record SFedMvResult(List<Matrix> networks, Result linear, List<Double> trace)
    implements Result {

  @Override
  public Optional<Matrix> scores() {
    return linear.scores();
  }

  @Override
  public double objective() {
    return linear.objective();
  }

  @Override
  public Iterable<Matrix> essence() {
    List<Matrix> all = new ArrayList<>(networks);
    linear.essence().forEach(all::add);
    return all;
  }
}
