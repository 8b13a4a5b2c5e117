package io.parallax.run;

import io.parallax.core.Presence;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.run.certainty.JudgedRows;
import io.parallax.study.rows.Fold;
import java.util.List;
import java.util.Optional;

/**
 * A fold's held-out rows as new ones, which a trained model has not seen.
 *
 * @param fold of the training
 */
public record UnseenRows(Fold fold) {
  /** Returns the views that have such rows, without training rows. */
  public List<View> views() {
    return asNew(fold.views(), fold.classes());
  }

  /** Returns views with held-out rows as views of new rows. */
  public static List<View> asNew(List<View> views, int classes) {
    return views.stream()
        .filter(view -> view.heldOut().isPresent())
        .map(view -> asNew(view, classes))
        .toList();
  }

  private static View asNew(View view, int classes) {
    Features rows = view.heldOut().orElseThrow();
    return View.toPredict(view.owner(), view.name(), view.columns(), rows, classes, view.shape())
        .withPresence(view.presence().map(some -> Presence.ofNew(some.heldOut(), classes)));
  }

  /**
   * Returns the rows with their scores and the truth.
   *
   * @param views the number of views present of each row
   * @param parties the place of each row's party
   */
  public JudgedRows judged(Matrix scores, int[] views, int[] parties) {
    Optional<Fold.Values> values = fold.values();
    return new JudgedRows(
        values
            .map(v -> ValueScoring.expected(v.heldOut(), ValueScoring.column(scores)))
            .map(expected -> Matrix.of(fold.heldOut().length, 1, expected))
            .orElse(scores),
        fold.truth(),
        values.map(Fold.Values::heldOut),
        views,
        parties);
  }
}
