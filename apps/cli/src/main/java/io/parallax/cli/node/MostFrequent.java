package io.parallax.cli.node;

import io.parallax.cli.DifferenceText;
import io.parallax.cli.study.RunResult.Difference;
import io.parallax.cli.study.Study;
import io.parallax.eval.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a study between machines is set beside: always the class that most held-out rows have. It
 * follows from the counts that are told anyway, so that nobody tells more for it.
 */
final class MostFrequent {
  static final String NAME = "most frequent class";

  private final double[] accuracies;
  private final Difference difference;

  /**
   * @param samples how many rows there are in all
   * @param splits each with held-out rows that were judged
   */
  MostFrequent(Study study, long samples, List<SplitResult> splits) {
    this.accuracies = splits.stream().mapToDouble(s -> largest(s) / heldOut(s)).toArray();
    double[] differences = new double[accuracies.length];
    Arrays.setAll(differences, j -> splits.get(j).metrics().get("accuracy") - accuracies[j]);
    double ratio =
        splits.stream()
            .mapToDouble(s -> heldOut(s) / Math.max(1, samples - heldOut(s)))
            .average()
            .orElseThrow();
    this.difference = Difference.of(differences, ratio, study.evaluation().drawn());
  }

  /** Whether there is something to compare. */
  static boolean applies(Study study, List<SplitResult> splits) {
    return study.clusters() == 0
        && splits.stream().allMatch(s -> heldOut(s) > 0 && s.metrics().containsKey("accuracy"));
  }

  private static double heldOut(SplitResult split) {
    return Arrays.stream(split.confusion()).flatMapToInt(Arrays::stream).sum();
  }

  private static double largest(SplitResult split) {
    return Arrays.stream(split.confusion())
        .mapToInt(row -> Arrays.stream(row).sum())
        .max()
        .orElseThrow();
  }

  /** Its accuracy, with the names that './parallax run --json' uses. */
  Map<String, Object> baselines() {
    Summary summary = Summary.of(accuracies);
    return Map.of(NAME, Map.of("accuracy", Map.of("mean", summary.mean(), "sd", summary.sd())));
  }

  /** The result minus it. */
  Map<String, Object> differences() {
    return Map.of(NAME, Map.of("accuracy", difference));
  }

  /** The same for people. */
  String sentence() {
    String found =
        String.format(
            Locale.ROOT,
            "Always the most frequent class is right for %.2f %% of the held-out rows: the difference is %s points",
            100 * Summary.of(accuracies).mean(),
            DifferenceText.points(difference.mean()));
    return difference.p() == null
        ? found + "."
        : found
            + ", 95 %% interval %s, by the corrected resampled t-test (Nadeau and Bengio 2003), since splits share rows."
                .formatted(DifferenceText.interval(difference));
  }
}
