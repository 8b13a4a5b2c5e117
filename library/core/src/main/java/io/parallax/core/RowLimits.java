package io.parallax.core;

import java.lang.reflect.RecordComponent;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Limits a single party's influence on a sum: the length of the longest row that it may add, and
 * the largest weight. Both follow from the study alone, never from a message. A longer row is
 * scaled to this length; a larger weight, or one below 0, is rejected.
 */
@FunctionalInterface
public interface RowLimits {
  /** The share of clipped rows that honest parties stay below at the usual limit. */
  double MANY = 0.2;

  /** No limits besides the messages' bounds. */
  RowLimits NONE = (party, component, columns) -> Double.POSITIVE_INFINITY;

  /**
   * @param component a matrix of a {@link Summand}
   * @param columns how many numbers its rows have
   */
  double of(PartyId party, RecordComponent component, int columns);

  /**
   * Returns the largest weight that a party may give itself.
   *
   * @param component a single number of a {@link Summand}; infinite if it is not a weight
   */
  default double weight(PartyId party, RecordComponent component) {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * Receives notice that some of a party's rows were too long and were clipped.
   *
   * @param share the share of the non-zero rows of one message
   */
  default void cut(PartyId party, double share) {}

  /**
   * Returns the same limits with a listener for the first time that many of a party's rows are
   * clipped. A few long rows are usual: rows on which a view is overconfident.
   */
  default RowLimits telling(Consumer<PartyId> listener) {
    RowLimits limits = this;
    Set<PartyId> told = ConcurrentHashMap.newKeySet();
    return new RowLimits() {
      @Override
      public double of(PartyId party, RecordComponent component, int columns) {
        return limits.of(party, component, columns);
      }

      @Override
      public double weight(PartyId party, RecordComponent component) {
        return limits.weight(party, component);
      }

      @Override
      public void cut(PartyId party, double share) {
        limits.cut(party, share);
        if (share > MANY && told.add(party)) {
          listener.accept(party);
        }
      }
    };
  }

  /**
   * Limits for parties that add a model weighted by their share of rows: a mean magnitude of at
   * most twice {@code clip}, because model parameters are larger than scores.
   */
  static RowLimits ofModels(Class<? extends Summand> answer, Roster roster, double clip) {
    return (party, component, columns) ->
        component.getDeclaringRecord() == answer
            ? 2 * clip * Math.sqrt(columns) * roster.member(party).samples() / roster.samples()
            : Double.POSITIVE_INFINITY;
  }
}
