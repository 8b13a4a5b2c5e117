package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.Result;

/**
 * The groups that a method has found; all null where it learns labels.
 *
 * @param affinity of rows in the first seed, if the method finds one
 * @param grouping of the first seed, judged without labels; null between machines
 * @param agreement the mean adjusted Rand index of every two seeds' groups; null for a single seed,
 *     and between machines
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FoundGroups(AffinityMap affinity, Grouping grouping, Double agreement) {
  /** Those of a method that learns labels, or of a later seed. */
  public static final FoundGroups NONE = new FoundGroups(null, null, null);

  /**
   * Returns what a study between machines tells: the picture that its coordinator sees.
   *
   * @param result of the first seed
   */
  public static FoundGroups seen(Result result) {
    return new FoundGroups(AffinityMap.of(result).map(AffinityMap::bare).orElse(null), null, null);
  }

  /** Returns the same with the agreement of all seeds. */
  FoundGroups agreeing(Double seeds) {
    return new FoundGroups(affinity, grouping, seeds);
  }
}
