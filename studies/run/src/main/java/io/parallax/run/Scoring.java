package io.parallax.run;

import io.parallax.eval.Classification;
import io.parallax.eval.Clustering;
import io.parallax.eval.Probabilities;
import io.parallax.math.Matrix;
import io.parallax.study.Task;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compares scores with the truth, at whoever knows it. */
public final class Scoring {
  private Scoring() {}

  /**
   * Returns the metrics of scores.
   *
   * @param scores a row for each row of the truth, a column for each outcome
   * @param probabilities whether the scores are probabilities
   */
  public static Map<String, Double> metrics(
      Task task, int[] truth, Matrix scores, boolean probabilities) {
    if (!task.learnsLabels()) {
      return Clustering.asMap(truth, scores.argmaxRows());
    }
    Map<String, Double> metrics = new LinkedHashMap<>(Classification.scores(truth, scores).asMap());
    if (probabilities) {
      metrics.putAll(Probabilities.of(truth, scores).asMap());
    }
    return metrics;
  }

  /** Returns how many rows of each class have the highest score for each outcome. */
  public static int[][] confusion(int classes, int outcomes, int[] truth, Matrix scores) {
    int[] found = scores.argmaxRows();
    int[][] table = new int[classes][outcomes];
    for (int i = 0; i < truth.length; i++) {
      table[truth[i]][found[i]]++;
    }
    return table;
  }
}
