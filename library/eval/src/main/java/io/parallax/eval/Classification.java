package io.parallax.eval;

import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Judges class scores against the truth. The prediction of a row is its highest score, the first
 * one on a tie.
 *
 * <p>Macro averages run over the classes that occur in the truth: a class that never occurs is left
 * out, a class that occurs but is never predicted counts with precision 0. With two classes the
 * area under the curve ranks by the difference of the two scores; with more it is the macro average
 * of one class against the rest. Tied scores count half.
 */
public final class Classification {
  private Classification() {}

  /** Scores of {@code scores} (one row per sample, one column per class) for the true classes. */
  public static Scores scores(int[] truth, Matrix scores) {
    check(truth, scores);
    int[][] confusion = confusion(truth, scores.argmaxRows(), scores.cols());
    return of(confusion, auc(truth, scores, present(confusion)));
  }

  /**
   * Computes all scores that follow from the counts, which is all but the area under the curve;
   * {@code confusion[t][p]} is the number of samples of class t that were predicted as p.
   */
  public static Scores counted(int[][] confusion) {
    return of(confusion, Double.NaN);
  }

  private static Scores of(int[][] confusion, double auc) {
    int[] present = present(confusion);
    double recall = macro(present, c -> recall(confusion, c));
    int samples = IntStream.of(present).map(c -> actual(confusion, c)).sum();
    return new Scores(
        (double) correct(confusion) / samples,
        recall,
        macro(present, c -> precision(confusion, c)),
        recall,
        macro(present, c -> f1(confusion, c)),
        auc,
        confusion);
  }

  /** The classes that occur in the truth. */
  private static int[] present(int[][] confusion) {
    return IntStream.range(0, confusion.length).filter(c -> actual(confusion, c) > 0).toArray();
  }

  private static void check(int[] truth, Matrix scores) {
    int classes = scores.cols();
    if (truth.length == 0 || truth.length != scores.rows() || classes < 2) {
      throw new IllegalArgumentException(
          "scores of %d rows and %d columns do not match %d labels; there must be one row per label and at least two columns"
              .formatted(scores.rows(), classes, truth.length));
    }
    for (int i = 0; i < truth.length; i++) {
      if (truth[i] < 0 || truth[i] >= classes) {
        throw new IllegalArgumentException(
            "label of sample %d is outside 0..%d".formatted(i, classes - 1));
      }
      for (int c = 0; c < classes; c++) {
        if (Double.isNaN(scores.get(i, c))) {
          throw new IllegalArgumentException("score of sample %d, class %d is NaN".formatted(i, c));
        }
      }
    }
  }

  private static int[][] confusion(int[] truth, int[] predicted, int classes) {
    int[][] table = new int[classes][classes];
    for (int i = 0; i < truth.length; i++) {
      table[truth[i]][predicted[i]]++;
    }
    return table;
  }

  private static int correct(int[][] confusion) {
    return IntStream.range(0, confusion.length).map(c -> confusion[c][c]).sum();
  }

  private static int actual(int[][] confusion, int c) {
    return Arrays.stream(confusion[c]).sum();
  }

  private static int predicted(int[][] confusion, int c) {
    return Arrays.stream(confusion).mapToInt(row -> row[c]).sum();
  }

  private static double recall(int[][] confusion, int c) {
    return (double) confusion[c][c] / actual(confusion, c);
  }

  private static double precision(int[][] confusion, int c) {
    int predicted = predicted(confusion, c);
    return predicted == 0 ? 0 : (double) confusion[c][c] / predicted;
  }

  private static double f1(int[][] confusion, int c) {
    return 2.0 * confusion[c][c] / (actual(confusion, c) + predicted(confusion, c));
  }

  private static double macro(int[] classes, IntToDoubleFunction score) {
    return Arrays.stream(classes).mapToDouble(score).average().orElse(Double.NaN);
  }

  private static double auc(int[] truth, Matrix scores, int[] present) {
    if (present.length < 2) {
      return Double.NaN;
    }
    if (scores.cols() == 2) {
      return auc(truth, 1, i -> scores.get(i, 1) - scores.get(i, 0));
    }
    return macro(present, c -> auc(truth, c, i -> scores.get(i, c)));
  }

  /**
   * The share of (positive, other) pairs ranked rightly, by the rank sum with mean ranks on ties.
   */
  private static double auc(int[] truth, int positive, IntToDoubleFunction score) {
    double[] values =
        IntStream.range(0, truth.length).mapToDouble(score).map(v -> v + 0.0).toArray();
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] meanRank = meanRanks(sorted);
    double rankSum = 0;
    double positives = 0;
    for (int i = 0; i < truth.length; i++) {
      if (truth[i] == positive) {
        rankSum += meanRank[Arrays.binarySearch(sorted, values[i])];
        positives++;
      }
    }
    return (rankSum - positives * (positives + 1) / 2) / (positives * (truth.length - positives));
  }

  private static double[] meanRanks(double[] sorted) {
    double[] ranks = new double[sorted.length];
    for (int from = 0, to; from < sorted.length; from = to) {
      to = from + 1;
      while (to < sorted.length && sorted[to] == sorted[from]) {
        to++;
      }
      Arrays.fill(ranks, from, to, (from + 1 + to) / 2.0);
    }
    return ranks;
  }
}
