package io.parallax.joint;

import io.parallax.core.Labels;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Three views of samples from overlapping classes; the last view is wider than it is long, and the
 * party in the middle has the labels.
 */
record SmallStudy(List<View> views, Roster roster, int[] truth) {
  static final int CLASSES = 3;

  static SmallStudy make(int samples, int heldOut, long seed) {
    return make(samples, heldOut, seed, 6, 4, 40);
  }

  static SmallStudy make(int samples, int heldOut, long seed, int... widths) {
    Rng rng = Rng.of(seed);
    int[] codes = IntStream.range(0, samples + heldOut).map(i -> i % CLASSES).toArray();
    Labels labels = new Labels(Arrays.copyOf(codes, samples), CLASSES);
    List<View> views = new ArrayList<>();
    for (int k = 0; k < widths.length; k++) {
      double[][] rows = rows(codes, widths[k], rng);
      views.add(
          View.of(
              "p" + k,
              "v" + k,
              Arrays.copyOf(rows, samples),
              Arrays.copyOfRange(rows, samples, rows.length),
              k == 1 ? Optional.of(labels) : Optional.empty()));
    }
    return new SmallStudy(
        views,
        Roster.vertical(views, CLASSES, seed),
        Arrays.copyOfRange(codes, samples, codes.length));
  }

  private static double[][] rows(int[] codes, int width, Rng rng) {
    Matrix centres = Matrix.gaussian(CLASSES, width, rng).scale(0.6);
    Matrix noise = Matrix.gaussian(codes.length, width, rng);
    return Matrix.fill(codes.length, width, (i, j) -> noise.get(i, j) + centres.get(codes[i], j))
        .toRows();
  }

  Matrix y() {
    return views.get(1).labels().orElseThrow().oneHot();
  }

  /** All columns in one place. */
  Matrix pooled() {
    return Matrix.stackColumns(views.stream().map(view -> view.features().toMatrix()).toList());
  }
}
