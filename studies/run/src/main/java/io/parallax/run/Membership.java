package io.parallax.run;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.math.Matrix;
import io.parallax.study.Configured;
import io.parallax.study.rows.Fold;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * An attack by whoever has the trained model and a row with its label: a model is surer of rows
 * that it was trained on (Yeom, Giacomelli, Fredrikson, Jha 2018). Its advantage is how much more
 * often training rows are taken for such than held-out ones: 0 is guessing, 1 is certainty.
 */
public final class Membership<C extends Record, R extends Result> {
  public static final String FIGURE = "membership advantage";
  private static final int FEWEST = 4; // rows on either side
  private final Configured<C, R> method;
  private final C config;
  private final Fold fold;

  public Membership(Configured<C, R> method, C config, Fold fold) {
    this.method = method;
    this.config = config;
    this.fold = fold;
  }

  /**
   * The advantage; none where a method cannot score rows with its model, or there are too few rows
   * or too many.
   *
   * @param heldOut the scores of the rows that were not trained on
   * @param trainLabels the classes of the training rows, in the order of the fold's views
   */
  public OptionalDouble advantage(
      SortedMap<PartyId, Party> trained, Matrix heldOut, int[] trainLabels) {
    int few = Math.min(heldOut.rows(), trainLabels.length);
    if (heldOut.rows() != fold.truth().length || few < FEWEST) {
      return OptionalDouble.empty();
    }
    Optional<RowsAsNew.Found> members = new RowsAsNew<>(method, config, fold).scores(trained);
    if (members.isEmpty()) {
      return OptionalDouble.empty();
    }
    int[] own = Arrays.stream(members.get().rows()).map(row -> trainLabels[row]).toArray();
    double[] in = margins(members.get().scores(), own);
    double[] out = margins(heldOut, fold.truth());
    return OptionalDouble.of((half(in, out, 0) + half(in, out, 1)) / 2);
  }

  /** By how much the label's class is ahead of all others. */
  private static double[] margins(Matrix scores, int[] labels) {
    double[] margins = new double[labels.length];
    for (int i = 0; i < labels.length; i++) {
      double best = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < scores.cols(); c++) {
        best = c == labels[i] ? best : Math.max(best, scores.get(i, c));
      }
      margins[i] = scores.get(i, labels[i]) - best;
    }
    return margins;
  }

  /** The threshold is chosen on one half of the rows and judged on the other. */
  private static double half(double[] in, double[] out, int parity) {
    double[] chosenIn = every(in, parity);
    double[] chosenOut = every(out, parity);
    double best = 0;
    double threshold = Double.POSITIVE_INFINITY;
    for (double t : chosenIn) {
      double advantage = above(chosenIn, t) - above(chosenOut, t);
      if (advantage > best) {
        best = advantage;
        threshold = t;
      }
    }
    return above(every(in, 1 - parity), threshold) - above(every(out, 1 - parity), threshold);
  }

  private static double[] every(double[] all, int parity) {
    double[] half =
        IntStream.range(0, all.length)
            .filter(i -> i % 2 == parity)
            .mapToDouble(i -> all[i])
            .toArray();
    Arrays.sort(half);
    return half;
  }

  /** The share of values, in rising order, that are not below. */
  private static double above(double[] sorted, double threshold) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) / 2;
      if (sorted[middle] < threshold) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (double) (sorted.length - low) / sorted.length;
  }
}
