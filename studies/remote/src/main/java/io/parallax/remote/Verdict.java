package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.study.Study;
import io.parallax.study.Task;

/**
 * The shape of what a party judges in a study: fixed by the study, whatever it is asked.
 *
 * @param classes of the truth
 * @param groups number of outcomes that rows are sorted into: the classes, or clusters
 * @param task the kind of thing that is learnt
 * @param seat this party's place among the study's members
 * @param members how many there are
 * @param lacking whether parties may lack rows
 * @param gate the comparison with what the label holder's own view reaches
 */
public record Verdict(
    int classes, int groups, Task task, int seat, int members, boolean lacking, Gate gate) {
  /** The reaction to scores that are worse than those of the label holder's own view. */
  enum Gate {
    /** Nothing: there is no such party, or nothing to compare. */
    NONE,
    TELLS,
    REFUSES;

    private static Gate of(Study study) {
      boolean holder = study.task() instanceof Task.Classes && !study.layout().spreadsRows();
      return !holder ? NONE : study.extras().check().gate() ? REFUSES : TELLS;
    }
  }

  /** Judging more groups than one for so many rows would tell single rows' labels. */
  static final int ROWS_A_GROUP = 10;

  /** The shape for one party. */
  static Verdict of(Study study, PartyId me, int classes) {
    return new Verdict(
        classes,
        study.task().outcomes(classes),
        study.task(),
        study.members().indexOf(me),
        study.members().size(),
        !study.protection().align().whole(),
        Gate.of(study));
  }

  /** Refuses to judge clusters that are too small to hide a row's label. */
  void requireLarge(int rows) {
    if (!task.learnsLabels() && (long) groups * ROWS_A_GROUP > rows) {
      throw new Refused(
          "the study asks for %d groups, and labels are compared with at most one group for every %d rows; ask for fewer groups, or leave the labels out of the study"
              .formatted(groups, ROWS_A_GROUP));
    }
  }
}
