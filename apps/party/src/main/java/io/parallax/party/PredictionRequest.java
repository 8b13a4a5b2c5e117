package io.parallax.party;

import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A request of this party for joint predictions, while it is being answered. */
final class PredictionRequest {
  private final List<String> wanted;
  private volatile List<String> found = List.of();
  private volatile Matrix scores;
  private volatile int[] held = {};

  /**
   * @param wanted the ids asked for
   */
  PredictionRequest(List<String> wanted) {
    this.wanted = List.copyOf(wanted);
  }

  List<String> wanted() {
    return wanted;
  }

  void found(List<String> ids) {
    found = List.copyOf(ids);
  }

  /**
   * @param counts how many parties have each person; empty: all do
   */
  void scored(Matrix all, Optional<Matrix> counts) {
    scores = all;
    held =
        counts
            .map(told -> IntStream.range(0, told.rows()).map(i -> (int) told.get(i, 0)).toArray())
            .orElse(new int[0]);
  }

  /** Returns how many parties have each person; empty: all do. */
  int[] held() {
    return held.clone();
  }

  /** Returns the people that all parties have, in the order of the scores. */
  List<String> found() {
    return found;
  }

  /** Returns how many of so many parties have each person. */
  int[] present(int parties) {
    return held.length > 0
        ? held()
        : IntStream.generate(() -> parties).limit(found.size()).toArray();
  }

  /** Returns the scores; none if nobody was found. */
  Optional<Matrix> scores() {
    return Optional.ofNullable(scores);
  }
}
