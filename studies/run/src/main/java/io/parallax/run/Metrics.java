package io.parallax.run;

import io.parallax.eval.CalibrationSlope;
import io.parallax.eval.CountErrors;
import io.parallax.eval.NumberErrors;
import io.parallax.eval.Probabilities;
import io.parallax.eval.Scores;
import io.parallax.run.StudyResult.MeanSd;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The metrics in tables, their labels and their explanations. */
public final class Metrics {
  /** The metric that a study is first judged by: the first of these that it has. */
  static final List<String> MAIN =
      List.of(
          "accuracy",
          ValueScoring.CONCORDANCE,
          NumberErrors.R_SQUARED,
          CountErrors.EXPLAINED,
          GroupJudge.SILHOUETTE);

  private static final List<String> OF_VALUES =
      List.of(
          NumberErrors.R_SQUARED,
          NumberErrors.RMSE,
          NumberErrors.MAE,
          CountErrors.EXPLAINED,
          CountErrors.DEVIANCE,
          ValueScoring.CONCORDANCE,
          ValueScoring.UNO,
          ValueScoring.AUC,
          ValueScoring.BRIER,
          CalibrationSlope.NAME,
          Validation.OVERALL,
          Validation.MEAN_ERROR);

  /** Recall is not among them: its macro average is the balanced accuracy. */
  private static final List<String> FIRST =
      List.of(
          "accuracy",
          "balancedAccuracy",
          "precision",
          "f1",
          "auc",
          "nmi",
          "purity",
          "adjustedRand");

  private static final List<String> SECOND =
      List.of(
          Scores.SENSITIVITY,
          Scores.SPECIFICITY,
          Probabilities.LOG_LOSS,
          Probabilities.CALIBRATION_ERROR);

  /** Those of groups that need no labels. */
  private static final List<String> OF_GROUPS = List.of(GroupJudge.SILHOUETTE, GroupJudge.CLARITY);

  private static final Set<String> LOSSES =
      Set.of(
          Probabilities.LOG_LOSS,
          Probabilities.CALIBRATION_ERROR,
          NumberErrors.RMSE,
          NumberErrors.MAE,
          CountErrors.DEVIANCE,
          ValueScoring.BRIER);

  private Metrics() {}

  /** Those of a run that every row has. */
  public static List<String> shown(StudyResult result) {
    return Stream.concat(FIRST.stream(), OF_VALUES.stream())
        .filter(result.metrics()::containsKey)
        .toList();
  }

  /** Returns the metric that a run is first judged by; empty if it has none. */
  public static Optional<String> main(StudyResult result) {
    return MAIN.stream().filter(result.metrics()::containsKey).findFirst();
  }

  /**
   * Those of two classes and of probabilities, which some rows may lack; not those that the guess
   * without features has alone. Of groups those that need no labels.
   */
  public static List<String> further(StudyResult result) {
    if (result.about().clustered()) {
      return OF_GROUPS.stream().filter(result.metrics()::containsKey).toList();
    }
    boolean classes = result.metrics().containsKey("auc");
    return SECOND.stream().filter(metric -> classes && having(result, metric) > 1).toList();
  }

  private static long having(StudyResult result, String metric) {
    boolean own = result.metrics().containsKey(metric);
    long rows =
        result.comparison().rows().values().stream().filter(row -> row.containsKey(metric)).count();
    return own ? Math.max(2, rows) : rows;
  }

  /** Returns the label of a metric in tables. */
  public static String label(String metric) {
    return switch (metric) {
      case "balancedAccuracy" -> "balanced";
      case "precision" -> "macro precision";
      case "recall" -> "macro recall";
      case "f1" -> "macro F1";
      case "auc" -> "AUC";
      case "nmi" -> "NMI";
      case "adjustedRand" -> "ARI";
      case NumberErrors.R_SQUARED -> "R²";
      case NumberErrors.RMSE -> "RMSE";
      case NumberErrors.MAE -> "MAE";
      case CountErrors.DEVIANCE -> "deviance";
      case CountErrors.EXPLAINED -> "explained deviance";
      case ValueScoring.UNO -> "Uno's concordance";
      case ValueScoring.AUC -> "AUC at median";
      case ValueScoring.BRIER -> "integrated Brier";
      case CalibrationSlope.NAME -> "calibration slope";
      case Validation.OVERALL -> "observed over expected";
      case Validation.MEAN_ERROR -> "mean error";
      case Probabilities.LOG_LOSS -> "log loss";
      case Probabilities.CALIBRATION_ERROR -> "calibration error";
      default -> metric;
    };
  }

  /** Returns true if the metric is a share of 1, which is shown in percent. */
  public static boolean isShare(String metric) {
    return !OF_VALUES.contains(metric)
        && !OF_GROUPS.contains(metric)
        && !metric.equals(Probabilities.LOG_LOSS)
        && !metric.equals(Probabilities.CALIBRATION_ERROR);
  }

  /** Returns true if less of the metric is better. */
  public static boolean smallerIsBetter(String metric) {
    return LOSSES.contains(metric);
  }

  /** The head of a column: a metric that is not in percent is marked. */
  public static String head(String metric) {
    return label(metric) + (SECOND.contains(metric) && isShare(metric) ? ", %" : "");
  }

