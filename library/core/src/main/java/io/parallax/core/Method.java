package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The only type that a new method must provide. Methods are found by {@link
 * java.util.ServiceLoader}.
 *
 * @param <C> its settings: a record whose components carry a {@link Setting}
 * @param <R> its result
 */
public interface Method<C extends Record, R extends Result> {
  /** The name in study files. */
  String name();

  About about();

  /** The settings' defaults, written once, here. */
  C defaults();

  /** The change in a round at which training ends, where a study says nothing about it. */
  default double tolerance(C config) {
    return 1e-6;
  }

  /**
   * Whether it groups samples instead of learning labels: no party then has any, the roster's
   * classes are the groups wanted, and the result tells each training row's, {@link
   * Result#clusters}.
   */
  default boolean clusters() {
    return false;
  }

  /** Whether it takes views whose rows hold sequences, {@link View#sequences}. */
  default boolean sequences() {
    return false;
  }

  /**
   * Whether its scores are probabilities: at least 0, and 1 in sum over the classes. Only then they
   * are judged as such.
   */
  default boolean probabilities(C config) {
    return false;
  }

  /** Every ask of the method; their order is their number on the wire. */
  List<Class<? extends Ask<?>>> asks();

  /** Those that its parties answer with these settings. */
  default List<Class<? extends Ask<?>>> asks(C config) {
    return asks();
  }

  /** The names of what every party's owner has to allow to be disclosed, with these settings. */
  default Set<String> disclosures(C config) {
    return Set.of();
  }

  /** Refuses a view of sequences, where the method does not take them with these settings. */
  default void checkView(C config, String view, Optional<Sequences> layout) {
    if (layout.isPresent() && !sequences()) {
      throw new BadInput(
          "%s needs a row of numbers for each sample, and view %s holds sequences; use fedmood or sfedmv, or 'statistics: true' beside the view's file"
              .formatted(about().title(), view));
    }
  }

  /** Whether training can go on when this party has left, where the study wants that. */
  default boolean goesOnWithout(PartyId party, Roster roster) {
    return false;
  }

  /**
   * How long the rows are that each party may add to a sum.
   *
   * @param clip the length of a row before the weight that the settings give its party; a row of a
   *     label's scores has about 1
   */
  default RowLimits limits(C config, Roster roster, double clip) {
    return RowLimits.NONE;
  }

  /**
   * Why the median of each number, or its mean without extremes, cannot stand for its sums, and
   * what to do instead; nothing where it can.
   */
  default Optional<String> needsSums(C config) {
    return Optional.empty();
  }

  /** What letters in the {@link Size} of its messages stand for, where no ask explains them. */
  default Map<String, Long> sizes(C config, Roster roster) {
    return roster.sizes();
  }

  /** Refuses settings that do not fit the parties. */
  default void check(C config, Roster roster) {}

  /**
   * A party with the views that it holds: one where views are divided among parties, several where
   * people are.
   */
  Party party(C config, List<View> views, Roster roster);

  /** Trains, then scores the held-out rows. */
  Coordinator<R> coordinator(C config, Roster roster);

  /**
   * Scores the held-out rows of parties that are trained already; none where every party scores its
   * own rows alone, see {@link Party#scores}.
   */
  Optional<Coordinator<Matrix>> predictor(C config, Roster roster);

  /**
   * How much each view counts in the scores, as shares of 1; none where there is no such notion.
   */
  default Map<String, Double> viewWeights(C config, List<String> views) {
    return Map.of();
  }

  /**
   * The training rows that the rows of an answer to this ask are about, where it is a batch of them
   * in an order that everybody knows: audits put them where they belong.
   */
  default Optional<int[]> batch(C config, Roster roster, Ask<?> ask) {
    return Optional.empty();
  }

  /** The settings without what they do for privacy, with which audits compare. */
  default C unprotected(C config) {
    return config;
  }

  /** Other methods that its baselines run, and whose disclosures an owner may allow, too. */
  default List<Method<?, ?>> rivals() {
    return List.of();
  }

  /** What the paper compares the method with. */
  default List<Baseline> baselines(C config, Roster roster) {
    return List.of();
  }

  /**
   * The same, where what is compared learns for as long as the method itself.
   *
   * @param rounds how many rounds the method may take
   */
  default List<Baseline> baselines(C config, Roster roster, int rounds) {
    return baselines(config, roster);
  }
}
