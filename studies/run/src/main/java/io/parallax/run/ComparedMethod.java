package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.eval.Summary;
import io.parallax.run.StudyResult.MeanSd;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A method among others, judged on the same splits.
 *
 * @param name in tables
 * @param bySplit the metrics of each split
 * @param cost of its trainings; null for what was trained beside another run's method
 * @param run its folder; empty for what was trained beside another run's method
 */
public record ComparedMethod(
    String name,
    List<Map<String, Double>> bySplit,
    @JsonInclude(JsonInclude.Include.NON_NULL) Cost cost,
    String run) {

  /**
   * The means over the splits of what a training takes and tells.
   *
   * @param bytes that the parties send
   * @param searchBytes that they send while settings are tried
   * @param tried number of settings tried
   * @param directions how many combinations of columns a training tells; null if none are counted
   * @param columns how many columns there are, where all are in one place
   * @param membership the advantage of an attack on membership; null if it was not tried
   */
  public record Cost(
      double rounds,
      double bytes,
      double searchBytes,
      int tried,
      double seconds,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double directions,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double columns,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double membership) {

    static Cost of(StudyResult result) {
      double splits = result.about().splits();
      Map<String, Double> figures = result.training().figures();
      return new Cost(
          result.training().rounds(),
          result.bytesUp() / splits,
          result.searching().searchBytesUp() / splits,
          result.searching().settingsTried(),
          result.training().seconds() / splits,
          figures.get(StudyDirections.TOLD),
          figures.get(StudyDirections.COLUMNS),
          figures.get(Membership.FIGURE));
    }
  }

  /** Returns a run's own method. */
  static ComparedMethod of(String name, Path run, StudyResult result, List<SplitResult> splits) {
    return new ComparedMethod(
        name,
        splits.stream().map(split -> split.judgement().own()).toList(),
        Cost.of(result),
        run.toString());
  }

  /**
   * Returns something that a run was compared with.
   *
   * @param row its name in the run
   */
  static ComparedMethod beside(String name, String row, List<SplitResult> splits) {
    return new ComparedMethod(
        name,
        splits.stream().map(split -> split.judgement().rows().getOrDefault(row, Map.of())).toList(),
        null,
        "");
  }

  /** Returns the mean of a metric and its deviation over the splits that define it. */
  public Optional<MeanSd> summary(String metric) {
    double[] values =
        bySplit.stream()
            .mapToDouble(split -> split.getOrDefault(metric, Double.NaN))
            .filter(Double::isFinite)
            .toArray();
    if (values.length == 0) {
      return Optional.empty();
    }
    Summary summary = Summary.of(values);
    return Optional.of(new MeanSd(summary.mean(), summary.sd()));
  }

  double value(int split, String metric) {
    return bySplit.get(split).getOrDefault(metric, Double.NaN);
  }
}
