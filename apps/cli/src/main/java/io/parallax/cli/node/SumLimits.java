package io.parallax.cli.node;

import io.parallax.cli.study.Study;
import io.parallax.core.BadInput;

/**
 * How much a study may tell about the same rows. Every training tells sums over its training rows,
 * and every verdict counts of its held-out rows: each is an equation about rows that everybody
 * knows by number. As many equations as rows would tell each row; a quarter as many tells none.
 */
final class SumLimits {
  /** So many rows are needed for each sum over them. */
  static final int ROWS_FOR_A_SUM = 4;

  /** Counts of fewer held-out rows would tell single labels. */
  static final int LEAST_HELD_OUT = 5;

  /** Stands where a party's place is expected for the rows that all parties have in common. */
  static final int ALL = -1;

  private SumLimits() {}

  /**
   * Refuses a study that tells more than a quarter as many sums as there are rows.
   *
   * @param place of the party whose rows these are, or {@link #ALL}
   * @param groups what rows are sorted into: a verdict has counts for each
   */
  static void require(Study study, int place, int rows, int groups) {
    long counts = study.labelled() ? (long) study.trials() * groups : 0;
    long trainings = study.trials() + (study.extras().model() ? 1 : 0);
    long sums = place == ALL ? counts : Math.max(counts, trainings);
    if (sums > rows / ROWS_FOR_A_SUM) {
      throw new BadInput(
          "the study tells %d sums over %s (%d splits or seeds, %d classes or groups%s), and at most %d may be told, one for each %d rows: more would tell single rows; use fewer repeats or folds, or more rows"
              .formatted(
                  sums,
                  whose(study, place, rows),
                  study.trials(),
                  groups,
                  study.extras().model() ? ", the model" : "",
                  rows / ROWS_FOR_A_SUM,
                  ROWS_FOR_A_SUM));
    }
  }

  private static String whose(Study study, int place, int rows) {
    return place == ALL
        ? "the " + rows + " common rows"
        : "the " + rows + " rows of party " + study.members().get(place);
  }

  /**
   * Refuses to judge by a handful of rows.
   *
   * @param heldOut how many of a party's rows, or of the common ones, a split holds out
   */
  static void requireHeldOut(Study study, int place, int trial, int heldOut) {
    if (heldOut < LEAST_HELD_OUT) {
      throw new BadInput(
          "split %d holds out %d%s rows, and counts of fewer than %d would tell single labels; hold out a larger share, or use fewer folds or more rows"
              .formatted(
                  trial,
                  heldOut,
                  place == ALL ? "" : " of party " + study.members().get(place) + "'s",
                  LEAST_HELD_OUT));
    }
  }
}
