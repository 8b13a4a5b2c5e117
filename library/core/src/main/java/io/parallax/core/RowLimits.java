package io.parallax.core;

import java.lang.reflect.RecordComponent;
import java.util.Map;
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

  /** The number of rounds in which an honest change of a model, one row, may be clipped. */
  int USUAL = 2;

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
   * @param cut of the non-zero rows of one message
   * @param rows that are not zero
   */
  default void cut(PartyId party, int cut, int rows) {}

  /**
   * Returns the same limits with a listener for the first time that many of a party's rows are
   * clipped. A few long rows are usual: rows on which a view is overconfident, and the first
   * changes of a model.
   */
  default RowLimits telling(Consumer<PartyId> listener) {
    RowLimits limits = this;
    Set<PartyId> told = ConcurrentHashMap.newKeySet();
    Map<PartyId, Integer> models = new ConcurrentHashMap<>();
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
      public void cut(PartyId party, int cut, int rows) {
        limits.cut(party, cut, rows);
        boolean many = rows == 1 ? models.merge(party, 1, Integer::sum) > USUAL : cut > MANY * rows;
        if (many && told.add(party)) {
          listener.accept(party);
        }
      }
    };
  }

  /** The length of the longest change of a model that a party may learn. */
  @FunctionalInterface
  interface Change {
    /**
     * @param samples of the party
     * @param parameters of the model
     */
    double longest(int samples, int parameters);
  }

  /**
   * Limits for parties that add the change of a model, see {@link Updates}, weighted by their share
   * of rows.
   */
  static RowLimits ofUpdates(Class<? extends Summand> answer, Roster roster, Change change) {
    return (party, component, columns) -> {
      int samples = roster.member(party).samples();
      return component.getDeclaringRecord() == answer
          ? change.longest(samples, columns) * samples / roster.samples()
          : Double.POSITIVE_INFINITY;
    };
  }
}
