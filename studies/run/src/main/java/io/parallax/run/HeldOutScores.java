package io.parallax.run;

import io.parallax.eval.Calibration;
import io.parallax.eval.ThresholdCurves;
import io.parallax.math.Matrix;
import io.parallax.run.ScoreCurves.Band;
import io.parallax.run.ScoreCurves.Histogram;
import io.parallax.run.ScoreCurves.OfClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The scores of all splits' held-out rows, of which curves are drawn. */
final class HeldOutScores {
  private static final int BINS = 40;
  private static final double EDGE = 0.005; // of the rows lie beyond either end of the histogram
  private static final int FEWEST = 5; // rows of a group
  private static final int GROUPS = 10;
  private final List<String> classes;
  private final List<OfSplit> splits;
  private final boolean probabilities;

  private HeldOutScores(List<String> classes, List<OfSplit> splits, boolean probabilities) {
    this.classes = classes;
    this.splits = splits;
    this.probabilities = probabilities;
  }

  /**
   * Reads the scores of a run's splits.
   *
   * @param truth the classes of each split's held-out rows
   * @param files of their predictions, in the same order
   * @param probabilities whether the scores are some
   */
  static HeldOutScores read(
      List<int[]> truth, List<Path> files, List<String> classes, boolean probabilities) {
    List<OfSplit> splits =
        IntStream.range(0, files.size())
            .mapToObj(i -> new OfSplit(truth.get(i), Predictions.scores(files.get(i), classes)))
            .toList();
    return new HeldOutScores(classes, splits, probabilities);
  }

  /** One split: the true classes, and a column of scores for each class. */
  private record OfSplit(int[] truth, Matrix scores) {
    /** Returns the scores of a class; of two classes, by how much the second is ahead. */
    double[] of(int c) {
      return IntStream.range(0, truth.length)
          .mapToDouble(
              i -> scores.cols() == 2 ? scores.get(i, 1) - scores.get(i, 0) : scores.get(i, c))
          .toArray();
    }

    double[] column(int c) {
      return IntStream.range(0, truth.length).mapToDouble(i -> scores.get(i, c)).toArray();
    }

    boolean[] are(int c) {
      boolean[] are = new boolean[truth.length];
      for (int i = 0; i < are.length; i++) {
        are[i] = truth[i] == c;
      }
      return are;
    }

    boolean hasSome(int c) {
      long rows = Arrays.stream(truth).filter(code -> code == c).count();
      return rows > 0 && rows < truth.length;
    }
  }

  /** Returns the curves; empty where no class has rows among others in any split. */
  Optional<ScoreCurves> curves() {
    List<OfClass> curves = new ArrayList<>();
    for (int c : drawn()) {
      List<OfSplit> having = splits.stream().filter(split -> split.hasSome(c)).toList();
      if (!having.isEmpty()) {
        curves.add(curve(c, having));
      }
    }
    return curves.isEmpty()
        ? Optional.empty()
        : Optional.of(new ScoreCurves(curves, twoClasses() ? histogram() : null));
  }

  private boolean twoClasses() {
    return classes.size() == 2;
  }

  /** Returns the second of two classes, or the largest of more, in order. */
  private int[] drawn() {
    return twoClasses()
        ? new int[] {1}
        : IntStream.range(0, classes.size())
            .boxed()
            .sorted(Comparator.comparingLong(c -> -rows(c)))
            .limit(ScoreCurves.MOST_CLASSES)
            .sorted()
            .mapToInt(c -> c)
            .toArray();
  }

  private long rows(int c) {
    return splits.stream().flatMapToInt(s -> Arrays.stream(s.truth)).filter(t -> t == c).count();
  }

  private OfClass curve(int c, List<OfSplit> having) {
    List<ThresholdCurves> curves =
        having.stream().map(split -> ThresholdCurves.of(split.of(c), split.are(c))).toList();
    long all = splits.stream().mapToLong(split -> split.truth.length).sum();
    return new OfClass(
        classes.get(c),
        ScoreCurves.rounded((double) rows(c) / all),
        mean(curves, ThresholdCurves::area),
        mean(curves, ThresholdCurves::averagePrecision),
        Band.of(curves.stream().map(one -> one.roc(ScoreCurves.STEPS)).toList(), twoClasses()),
        Band.of(
            curves.stream().map(one -> one.precision(ScoreCurves.STEPS)).toList(), twoClasses()),
        probabilities ? calibration(c, having) : List.of());
  }

  private static double mean(List<ThresholdCurves> all, ToDoubleFunction<ThresholdCurves> of) {
    return ScoreCurves.rounded(all.stream().mapToDouble(of).average().orElseThrow());
  }

  private static List<Calibration.Group> calibration(int c, List<OfSplit> having) {
    int rows = having.stream().mapToInt(split -> split.truth.length).min().orElseThrow();
    int groups = Math.max(1, Math.min(GROUPS, rows / FEWEST));
    return ScoreCurves.mean(
        having.stream()
            .map(split -> Calibration.of(split.column(c), happened(split, c), groups))
            .toList());
  }

  private static double[] happened(OfSplit split, int c) {
    return Arrays.stream(split.truth).mapToDouble(code -> code == c ? 1 : 0).toArray();
  }

  private Histogram histogram() {
    List<double[]> values =
        splits.stream().map(s -> probabilities ? s.column(1) : s.of(1)).toList();
    double[] sorted = values.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    int edge = (int) (EDGE * sorted.length);
    double from = probabilities ? 0 : sorted[edge];
    double to = probabilities ? 1 : sorted[sorted.length - 1 - edge];
    int[][] counts = new int[2][BINS];
    for (int s = 0; s < values.size(); s++) {
      for (int i = 0; i < values.get(s).length; i++) {
        double place = (values.get(s)[i] - from) / (to > from ? to - from : 1);
        int bin = (int) Math.max(0, Math.min(BINS - 1, Math.floor(BINS * place)));
        counts[splits.get(s).truth[i]][bin]++;
      }
    }
    return new Histogram(probabilities, from, to > from ? to : from + 1, counts);
  }
}
