package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** The part of a result that all methods have in common. */
public interface Result {
  /** Scores of the held-out rows, one column per class, if rows were held out. */
  Optional<Matrix> scores();

  /**
   * Returns the cluster of every training row, if the method groups rows instead of scoring them.
   */
  default Optional<int[]> clusters() {
    return Optional.empty();
  }

  /**
   * Returns how clearly rows separate into the groups found, measured without labels; larger is
   * clearer.
   */
  default OptionalDouble clarity() {
    return OptionalDouble.empty();
  }

  /** Further figures for people, by name, such as the privacy budget that was spent. */
  default Map<String, Double> figures() {
    return Map.of();
  }

  /**
   * Returns the similarities of rows, if the method computes them; they are large, so callers
   * should not keep them.
   */
  default Optional<Affinity> affinity() {
    return Optional.empty();
  }

  /** Returns the coefficients of the parties whose owners have allowed their disclosure. */
  default SortedMap<PartyId, List<FittedCoefficients>> coefficients() {
    return new TreeMap<>();
  }

  /** The objective at the end of training. */
  double objective();

  /**
   * Returns the matrices that identify the result: they are hashed, in this order, into the run's
   * result hash.
   */
  Iterable<Matrix> essence();
}