  /** A mean, and with more than one split its standard deviation. */
  public static String cell(String metric, MeanSd value, int splits) {
    if (value == null || Double.isNaN(value.mean())) {
      return "–";
    }
    String pattern = isShare(metric) ? "%.2f" : "%.4f";
    double unit = isShare(metric) ? 100 : 1;
    String mean = String.format(Locale.ROOT, pattern, unit * value.mean());
    return splits == 1
        ? mean
        : mean + " ± " + String.format(Locale.ROOT, pattern, unit * value.sd());
  }

  /** Returns the metric that a run is first judged by, with its name and value. */
  public static String judged(StudyResult result) {
    return main(result)
        .map(
            metric ->
                label(metric)
                    + " "
                    + cell(metric, result.metrics().get(metric), result.about().splits())
                    + (isShare(metric) ? " %" : ""))
        .orElse("–");
  }

  /** Returns explanations of a run's own figures, in sentences. */
  public static List<String> figuresExplained(StudyResult result) {
    List<String> sentences = new ArrayList<>();
    if (result.ownFigures().containsKey(StudyDirections.COLUMNS)) {
      sentences.add(
          "Directions told: the numbers that sums tell of each training row in one split, beside the number of columns; docs/privacy.md says what they give away.");
    }
    if (result.ownFigures().containsKey(Membership.FIGURE)) {
      sentences.add(
          "Membership advantage: how much more often the model takes a training row for one than a held-out row, by how sure it is of the row's class; 0 is guessing, 1 is certainty.");
    }
    return sentences;
  }

  /** Returns explanations for a reader of the tables, in sentences. */
  public static List<String> explained(StudyResult result) {
    if (result.about().clustered()) {
      return ofGroups(result);
    }
    List<String> sentences = new ArrayList<>();
    if (shown(result).isEmpty()) {
      return sentences;
    }
    if (result.about().ofValues()) {
      return ofValues(result);
    }
    sentences.add(
        "Macro: the mean over the classes. Balanced accuracy is macro recall."
            + (result.about().classes().size() > 2
                ? " AUC is the mean over the classes, each against the rest."
                : ""));
    List<String> further = further(result);
    if (further.contains(Scores.SENSITIVITY)) {
      sentences.add(
          "Sensitivity is the recall of the class '%s', the second in order; specificity that of '%s'."
              .formatted(result.about().classes().get(1), result.about().classes().get(0)));
    }
    if (further.contains(Probabilities.LOG_LOSS)) {
      sentences.add(
          "Log loss in nats. Calibration error: the expected one, over %d equally wide bins of the highest probability. –: scores that are no probabilities."
              .formatted(Probabilities.BINS));
    }
    sentences.addAll(RowLegend.of(result.baselines().keySet()));
    if (result.about().splits() > 1) {
      sentences.add(
          "±: standard deviation over the splits, which share rows; it is no interval of confidence.");
    }
    String tried = tried(result);
    if (!tried.isEmpty()) {
      sentences.add("Settings tried on validation rows in each split: " + tried + ".");
    }
    return sentences;
  }

  private static List<String> ofGroups(StudyResult result) {
    List<String> sentences = new ArrayList<>();
    if (!shown(result).isEmpty()) {
      sentences.add(
          "By the labels: accuracy under the best match of clusters and classes; NMI, over the larger of the two entropies; purity; ARI, the adjusted Rand index, 0 by chance.");
    }
    if (further(result).contains(GroupJudge.SILHOUETTE)) {
      sentences.add(
          "Silhouette, from -1 to 1: how much nearer rows are to their own cluster than to the next. Distances are over the columns of all views, standardised unless 'scale' says otherwise; each view counts alike.");
    }
    if (further(result).contains(GroupJudge.CLARITY)) {
      sentences.add(
          "Clarity: the method's own measure of how clear the clusters are, to compare its settings by.");
    }
    sentences.addAll(RowLegend.of(result.baselines().keySet()));
    return sentences;
  }

  private static List<String> ofValues(StudyResult result) {
    List<String> sentences = new ArrayList<>();
    if (result.metrics().containsKey(ValueScoring.CONCORDANCE)) {
      sentences.add(
          "Concordance: the share of pairs, within strata, whose order of events the risks tell; 0.5 is chance.");
    }
    if (result.metrics().containsKey(ValueScoring.UNO)) {
      sentences.add(
          "Uno's weights pairs against censoring. AUC at the median of the training rows' event times. Integrated Brier: the mean squared error of predicted survival, from the first twentieth to the last tenth of these times; smaller is better.");
    }
    if (result.metrics().containsKey(NumberErrors.R_SQUARED)) {
      sentences.add(
          "R²: the share of variance explained on held-out rows. RMSE and MAE are in the target's unit.");
    }
    if (result.metrics().containsKey(CountErrors.DEVIANCE)) {
      sentences.add("Deviance: the mean Poisson deviance of held-out counts.");
    }
    if (result.metrics().containsKey(CalibrationSlope.NAME)) {
      sentences.add(
          "Calibration slope: of what was observed over what was predicted; 1 is best, below 1 predictions are too extreme.");
    }
    if (result.about().splits() > 1) {
      sentences.add(
          "±: standard deviation over the splits, which share rows; it is no interval of confidence.");
    }
    return sentences;
  }

  private static String tried(StudyResult result) {
    List<String> counts = new ArrayList<>();
    result
        .comparison()
        .tried()
        .forEach(
            (row, count) -> counts.addAll(count > 1 ? List.of(row + ": " + count) : List.of()));
    boolean others = counts.size() < result.comparison().tried().size();
    return String.join("; ", counts) + (others && !counts.isEmpty() ? "; the others: 1" : "");
  }
}
