package io.parallax.run;

import io.parallax.eval.Classification;
import io.parallax.eval.Clustering;
import io.parallax.eval.Probabilities;
import io.parallax.math.Matrix;
import io.parallax.study.Task;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

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

  /**
   * Returns the places of the rows that are judged. Where parties may lack rows, one of which no
   * view may be used is scored 0 for every class, which is no answer.
   *
   * @param lacking whether parties may lack rows
   */
  public static int[] answered(boolean lacking, Matrix scores) {
    int[] all = IntStream.range(0, scores.rows()).toArray();
    int[] some =
        Arrays.stream(all)
            .filter(i -> !lacking || Arrays.stream(scores.row(i)).anyMatch(score -> score != 0))
            .toArray();
    return some.length == 0 ? all : some;
  }

  /** Returns a sentence on rows that are not judged. */
  public static Optional<String> unanswered(boolean lacking, Matrix scores) {
    int count = scores.rows() - answered(lacking, scores).length;
    return count == 0
        ? Optional.empty()
        : Optional.of(
            "no view of %d held-out rows may be used, so that nothing is predicted of them; metrics are of the others"
                .formatted(count));
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
