package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.Map;
import java.util.Optional;

/**
 * One owner's half of a method. It keeps its rows and its part of the model; what it reveals is
 * what its answers are.
 */
public interface Party {
  /** All that this party will ever reveal. */
  Answers answers();

  /** What a restarted party needs to go on where it was; kept by the party's owner only. */
  Record state();

  /** Goes on from a state that {@link #state} gave. */
  void restore(Record state);

  /** Scores of its own held-out rows, where a party computes them alone after training. */
  default Optional<Matrix> scores() {
    return Optional.empty();
  }

  /** How much each feature of each view matters to the model, where there is such a notion. */
  default Map<String, double[]> importance() {
    return Map.of();
  }
}
