package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.eval.Calibration;
import io.parallax.eval.KaplanMeier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The course of a method's scores over all thresholds, from the held-out rows of every split: of
 * two classes the second one's, of more each class against the rest. Numbers are means over the
 * splits at equal steps, so that no single row is among them.
 *
 * @param classes the largest of them, in order
 * @param histogram of two classes; null of more
 */
public record ScoreCurves(
    List<OfClass> classes, @JsonInclude(JsonInclude.Include.NON_NULL) Histogram histogram) {
  /** Curves are told at this many equal steps, and at 0. */
  public static final int STEPS = 100;

  /** The most classes that have curves. */
  public static final int MOST_CLASSES = 10;

  private static final double DIGITS = 1e4;

  /**
   * One class against the rest.
   *
   * @param share of the class among the held-out rows
   * @param area under the ROC curve
   * @param averagePrecision the mean of precision, weighted by the gain in recall
   * @param roc recall over the share of other rows that are taken for the class
   * @param precision over recall
   * @param calibration probabilities beside shares of the class, in groups of equal size; the
   *     intervals are those of one split; empty where scores are no probabilities
   */
  public record OfClass(
      String name,
      double share,
      double area,
      double averagePrecision,
      Band roc,
      Band precision,
      List<Calibration.Group> calibration) {}

  /**
   * A curve at 0, 1/{@value #STEPS}, … 1.
   *
   * @param mean over the splits
   * @param low the least of the splits; empty where there are several curves, or one split
   * @param high the largest of them
   */
  public record Band(double[] mean, double[] low, double[] high) {
    static Band of(List<double[]> splits, boolean ranged) {
      boolean several = ranged && splits.size() > 1;
      return new Band(
          at(splits, all -> Arrays.stream(all).average().orElseThrow()),
          several ? at(splits, all -> Arrays.stream(all).min().orElseThrow()) : new double[0],
          several ? at(splits, all -> Arrays.stream(all).max().orElseThrow()) : new double[0]);
    }

    private static double[] at(List<double[]> splits, ToDoubleFunction<double[]> of) {
      return IntStream.rangeClosed(0, STEPS)
          .mapToDouble(s -> of.applyAsDouble(splits.stream().mapToDouble(c -> c[s]).toArray()))
          .map(ScoreCurves::rounded)
          .toArray();
    }
  }

  /**
   * The scores of two classes' rows, all splits together, in bins of equal width. The first and the
   * last bin hold the few rows beyond them, too.
   *
   * @param probabilities whether scores are those of the second class; else they are its scores
   *     less those of the first
   * @param counts of each class
   */
  public record Histogram(boolean probabilities, double from, double to, int[][] counts) {}

  /** Returns the means over splits of groups with the same place. */
  static List<Calibration.Group> mean(List<List<Calibration.Group>> splits) {
    int groups = splits.stream().mapToInt(List::size).min().orElse(0);
    return IntStream.range(0, groups)
        .mapToObj(g -> group(splits.stream().map(split -> split.get(g)).toList()))
        .toList();
  }

  private static Calibration.Group group(List<Calibration.Group> all) {
    return new Calibration.Group(
        all.stream().mapToInt(Calibration.Group::rows).sum(),
        mean(all, Calibration.Group::predicted),
        mean(all, Calibration.Group::observed),
        new KaplanMeier.Interval(
            Math.max(0, mean(all, one -> one.interval().low())),
            Math.min(1, mean(all, one -> one.interval().high()))));
  }

  private static <T> double mean(List<T> all, Function<T, Double> of) {
    return rounded(all.stream().mapToDouble(of::apply).average().orElseThrow());
  }

  static double rounded(double value) {
    return Math.rint(DIGITS * value) / DIGITS;
  }
}
