package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.data.IdRule;
import io.parallax.math.Matrix;
import io.parallax.privacy.LookupMessages;
import io.parallax.study.Study;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /** Returns the places of people among those found. */
  List<Integer> places(List<String> people) {
    Map<String, Integer> all = new HashMap<>();
    for (int i = 0; i < found.size(); i++) {
      all.put(found.get(i), i);
    }
    return people.stream().map(all::get).toList();
  }

  /** Returns how many parties have the people at these places; empty: all do. */
  int[] heldAt(List<Integer> places) {
    return held.length == 0 ? held() : places.stream().mapToInt(i -> held[i]).toArray();
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

  /** Returns the ids asked for as the study writes them. */
  static Set<String> wanted(Study study, List<String> ids) {
    IdRule rule = study.protection().align().ids();
    Set<String> wanted = new LinkedHashSet<>();
    ids.forEach(id -> wanted.add(rule.apply(IdRule.trimmed(id))));
    requireSome(wanted, ids.size());
    return wanted;
  }

  private static void requireSome(Set<String> wanted, int given) {
    if (wanted.isEmpty() || wanted.contains("")) {
      throw new BadInput(
          wanted.isEmpty()
              ? "no id is given; give at least one"
              : "an id is empty; every id must have a text");
    }
    if (wanted.size() < given) {
      throw new BadInput(
          "%d of the %d ids are given twice; give each once"
              .formatted(given - wanted.size(), given));
    }
    requireFew(wanted.size());
  }

  /** Rejects more people than a request may have. */
  static void requireFew(int people) {
    if (people > LookupMessages.MOST) {
      throw new BadInput(
          "%d ids are given; a request has at most %d; divide them"
              .formatted(people, LookupMessages.MOST));
    }
  }
}
