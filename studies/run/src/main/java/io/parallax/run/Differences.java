package io.parallax.run;

import io.parallax.eval.CountErrors;
import io.parallax.eval.NumberErrors;
import io.parallax.eval.PairedDifference;
import io.parallax.eval.Probabilities;
import io.parallax.eval.Summary;
import io.parallax.study.Study;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * By how much a method is better than what it is compared with, split by split, with the corrected
 * resampled t-test.
 */
final class Differences {
  private static final List<String> METRICS =
      List.of(
          "accuracy",
          "balancedAccuracy",
          "precision",
          "f1",
          "auc",
          ValueScoring.CONCORDANCE,
          ValueScoring.BRIER,
          NumberErrors.R_SQUARED,
          NumberErrors.RMSE,
          CountErrors.EXPLAINED,
          Probabilities.LOG_LOSS,
          "nmi",
          "purity");

  private final List<SplitResult> trials;
  private final boolean drawn;
  private final double ratio;

  /**
   * @param trials all splits
   */
  Differences(Study study, List<SplitResult> trials) {
    this.trials = trials;
    this.ratio = ratio(trials);
    this.drawn = study.task().learnsLabels() && study.evaluation().drawn();
  }

  /** The method minus every other row, metric by metric. */
  Map<String, Map<String, Difference>> all() {
    Map<String, Map<String, Difference>> found = new LinkedHashMap<>();
    String own = trials.get(0).judgement().rows().keySet().iterator().next();
    for (String row : trials.get(0).judgement().rows().keySet()) {
      if (!row.equals(own)) {
        found.put(row, metrics(own, row));
      }
    }
    return found;
  }

  private Map<String, Difference> metrics(String own, String other) {
    Map<String, Difference> found = new LinkedHashMap<>();
    for (String metric : METRICS) {
      double[] differences =
          trials.stream()
              .mapToDouble(t -> value(t, own, metric) - value(t, other, metric))
              .filter(Double::isFinite)
              .toArray();
      if (differences.length > 0) {
        found.put(metric, Difference.of(differences, ratio, drawn));
      }
    }
    return found;
  }

  private static double value(SplitResult trial, String row, String metric) {
    return trial.judgement().rows().getOrDefault(row, Map.of()).getOrDefault(metric, Double.NaN);
  }

  /** Returns half the width of a mean's interval; NaN where chance cannot be told. */
  double halfWidth(Summary summary) {
    return drawn && !Double.isNaN(ratio) ? PairedDifference.halfWidth(summary, ratio) : Double.NaN;
  }

  /** Returns held-out rows over training rows, the mean over splits; NaN if it is unknown. */
  static double ratio(List<SplitResult> splits) {
    return splits.stream()
        .map(SplitResult::judgement)
        .mapToDouble(j -> j.trained() > 0 ? (double) j.heldOut() / j.trained() : Double.NaN)
        .average()
        .orElseThrow();
  }
}
