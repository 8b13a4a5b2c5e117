package io.parallax.run;

import io.parallax.core.Labels;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.study.rows.Fold;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Rows of all parties with their columns in one place, as nobody but a simulation has them.
 *
 * @param train the training rows
 * @param labels their classes, as training is told them
 * @param heldOut the held-out rows
 * @param classes how many there are
 */
record Pool(Matrix train, int[] labels, Matrix heldOut, int classes) {
  /** The columns of the views with these names. */
  static Pool of(Fold fold, Predicate<String> names) {
    List<View> views = fold.views().stream().filter(v -> names.test(v.name())).toList();
    return new Pool(
        together(views, fold.horizontal(), View::features),
        labels(fold),
        together(judged(views), fold.horizontal(), View::toScore),
        fold.classes());
  }

  /** Party by party where each has rows of its own, as held-out rows are judged. */
  static int[] labels(Fold fold) {
    return View.byOwner(fold.views()).values().stream()
        .flatMap(own -> own.stream().flatMap(view -> view.labels().stream()).limit(1))
        .map(Labels::codes)
        .flatMapToInt(IntStream::of)
        .toArray();
  }

  private static List<View> judged(List<View> views) {
    return views.stream().filter(view -> view.heldOut().isPresent()).toList();
  }

  private static Matrix together(
      List<View> views, boolean horizontal, Function<View, Features> rows) {
    if (!horizontal) {
      return columns(views, rows);
    }
    List<Matrix> parties = new ArrayList<>();
    View.byOwner(views).values().forEach(own -> parties.add(columns(own, rows)));
    return Matrix.stackRows(parties);
  }

  private static Matrix columns(List<View> views, Function<View, Features> rows) {
    return Matrix.stackColumns(views.stream().map(v -> rows.apply(v).toMatrix()).toList());
  }
}
