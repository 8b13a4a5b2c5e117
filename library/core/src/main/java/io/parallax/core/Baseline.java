package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** A method for comparison, on the same rows. */
public sealed interface Baseline {
  String name();

  /**
   * Returns true if this baseline depends on a setting of the method. A search over the method's
   * settings then also searches the same values for the baseline.
   */
  default boolean uses(String setting) {
    return true;
  }

  /** The same method with some of the views only. */
  record Among(String name, List<String> views) implements Baseline {}

  /** Each party's result without the others, from rows that it has also scaled by itself. */
  record Alone(String name, Function<List<View>, Matrix> scores) implements Baseline {}

  /**
   * Models that are each evaluated on the held-out rows of all parties, of which the mean is
   * reported: the scores of all these rows by every model, of the same kind as the method's, {@link
   * Method#probabilities}. In simulation only.
   */
  record Models(String name, Function<List<View>, List<Matrix>> scores) implements Baseline {}

  /**
   * Another method among the same parties, trained for as many rounds. The owners must allow its
   * disclosures; otherwise it is left out.
   *
   * @param rows the compared scores, by name: one training may be evaluated in several ways
   */
  record Rival<C extends Record, R extends Result>(
      String name, Method<C, R> method, C config, Function<R, Map<String, Matrix>> rows)
      implements Baseline {}

  /**
   * Scores of the held-out rows, computed with all rows in one place: in simulation only.
   *
   * @param settings the names of the method's settings that it depends on
   */
  record Pooled(String name, Predicate<String> settings, Function<List<View>, Matrix> scores)
      implements Baseline {
    /** Makes a baseline that depends on all settings. */
    public Pooled(String name, Function<List<View>, Matrix> scores) {
      this(name, setting -> true, scores);
    }

    @Override
    public boolean uses(String setting) {
      return settings.test(setting);
    }
  }

  /** The clusters of the training rows, computed with all rows in one place: in simulation only. */
  record Clustered(String name, Function<List<View>, int[]> clusters) implements Baseline {}
}
