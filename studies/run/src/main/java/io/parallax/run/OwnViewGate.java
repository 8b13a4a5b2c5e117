package io.parallax.run;

import io.parallax.core.Labels;
import io.parallax.core.Presence;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.run.check.OwnView;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Compares a joint result with logistic regression on the view of the party that holds the labels,
 * which that party computes alone. Views of sequences and images, and large ones, are not compared.
 */
public final class OwnViewGate {
  private static final int MOST_NUMBERS = 2_000_000;
  private static final int MOST_COLUMNS = 2_000;
  private static final int LEAST_ROWS = 20; // to learn from

  private OwnViewGate() {}

  /**
   * Returns the comparison; empty if there is no view to compare with.
   *
   * @param views those of which one may have labels
   * @param scores of the held-out rows
   * @param truth about them
   */
  public static Optional<OwnView> of(List<View> views, Matrix scores, int[] truth) {
    return views.stream()
        .filter(view -> view.labels().isPresent() && view.heldOut().isPresent())
        .filter(OwnViewGate::small)
        .findFirst()
        .flatMap(view -> of(view, scores, truth));
  }

  private static boolean small(View view) {
    long columns = view.features().size();
    return view.shape().isEmpty()
        && columns <= MOST_COLUMNS
        && columns * view.features().samples() <= References.MOST_NUMBERS;
  }

  private static Optional<OwnView> of(View view, Matrix scores, int[] truth) {
    int[] train = rows(view.features().samples(), view.presence().map(Presence::training));
    int[] judged = rows(truth.length, view.presence().map(Presence::heldOut));
    if (train.length < LEAST_ROWS || judged.length == 0) {
      return Optional.empty();
    }
    int[] joint = scores.selectRows(judged).argmaxRows();
    int[] own =
        new PooledLogistic(pool(view, some(train, view.features().size()), judged)).classes();
    return Optional.of(
        OwnView.of(Arrays.stream(judged).map(row -> truth[row]).toArray(), own, joint));
  }

  private static Pool pool(View view, int[] train, int[] judged) {
    Labels labels = view.labels().orElseThrow();
    int[] codes = labels.codes();
    return new Pool(
        view.features().toMatrix().selectRows(train),
        Arrays.stream(train).map(row -> codes[row]).toArray(),
        view.toScore().toMatrix().selectRows(judged),
        labels.classes());
  }

  private static int[] rows(int count, Optional<BitSet> held) {
    return IntStream.range(0, count)
        .filter(row -> held.map(some -> some.get(row)).orElse(true))
        .toArray();
  }

  /** Returns as many rows as can be learnt from soon, spread evenly. */
  private static int[] some(int[] rows, int columns) {
    int most = Math.max(LEAST_ROWS, MOST_NUMBERS / Math.max(1, columns));
    int count = Math.min(rows.length, most);
    return IntStream.range(0, count)
        .map(i -> rows[(int) ((long) i * rows.length / count)])
        .toArray();
  }
}
