package io.parallax.remote;

import io.parallax.core.BadInput;
import io.parallax.core.Roster;
import io.parallax.run.StudyDirections;
import io.parallax.run.ValueScoring;
import io.parallax.run.ValueSums;
import io.parallax.study.Certainty;
import io.parallax.study.Study;
import io.parallax.study.Task;

/**
 * Limits the sums that a study may reveal about the same rows. Every training reveals sums over its
 * training rows, and every verdict counts and metrics of its held-out rows: each is an equation
 * about rows that everybody knows by number. As many equations as rows would reveal each row; a
 * quarter as many reveals none.
 */
public final class SumLimits {
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
    long counts = study.trials() * equations(study, groups) + certainty(study, groups);
    long trainings = StudyDirections.of(study).trainings();
    long sums = place == ALL ? counts : Math.max(counts, trainings);
    if (sums > rows / ROWS_FOR_A_SUM) {
      throw new BadInput(
          "the study reveals %d sums over %s (%d splits or seeds, %d classes or groups%s%s); it must reveal at most %d, one for each %d rows, since more could reveal single rows; use fewer repeats or folds, more rows, or no evaluate.by-party"
              .formatted(
                  sums,
                  whose(study, place, rows),
                  study.trials(),
                  groups,
                  study.evaluation().byParty() ? ", by party" : "",
                  study.extras().model() ? ", the model" : "",
                  rows / ROWS_FOR_A_SUM,
                  ROWS_FOR_A_SUM));
    }
  }

  /**
   * Returns the number of sets of scores or guesses that a split compares with the labels of its
   * held-out rows: the joint one and, with results by party, those of each view; where parties are
   * left out, one for each part of the rows.
   */
  public static int verdicts(Study study) {
    return sets(study) + (study.extras().check().leaveOneOut() ? study.members().size() - 1 : 0);
  }

  private static int sets(Study study) {
    int views = !study.layout().spreadsRows() ? study.members().size() : study.views().size();
    return 1 + (study.evaluation().byParty() ? views : 0);
  }

  /**
   * Returns the number of sets of scores that are compared with labels to calibrate what is
   * certain: one after each training without the rows that calibrate.
   */
  public static int certified(Study study) {
    return study.extras().certainty().isEmpty()
        ? 0
        : study.trials() + (study.extras().model() ? 1 : 0);
  }

  /**
   * Returns the number of equations about labels by which certainty is calibrated and judged: a
   * threshold and a temperature of each group of rows that is calibrated apart and, of a split, how
   * many of them are held and two log losses.
   */
  private static long certainty(Study study, int groups) {
    if (study.extras().certainty().isEmpty()) {
      return 0;
    }
    Certainty how = study.extras().certainty().get();
    int views = study.protection().align().whole() ? 1 : study.views().size();
    long thresholds =
        switch (how.per()) {
          case ALL, PARTY -> 1;
          case CLASS -> groups;
          case VIEWS -> views;
        };
    long temperatures = how.temperature() ? views : 0;
    return certified(study) * (thresholds + temperatures)
        + study.trials() * (thresholds + 2 * temperatures);
  }

  /**
   * Returns the number of equations about the labels that a split reveals. Each set of scores has a
   * count for each group: metrics follow from these counts, and these counts from metrics. AUC
   * depends on the order of scores, and is one more; guesses have none. Of a target that is not
   * classes, each metric is an equation.
   */
  private static long equations(Study study, int groups) {
    if (!study.labelled()) {
      return 0;
    }
    if (study.task() instanceof Task.Values values) {
      return study.layout().spreadsRows()
          ? 2L * ValueSums.columns(values.kind(), false) // sums, and sums of squares
          : ValueScoring.names(values.kind()).size();
    }
    int ordered = !study.layout().spreadsRows() ? 1 : sets(study);
    int parts = verdicts(study) - sets(study); // right rows of each; all together is known
    return (long) sets(study) * groups + (!study.task().learnsLabels() ? 0 : ordered) + parts;
  }

  /**
   * Returns true if every party has so many training rows, and a split holds out so many, that sums
   * for all metrics of a target may be told, by the same rule.
   */
  static boolean allMetrics(Study study, Roster roster) {
    if (!(study.task() instanceof Task.Values values)) {
      return false;
    }
    long sums = 2L * ValueSums.columns(values.kind(), true);
    return sums <= roster.heldOut() / ROWS_FOR_A_SUM
        && roster.members().stream()
            .allMatch(member -> sums * study.trials() <= member.samples() / ROWS_FOR_A_SUM);
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
          "split %d holds out %d%s rows; it must hold out at least %d, since counts of fewer could reveal single labels; hold out a larger share, or use fewer folds or more rows"
              .formatted(
                  trial,
                  heldOut,
                  place == ALL ? "" : " of party " + study.members().get(place) + "'s",
                  LEAST_HELD_OUT));
    }
  }
}
