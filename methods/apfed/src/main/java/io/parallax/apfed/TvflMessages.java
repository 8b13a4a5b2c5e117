package io.parallax.apfed;

import io.parallax.core.AddedBy;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.core.TellsLabels;
import io.parallax.math.Matrix;
import java.util.List;

/** Everything that crosses the wire in TVFL. S rows, K parties, D numbers for each of them. */
final class TvflMessages {
  private TvflMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(Encode.class, Learn.class, Finish.class, Show.class, Score.class);

  private static final double LOSSES = 0x1p40;

  /**
   * Asks for a batch's representations, with ∂L/∂h of the previous batch, S × KD; a single 0 at the
   * beginning of an epoch.
   */
  @Reveals("to every party: the gradients of the batch before, everybody's")
  @Often("R × B")
  @TellsLabels
  record Encode(int epoch, int batch, @Size(value = "S × KD", orLess = true) Matrix before)
      implements Ask<Representation> {}

  @Reveals(
      "to the coordinator: each party's representations, one by one; zeros are rows that it lacks")
  record Representation(@Size("S × D") Matrix h) implements Disclosed {}

  @Reveals("to every party: everybody's representations")
  @Often("R × B")
  record Learn(int epoch, int batch, @Size(value = "S × KD", orLess = true) Matrix joint)
      implements Ask<JointGradient> {}

  @Reveals("to the coordinator: the gradients of the label holder's loss, which tell the labels")
  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  @TellsLabels
  record JointGradient(@Bound(ApFedMessages.GRADIENTS) @Size("S × KD") Matrix h)
      implements Summand {}

  @Reveals("to every party: the gradients of the epoch's last batch")
  @Often(Often.EACH_ROUND)
  @TellsLabels
  record Finish(@Size(value = "S × KD", orLess = true) Matrix before) implements Ask<TaskLoss> {}

  @Reveals("to the coordinator: the label holder's loss, averaged over the epoch")
  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  record TaskLoss(@Bound(LOSSES) double loss) implements Summand {}

  @Reveals("nothing")
  record Show() implements Ask<Representation> {}

  @Reveals("to every party: everybody's representations of the held-out rows")
  @Often("4")
  record Score(@Size("n × KD") Matrix joint) implements Ask<Scores> {} // n × KD

  @Reveals("to the coordinator: the scores of the held-out rows")
  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  record Scores(@Bound(1) @Size("n × C") Matrix probabilities) implements Summand {}
}
