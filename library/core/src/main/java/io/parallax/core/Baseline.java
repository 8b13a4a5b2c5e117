package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Something that a method is compared with, on the same rows. */
public sealed interface Baseline {
  String name();

  /**
   * Whether it depends on this setting of the method. A search for the method's settings searches
   * for those of a baseline, too, among the values of what it uses.
   */
  default boolean uses(String setting) {
    return true;
  }

  /** The same method among some of the views only. */
  record Among(String name, List<String> views) implements Baseline {}

  /** What every party would get for itself, from rows that it has also scaled for itself. */
  record Alone(String name, Function<List<View>, Matrix> scores) implements Baseline {}

  /**
   * Models of which each is judged on the held-out rows of all parties, and the mean is told: the
   * scores of all these rows by every model, of the same kind as the method's, {@link
   * Method#probabilities}. In simulation only.
   */
  record Models(String name, Function<List<View>, List<Matrix>> scores) implements Baseline {}

  /**
   * Another method among the same parties, trained for as many rounds. What it discloses, their
   * owners have to allow; else it is left out.
   *
   * @param rows what is compared, by name: one training may be judged in several ways
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
    /** Depends on all settings. */
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
