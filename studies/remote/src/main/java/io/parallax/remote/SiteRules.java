package io.parallax.remote;

import io.parallax.core.BadInput;
import io.parallax.core.Result;
import io.parallax.math.Matrix;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks what a study must specify if no one sees all rows. */
public final class SiteRules {
  private SiteRules() {}

  /** As long as nobody knows how many there are. */
  static final int LEAST_CLASSES = 2;

  /** Numbers of rows with which settings are tried before anybody has told how many there are. */
  private static final List<Integer> ROWS = List.of(1000, 100_000);

  /**
   * Refuses what the method would refuse whatever rows the parties have: a complaint that changes
   * with their number may not hold.
   */
  private static <C extends Record, R extends Result> void fits(
      Study study, Configured<C, R> method) {
    Set<String> complaints = new HashSet<>();
    for (int rows : ROWS) {
      Matrix some = Matrix.fill(study.members().size(), 2, (i, j) -> rows);
      try {
        method.method().check(method.config(), PartyTraining.roster(study, some, 2, study.seed()));
        return;
      } catch (BadInput e) {
        complaints.add(e.getMessage());
      }
    }
    if (complaints.size() == 1) {
      throw new BadInput("the study: " + complaints.iterator().next());
    }
  }

  /** Splits that go by labels tell them: by name, and never beside labels that are protected. */
  private static void splits(Study study) {
    String split = study.evaluation().kind().word();
    if (study.layout().spreadsRows() && !study.evaluation().uniform()) {
      throw new BadInput(
          ("the study: evaluate.split is '%s', which goes by what only a row's party sees; between"
                  + " machines, parties that hold different people draw splits uniformly: use random"
                  + " or folds")
              .formatted(split));
    }
    if (RowOutline.told(study) && study.protection().labelEpsilon() > 0) {
      throw new BadInput(
          ("the study: evaluate.split is '%s', which tells everybody rows that are chosen by true"
                  + " labels or beside them, and protection.labels is to hide these; use random or"
                  + " folds, or remove protection.labels")
              .formatted(split));
    }
    for (int p = 0; p < study.layout().sites().size(); p++) {
      if (study.layout().sites().get(p).rows() > 0) {
        SumLimits.require(study, p, study.layout().sites().get(p).rows(), LEAST_CLASSES);
      }
    }
  }

  /** Rejects what certainty cannot be calibrated with where rows are in several places. */
  private static void certainty(Study study) {
    if (study.extras().certainty().isEmpty()) {
      return;
    }
    if (study.evaluation().kind() == Study.Evaluation.Kind.SUBJECTS) {
      throw new BadInput(
          "the study: certainty draws calibrating subjects, whom only the party with the labels knows, where evaluate.split is 'subjects'; between machines use another split, or remove certainty");
    }
    if (study.stop().goesOn()) {
      throw new BadInput(
          "the study: certainty is calibrated by the parts of all parties, and with stop.lost 'continue' some may leave; remove one of them");
    }
  }

  public static void check(Study study) {
    fits(study, study.method());
    certainty(study);
    if (study.stop().goesOn()) {
      Matrix some = Matrix.fill(study.members().size(), 2, (i, j) -> 1); // rows are not known yet
      study.method().requireLeave(PartyTraining.roster(study, some, 2, study.seed()));
    }
    splits(study);
    if (!study.layout().spreadsRows()) {
      return;
    }
    study
        .preparation()
        .categorical()
        .forEach(
            (column, categories) -> {
              if (categories.isEmpty()) {
                throw new BadInput(
                    ("the study: categorical.%s lists no categories; parties see only their own"
                            + " rows, so list all of them: %s: [a, b]")
                        .formatted(column, column));
              }
            });
  }
}
