package io.parallax.cli.node;

import io.parallax.cli.study.Study;
import io.parallax.core.BadInput;
import io.parallax.math.Matrix;

/** What a study has to say where no one sees all rows. */
final class SiteRules {
  private SiteRules() {}

  static void check(Study study) {
    if (study.stop().goesOn()) {
      Matrix some = Matrix.fill(study.members().size(), 2, (i, j) -> 1); // rows are not known yet
      study.method().requireLeave(Training.roster(study, some, 2, study.seed()));
    }
    if (study.sites().isEmpty()) {
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
