package io.parallax.apfed;

import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.tensor.Scope;
import io.parallax.tensor.SequenceRows;
import io.parallax.tensor.Tensor;
import java.util.List;

/** The rows of a view as a network takes them. */
final class Rows {
  private final View view;
  private final boolean held;
  private final boolean sequences;
  private Tensor plain; // N × d
  private SequenceRows stepwise;

  /**
   * @param held whether these are the held-out rows
   * @param kind of the view's network
   */
  Rows(View view, boolean held, String kind) {
    this.view = view;
    this.held = held;
    this.sequences = kind.equals("gru");
  }

  int count() {
    return features().samples();
  }

  private Features features() {
    return held ? view.toScore() : view.features();
  }

  /** What an encoder gets of these rows. */
  Tensor inputs(int[] rows) {
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
  Tensor numbers(int[] rows) {
    if (plain == null) {
      plain = Scope.keep(() -> Tensor.of(features().toMatrix())).value();
    }
    return plain.rows(rows);
  }
}
