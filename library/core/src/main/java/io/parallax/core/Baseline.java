package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Something that a method is compared with, on the same rows. */
public sealed interface Baseline {
  String name();

  /** The same method among some of the views only. */
  record Among(String name, List<String> views) implements Baseline {}

  /** What every party would get for itself, from rows that it has also scaled for itself. */
  record Alone(String name, Function<List<View>, Matrix> scores) implements Baseline {}

  /**
   * Models of which each is judged on the held-out rows of all parties, and the mean is told: the
   * scores of all these rows by every model. In simulation only.
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

  /** Scores of the held-out rows, computed with all rows in one place: in simulation only. */
  record Pooled(String name, Function<List<View>, Matrix> scores) implements Baseline {}

  /** The clusters of the training rows, computed with all rows in one place: in simulation only. */
  record Clustered(String name, Function<List<View>, int[]> clusters) implements Baseline {}
}
