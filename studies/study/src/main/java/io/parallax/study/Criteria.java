package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import java.util.List;

/** The metrics by which a search may choose settings. */
public final class Criteria {
  /** Those that need probabilities. */
  private static final List<String> OF_PROBABILITIES = List.of("logLoss", "calibrationError");

  /** Those that need two classes. */
  private static final List<String> OF_TWO_CLASSES = List.of("sensitivity", "specificity");

  private static final List<String> OF_CLASSES =
      List.of(
          "accuracy",
          "balancedAccuracy",
          "precision",
          "f1",
          "auc",
          "sensitivity",
          "specificity",
          "logLoss",
          "calibrationError");

  private Criteria() {}

  /** Returns the names of the metrics of a task; the first is the usual one. */
  public static List<String> of(Task task) {
    if (task instanceof Task.Classes) {
      return OF_CLASSES;
    }
    if (task instanceof Task.Groups) {
      return List.of("clarity", "silhouette");
    }
    return switch (((Task.Values) task).kind()) {
      case NUMBER -> List.of("rSquared", "rmse", "mae");
      case COUNT -> List.of("explainedDeviance", "poissonDeviance");
      case TIME -> List.of("concordance", "unoConcordance", "aucAtMedian", "integratedBrier");
    };
  }

  /**
   * Rejects a metric that the study's predictions do not have.
   *
   * @param probabilities whether the method's scores are some
   */
  public static String require(String by, Task task, String method, boolean probabilities) {
    List<String> known = of(task);
    if (!known.contains(by)) {
      throw new BadInput(
          "search.by is '%s'; it must be one of %s%s"
              .formatted(by, String.join(", ", known), Suggestion.hint(by, known)));
    }
    if (ofProbabilities(by) && !probabilities) {
      throw new BadInput(
          "search.by is %s, which needs probabilities, and the scores of %s are none; use auc, accuracy or balancedAccuracy"
              .formatted(by, method));
    }
    return by;
  }

  /** Returns true if a metric needs probabilities. */
  public static boolean ofProbabilities(String by) {
    return OF_PROBABILITIES.contains(by);
  }

  /** Rejects a metric of two classes where there are others. */
  public static void requireClasses(String by, int classes) {
    if (OF_TWO_CLASSES.contains(by) && classes != 2) {
      throw new BadInput(
          "search.by is %s, which needs two classes, and the labels have %d; use balancedAccuracy"
              .formatted(by, classes));
    }
  }
}
