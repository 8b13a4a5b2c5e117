package io.parallax.cli.study;

import io.parallax.core.Labels;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What any classification is set beside, whatever the method.
 *
 * @param fold the rows of one split
 */
record References(Fold fold) {
  /** The name of the guess that needs no features. */
  static final String MAJORITY = "majority class";

  /** Each by its name. */
  Map<String, Scored> all() {
    Map<String, Scored> found = new LinkedHashMap<>();
    found.put(MAJORITY, majority());
    return found;
  }

  /** For every held-out row the share of each class among the training rows. */
  private Scored majority() {
    int[] classes = trainingClasses();
    double[] counts = new double[fold.classes()];
    Arrays.stream(classes).forEach(code -> counts[code]++);
    Matrix shares =
        Matrix.fill(fold.truth().length, counts.length, (i, c) -> counts[c] / classes.length);
    return new Scored(shares, true, 1);
  }

  /** As training is told them, party by party where each has rows of its own. */
  private int[] trainingClasses() {
    return View.byOwner(fold.views()).values().stream()
        .flatMap(own -> own.stream().flatMap(view -> view.labels().stream()).limit(1))
        .map(Labels::codes)
        .flatMapToInt(IntStream::of)
        .toArray();
  }
}
