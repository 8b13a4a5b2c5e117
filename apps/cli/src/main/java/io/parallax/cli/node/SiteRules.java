package io.parallax.cli.node;

import io.parallax.cli.study.Study;
import io.parallax.cli.study.Study.Evaluation.Kind;
import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.util.Locale;

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
    Kind split = study.evaluation().kind();
    if (split != Kind.STRATIFIED && split != Kind.FOLDS) {
      throw new BadInput(
          ("the study: evaluate.split is '%s', which goes by rows that only their party sees; between"
                  + " machines, parties that hold different people draw splits by classes: use"
                  + " stratified or folds")
              .formatted(split.name().toLowerCase(Locale.ROOT)));
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
