package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What every method's result can tell, whatever else it holds. */
public interface Result {
  /** Scores of the held-out rows, one column per class, if rows were held out. */
  Optional<Matrix> scores();

  /** The cluster of every training row, where the method groups rows instead of scoring them. */
  default Optional<int[]> clusters() {
    return Optional.empty();
  }

  /** How clearly rows fall into the groups found, told without labels; the larger, the clearer. */
  default OptionalDouble clarity() {
    return OptionalDouble.empty();
  }

  /** Further figures for people, by name, such as the privacy budget that was spent. */
  default Map<String, Double> figures() {
    return Map.of();
  }

  /** How alike rows are, where the method finds that out; large, so nobody keeps it for long. */
  default Optional<Affinity> affinity() {
    return Optional.empty();
  }

  /** The objective at the end of training. */
  double objective();

  /** What makes two results the same: hashed, in this order, into the run's result hash. */
  Iterable<Matrix> essence();
}
