package io.parallax.joint;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Learnt;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.core.TellsLabels;
import io.parallax.joint.JointMessages.Begin;
import io.parallax.joint.JointMessages.Score;
import io.parallax.math.Matrix;
import java.util.List;

/**
 * The messages of modes in which parties have a {@link Learner}, besides the labels and the
 * held-out rows' scores, which are those of {@link JointMessages}. N training rows, C classes, R
 * rounds.
 */
final class AdditiveMessages {
  private AdditiveMessages() {}

  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(Begin.class, Teach.class, Fit.class, Keep.class, Score.class);

  private static final double SCORES = 0x1p20;

  /** Sends the labels to learn from; held-out rows are 0. */
  @Reveals("to every party: the training labels, but those of rows that judge")
  @TellsLabels
  record Teach(@Size("N × C") Matrix y) implements Ask<Ready> {}

  @Reveals("the number of training rows, which everybody knows")
  record Ready(long rows) implements Summand {}

  /** Asks for the learner's addition to the scores so far. */
  @Reveals("to every party: the scores of all training rows, in sum over the parties")
  @Often(Often.EACH_ROUND)
  record Fit(@Size("N × C") Matrix scores) implements Ask<Fitted> {}

  @Reveals("in sum: what all learners add to the scores of every training row")
  @Learnt
  record Fitted(@Bound(SCORES) @Size("N × C") Matrix scores) implements Summand {}

  /**
   * @param steps the weights of the rounds, 0 for unused ones
   * @param intercept the scores before the first round, which the label holder keeps
   */
  @Reveals("to every party: how much every round counts, and how many rows there are of each class")
  record Keep(@Size("1 × R") Matrix steps, @Size("1 × C") Matrix intercept) implements Ask<Ready> {}
}
