package io.parallax.core;

import java.lang.reflect.RecordComponent;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * How far a single party may move a sum: the length of the longest row that it may add, and the
 * largest weight. Both follow from the study alone, never from a message. A longer row is cut to
 * this length, a larger weight, or one below 0, is refused.
 */
@FunctionalInterface
public interface RowLimits {
  /** A share of rows that honest parties do not have cut at the usual length. */
  double MANY = 0.2;

  /** As far as the messages' bounds let it. */
  RowLimits NONE = (party, component, columns) -> Double.POSITIVE_INFINITY;

  /**
   * @param component a matrix of a {@link Summand}
   * @param columns how many numbers its rows have
   */
  double of(PartyId party, RecordComponent component, int columns);

  /**
   * The largest weight that it may give itself.
   *
   * @param component a single number of a {@link Summand}; infinite where that is no weight
   */
  default double weight(PartyId party, RecordComponent component) {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * Is told that some of a party's rows were longer, and were cut.
   *
   * @param share of the rows of one message that are not 0
   */
  default void cut(PartyId party, double share) {}

  /**
   * The same limits; the first time that many of a party's rows are cut, somebody hears of it. A
   * few long ones are usual: they are rows of which a view is all too sure.
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
   * Where a party adds a model by its share of rows: numbers of at most twice {@code clip} in the
   * mean, for they are larger than scores.
   */
  static RowLimits ofModels(Class<? extends Summand> answer, Roster roster, double clip) {
    return (party, component, columns) ->
        component.getDeclaringRecord() == answer
            ? 2 * clip * Math.sqrt(columns) * roster.member(party).samples() / roster.samples()
            : Double.POSITIVE_INFINITY;
  }
}
