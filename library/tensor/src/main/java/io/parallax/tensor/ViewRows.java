package io.parallax.tensor;

import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The rows of a view as a network takes them. */
public final class ViewRows {
  private static final int AT_ONCE = 512;
  private final View view;
  private final boolean held;
  private final boolean sequences;
  private Tensor plain; // N × d
  private SequenceRows stepwise;

  /**
   * @param held whether these are the held-out rows
   * @param kind of the view's network
   */
  public ViewRows(View view, boolean held, String kind) {
    this.view = view;
    this.held = held;
    this.sequences = kind.equals("gru");
  }

  public int count() {
    return features().samples();
  }

  private Features features() {
    return held ? view.toScore() : view.features();
  }

  /** Applies a network to all rows, in batches of a few hundred. */
  public Matrix each(UnaryOperator<Tensor> network) {
    return each(IntStream.range(0, count()).toArray(), network);
  }

  /** Applies a network to some rows, at least one, in batches of a few hundred. */
  public Matrix each(int[] rows, UnaryOperator<Tensor> network) {
    return Matrix.stackRows(
        IntStream.range(0, (rows.length + AT_ONCE - 1) / AT_ONCE)
            .mapToObj(
                i ->
                    Arrays.copyOfRange(rows, i * AT_ONCE, Math.min(rows.length, (i + 1) * AT_ONCE)))
            .map(some -> Scope.within(() -> network.apply(inputs(some)).toMatrix()))
            .toList());
  }

  /** Returns the encoder's inputs for these rows. */
  public Tensor inputs(int[] rows) {
    if (!sequences) {
      return numbers(rows);
    }
    if (stepwise == null) {
      int steps = view.sequences().orElseThrow().steps();
      stepwise = new SequenceRows(List.of(view), steps, held);
    }
    return stepwise.batch(rows);
  }

  /** The rows' numbers, S × d. */
  public Tensor numbers(int[] rows) {
    if (plain == null) {
      plain = Scope.keep(() -> Tensor.of(features().toMatrix())).value();
    }
    return plain.rows(rows);
  }
}
