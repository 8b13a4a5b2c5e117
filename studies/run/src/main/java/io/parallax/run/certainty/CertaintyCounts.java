package io.parallax.run.certainty;

import io.parallax.math.Matrix;
import io.parallax.run.certainty.CertaintyResult.LogLoss;
import io.parallax.study.Certainty.Per;
import io.parallax.study.model.ModelCertainty.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Numbers by which the certainty of predictions is judged; those of several parties add up.
 *
 * @param names of the statements: all rows, and those that are calibrated apart
 * @param rows of each statement, how many there are, are held, have no class, have one class, and
 *     have no bounds, S × 5
 * @param sizes the sum of the sizes of each statement's sets or bounded intervals
 * @param losses of probabilities before and after they were calibrated; may be empty
 */
public record CertaintyCounts(
    List<String> names, Matrix rows, double[] sizes, List<LogLoss> losses) {
  /** Number of counts of a statement. */
  public static final int COUNTS = 5;

  /**
   * Returns the result; statements about no rows are left out.
   *
   * @param calibrated number of rows that gave the thresholds
   * @param bytesUp sent to calibrate
   */
  public CertaintyResult result(
      double miscoverage, Per per, Score score, int calibrated, long bytesUp) {
    List<Coverage> coverage = new ArrayList<>();
    for (int s = 0; s < names.size(); s++) {
      if (s == 0 || count(s, 0) > 0) {
        coverage.add(
            Coverage.of(
                names.get(s),
                count(s, 0),
                count(s, 1),
                sizes[s],
                count(s, 2),
                count(s, 3),
                count(s, 4)));
      }
    }
    return new CertaintyResult(
        miscoverage,
        per,
        score,
        calibrated,
        coverage,
        losses,
        List.of(coverage.get(0).share()),
        bytesUp);
  }

  private long count(int statement, int which) {
    return (long) rows.get(statement, which);
  }

  /** Returns the same without statements about a part of the rows that are fewer than these. */
  public CertaintyCounts ofAtLeast(int least) {
    double[] some =
        IntStream.range(0, sizes.length).mapToDouble(s -> few(s, least) ? 0 : sizes[s]).toArray();
    return new CertaintyCounts(
        names,
        Matrix.fill(rows.rows(), COUNTS, (s, j) -> few(s, least) ? 0 : rows.get(s, j)),
        some,
        losses.stream()
            .filter(loss -> loss.name().equals(Regions.ALL) || loss.rows() >= least)
            .toList());
  }

  private boolean few(int statement, int least) {
    return statement > 0 && count(statement, 0) < least;
  }
}
