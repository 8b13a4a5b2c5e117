package io.parallax.fedmv.horizontal;

import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The final model of all parties.
 *
 * @param model the W_k of all views, one below the other
 * @param objective Eq. (1) over all parties' rows; in mode paper the sum of the local objectives;
 *     of the pooled model its own
 * @param figures of the pooled model its penalty, and, if it was chosen, its error and Eq. (1)'s
 */
public record HFedMvResult(
    Matrix model,
    double objective,
    List<Double> trace,
    boolean converged,
    Map<String, Double> figures)
    implements Result {

  static HFedMvResult of(Matrix model, double objective, Map<String, Double> figures) {
    return new HFedMvResult(model, objective, List.of(), false, figures);
  }

  HFedMvResult with(String name, double figure) {
    Map<String, Double> more = new TreeMap<>(figures);
    more.put(name, figure);
    return new HFedMvResult(model, objective, trace, converged, more);
  }

  HFedMvResult ended(Rounds rounds) {
    return new HFedMvResult(model, objective, rounds.objectives(), rounds.converged(), figures);
  }

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
