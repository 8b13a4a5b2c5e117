package io.parallax.joint;

import io.parallax.core.AddedBy;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.core.TellsLabels;
import io.parallax.math.Matrix;
import java.util.List;

/**
 * Everything that crosses the wire in the joint model. N training rows, n held-out rows, C classes,
 * M = C times the number of directions that are remembered.
 */
final class JointMessages {
  private JointMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(
          Begin.class,
          Step.class,
          Finish.class,
          Score.class,
          KernelMessages.CompareRows.class,
          KernelMessages.Learn.class,
          KernelMessages.CompareHeldOut.class,
          KernelMessages.Classify.class,
          AdditiveMessages.Teach.class,
          AdditiveMessages.Fit.class,
          AdditiveMessages.Keep.class,
          CountRows.class,
          CountNewRows.class);

  /** The asks of mode linear. */
  static final List<Class<? extends Ask<?>>> LINEAR =
      List.of(Begin.class, Step.class, Finish.class, Score.class);

  private static final double IMAGES = 0x1p16;
  private static final double PRODUCTS = 0x1p20;
  private static final double LABELS = 0x1p20;
  private static final double LOSSES = 0x1p50;
  private static final double HELD = 1;

  @Reveals("nothing")
  record Begin() implements Ask<Targets> {}

  @Reveals("to the coordinator: the training labels, with the weights of their classes")
  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  @TellsLabels
  record Targets(@Bound(LABELS) @Size("N × C") Matrix y) implements Summand {}

  /**
   * Asks for one more direction.
   *
   * @param residual Y less the probabilities
   * @param curvature κ, the mean of p(1 − p)
   * @param gain γ, the factor of the direction, so that all directions have the same size
   * @param mix the combination of the directions so far that gives the weights W_k; unused rows are
   *     0
   * @param careful whether the penalty is to be overestimated, which never raises the objective
   * @param renew whether W_k, without rows that are nearly 0, replaces all directions so far
   */
  @Reveals(
      "to every party: the residuals of all training rows, from which labels can be read; where sums"
          + " are scaled, also how many parties have each row")
  @Often(Often.EACH_ROUND)
  @TellsLabels
  record Step(
      @Size("N × C") Matrix residual,
      double curvature,
      double gain,
      @Size("M × C") Matrix mix,
      boolean careful,
      boolean renew)
      implements Ask<Direction> {}

  /**
   * @param image X_k H_k, H_k the new direction
   * @param quadratic and
   * @param linear the penalty near W_k, divided by N, as a function of the combination of the
   *     directions revealed so far, of which there are at most M/C
   * @param penalty at W_k
   */
  @Reveals(
      "in sum: C combinations of the columns of all views for the training rows, the inner products"
          + " of such combinations' weights, and the penalty")
  record Direction(
      @Bound(IMAGES) @Size("N × C") Matrix image,
      @Bound(PRODUCTS) @Size("M × M") Matrix quadratic,
      @Bound(PRODUCTS) @Size("M × C") Matrix linear,
      @Bound(LOSSES) double penalty)
      implements Summand {}

  /** The last mix and the intercept, which the label holder keeps. */
  @Reveals("to every party: how many rows there are of each class, roughly")
  record Finish(@Size("M × C") Matrix mix, @Size("1 × C") Matrix intercept)
      implements Ask<Finished> {}

  @Reveals("in sum: the penalty")
  record Finished(@Bound(LOSSES) double penalty) implements Summand {}

  /** The asks of mode linear where sums are scaled and parties may lack rows. */
  static final List<Class<? extends Ask<?>>> SCALED = List.of(CountRows.class, CountNewRows.class);

  @Reveals("nothing")
  record CountRows() implements Ask<RowsHeld> {}

  @Reveals("in sum, where sums are scaled: how many parties have each training row")
  record RowsHeld(@Bound(HELD) @Size("N × 1") Matrix held) implements Summand {}

  @Reveals("nothing")
  record CountNewRows() implements Ask<NewRowsHeld> {}

  /**
   * @param intercept at the label holder, whose scores are without it then
   */
  @Reveals(
      "in sum, where sums are scaled: how many parties have each held-out row, and the intercept, so"
          + " how many rows there are of each class, roughly")
  record NewRowsHeld(
      @Bound(HELD) @Size("n × 1") Matrix held, @Bound(LABELS) @Size("1 × C") Matrix intercept)
      implements Summand {}

  @Reveals("nothing")
  record Score() implements Ask<Scores> {}

  @Reveals("in sum: the scores of the held-out rows")
  record Scores(@Bound(LABELS) @Size("n × C") Matrix scores) implements Summand {}
}
