package io.parallax.run.certainty;

import io.parallax.study.Certainty.Per;
import io.parallax.study.model.ModelCertainty.Score;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The certainty of predictions as held-out rows show it, of one split or of all.
 *
 * @param miscoverage the probability with which sets or intervals may miss
 * @param per the rows that were calibrated together
 * @param score the meaning of the scores
 * @param calibrated number of rows that gave the thresholds, in the first split
 * @param coverage of all held-out rows and, if they were calibrated apart, of each group
 * @param probabilities before and after they were calibrated, by number of views present
 * @param bySplit the share of all held-out rows that is covered in each split
 * @param bytesUp sent by all parties to calibrate: by the further training, and by sums
 */
public record CertaintyResult(
    double miscoverage,
    Per per,
    Score score,
    int calibrated,
    List<Coverage> coverage,
    List<LogLoss> probabilities,
    List<Double> bySplit,
    long bytesUp) {

  /**
   * The mean log loss of probabilities.
   *
   * @param name of the rows: a number of views present, or all
   * @param temperature that they were calibrated by, mean over the splits; of all rows together 0
   */
  public record LogLoss(String name, long rows, double temperature, double before, double after) {
    /**
     * Returns the names of all rows and of those with each number of views, from 0.
     *
     * @param most the number of views of the study
     */
    public static List<String> names(int most) {
      return Stream.concat(
              Stream.of(Regions.ALL),
              IntStream.rangeClosed(0, most).mapToObj(k -> k + (k == 1 ? " view" : " views")))
          .toList();
    }

    static LogLoss sum(List<LogLoss> parts) {
      long rows = parts.stream().mapToLong(LogLoss::rows).sum();
      return new LogLoss(
          parts.get(0).name,
          rows,
          parts.stream().mapToDouble(LogLoss::temperature).average().orElseThrow(),
          parts.stream().mapToDouble(one -> one.rows * one.before).sum() / rows,
          parts.stream().mapToDouble(one -> one.rows * one.after).sum() / rows);
    }
  }

  /** Returns the result of several splits together. */
  public static CertaintyResult sum(List<CertaintyResult> splits) {
    CertaintyResult first = splits.get(0);
    Map<String, List<Coverage>> coverage = new LinkedHashMap<>();
    Map<String, List<LogLoss>> losses = new LinkedHashMap<>();
    List<Double> bySplit = new ArrayList<>();
    for (CertaintyResult split : splits) {
      split.coverage.forEach(
          one -> coverage.computeIfAbsent(one.name(), n -> new ArrayList<>()).add(one));
      split.probabilities.forEach(
          one -> losses.computeIfAbsent(one.name(), n -> new ArrayList<>()).add(one));
      bySplit.addAll(split.bySplit);
    }
    return new CertaintyResult(
        first.miscoverage,
        first.per,
        first.score,
        first.calibrated,
        coverage.values().stream().map(Coverage::sum).toList(),
        losses.values().stream().map(LogLoss::sum).toList(),
        bySplit,
        splits.stream().mapToLong(CertaintyResult::bytesUp).sum());
  }
}
