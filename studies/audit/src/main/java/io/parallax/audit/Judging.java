package io.parallax.audit;

import io.parallax.core.Refused;
import io.parallax.core.Result;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import io.parallax.run.OwnViewGate;
import io.parallax.run.check.OwnView;
import io.parallax.study.rows.Fold;
import java.util.Optional;

/**
 * The judging of a split, by the checks of its study.
 *
 * @param rows the split, with all its held-out rows
 * @param leaving scores most of these without one party; empty: all parties score all
 * @param gate whether a result below the label holder's own view is refused
 */
record Judging<C extends Record, R extends Result>(
    Fold rows, Optional<LeavingOut<C, R>> leaving, boolean gate) {

  /** Checks nothing. */
  static <C extends Record, R extends Result> Judging<C, R> of(Fold rows) {
    return new Judging<>(rows, Optional.empty(), false);
  }

  /**
   * Returns the share of right answers.
   *
   * @throws Refused if the study does not tell such a result
   */
  double accuracy(Matrix scores) {
    if (gate && !rows.horizontal()) {
      OwnViewGate.of(rows.views(), scores, rows.truth())
          .filter(OwnView::worse)
          .ifPresent(
              worse -> {
                throw new Refused(worse.sentence());
              });
    }
    return Classification.scores(rows.truth(), scores).accuracy();
  }
}
