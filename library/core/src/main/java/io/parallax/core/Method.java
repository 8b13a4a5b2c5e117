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

  /** Returns the default change in a round at which training ends. */
  default double tolerance(C config) {
    return 1e-6;
  }

  /**
   * Returns true if the method groups samples instead of learning labels: no party has labels, the
   * roster's classes are the wanted groups, and {@link Result#clusters} holds the group of each
   * training row.
   */
  default boolean clusters() {
    return false;
  }

  /**
   * Returns the kind of target that the method is fitted to with these settings; empty if it learns
   * classes.
   */
  default Optional<Class<? extends Target>> target(C config) {
    return Optional.empty();
  }

  /** Returns the defaults with which it is fitted to a kind of target; empty if it cannot be. */
  default Optional<C> defaultsFor(Class<? extends Target> kind) {
    return Optional.empty();
  }

  /** Returns the name of the method that takes its place for targets that are not classes. */
  default String nameForTargets() {
    return name();
  }

  /** Returns true if it has networks for rows that are images, {@link View#images}. */
  default boolean images() {
    return false;
  }

  /** Returns true if views may hold sequences, {@link View#sequences}. */
  default boolean sequences() {
    return false;
  }

  /**
   * Returns true if scores are probabilities: at least 0, and 1 in sum over the classes. Only such
   * scores are evaluated as probabilities.
   */
  default boolean probabilities(C config) {
    return false;
  }

  /** Every ask of the method; their order is their number on the wire. */
  List<Class<? extends Ask<?>>> asks();

  /** Returns the asks that its parties answer with these settings. */
  default List<Class<? extends Ask<?>>> asks(C config) {
    return asks();
  }

  /**
   * Returns the names of the disclosures that every party's owner must allow, with these settings.
   */
  default Set<String> disclosures(C config) {
    return Set.of();
  }

  /** Rejects a view of sequences if the method does not support them with these settings. */
  default void checkView(C config, String view, Optional<Sequences> layout) {
    if (layout.isPresent() && !sequences()) {
      throw new BadInput(
          "%s needs a row of numbers for each sample, but view %s holds sequences; use fedmood or sfedmv, or 'statistics: true' beside the view's file"
              .formatted(about().title(), view));
    }
  }

  /** Returns true if training can continue without this party, in studies that allow it. */
  default boolean goesOnWithout(PartyId party, Roster roster) {
    return false;
  }

  /**
   * Returns the limits on the rows that each party may add to a sum.
   *
   * @param clip the length of a row before the weight that the settings give its party; a row of a
   *     label's scores has about 1
   */
  default RowLimits limits(C config, Roster roster, double clip) {
    return RowLimits.NONE;
  }

  /**
   * Explains why the median of each number, or its mean without extremes, cannot replace its sums,
   * and what to do instead; empty if it can.
   */
  default Optional<String> needsSums(C config) {
    return Optional.empty();
  }

  /**
   * Returns the values of letters in the {@link Size} of messages, for letters that no ask
   * explains.
   */
  default Map<String, Long> sizes(C config, Roster roster) {
    return roster.sizes();
  }

  /** Rejects settings that do not match the parties. */
  default void check(C config, Roster roster) {}

  /**
   * Makes a party with its views: one view if views are divided among parties, several if people
   * are.
   */
  Party party(C config, List<View> views, Roster roster);

  /** Trains, then scores the held-out rows. */
  Coordinator<R> coordinator(C config, Roster roster);

  /**
   * Returns a coordinator that scores the held-out rows of trained parties; empty if every party
   * scores its own rows alone, see {@link Party#scores}.
   */
  Optional<Coordinator<Matrix>> predictor(C config, Roster roster);

  /**
   * Returns whether parties may lack rows of a study: such rows are blank in their features, and
   * {@link View#presence} tells which they are.
   */
  default boolean blankRows(C config) {
    return false;
  }

  /**
   * Returns whether its sums have numbers about pairs of rows. Where parties lack rows, one party
   * may be the only one that has both, and masks do not hide its numbers.
   */
  default boolean sumsOfPairs() {
    return false;
  }

  /** Returns the asks that its parties answer besides the others where they may lack rows. */
  default List<Class<? extends Ask<?>>> blankAsks(C config) {
    return List.of();
  }

  /**
   * Returns the asks of {@link #predictor}; a party that only scores rows answers no others. Empty
   * if there is no predictor.
   */
  default List<Class<? extends Ask<?>>> scoringAsks(C config) {
    return asks(config);
  }

  /** Returns each view's weight in the scores, as shares of 1; empty if views have no weights. */
  default Map<String, Double> viewWeights(C config, List<String> views) {
    return Map.of();
  }

  /**
   * Returns the training rows that the rows of an answer to this ask belong to, if the answer is
   * about a batch in a publicly known order; audits use it to assign them.
   */
  default Optional<int[]> batch(C config, Roster roster, Ask<?> ask) {
    return Optional.empty();
  }

  /** Returns the settings without their privacy measures, for comparison in audits. */
  default C unprotected(C config) {
    return config;
  }

  /** Returns other methods that its baselines run, whose disclosures an owner may also allow. */
  default List<Method<?, ?>> rivals() {
    return List.of();
  }

  /**
   * Returns a sentence on each kind of baseline whose name does not say what it is, by the
   * beginning of the name.
   */
  default Map<String, String> legend() {
    return Map.of();
  }

  /** Returns the methods that the paper compares this one with. */
  default List<Baseline> baselines(C config, Roster roster) {
    return List.of();
  }

  /**
   * Returns the baselines, which train for as many rounds as the method itself.
   *
   * @param rounds the most rounds of the method
   */
  default List<Baseline> baselines(C config, Roster roster, int rounds) {
    return baselines(config, roster);
  }
}
