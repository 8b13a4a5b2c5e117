package io.parallax.apfed;

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
 * Everything that crosses the wire in APFed. S rows in a batch, D the length of what is sent, as
 * {@link Told} says. Every answer is a sum to which parties without a contribution add zeros.
 */
final class ApFedMessages {
  private ApFedMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(Represent.class, Assist.class, Conclude.class);

  /** The largest representation; a larger one has diverged. */
  static final double REPRESENTATIONS = 0x1p16;

  /** The largest gradient of a mean over a batch; a larger one has diverged, or is an attack. */
  static final double GRADIENTS = 0x1p10;

  private static final double LOSSES = 0x1p40;

  /**
   * Asks for a batch's representations.
   *
   * @param before the passive parties' gradients of the previous batch, S × D, from which the
   *     active party learns first; a single 0 at the beginning of an epoch
   */
  @Reveals("to every party: the passive parties' gradients of the batch before, in sum")
  @Often("R × B")
  record Represent(int epoch, int batch, @Size(value = "S × D", orLess = true) Matrix before)
      implements Ask<Latent> {}

  @Reveals(
      "to the coordinator: the active party's representations of the batch's rows; where parties may lack rows, also which it has")
  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  @TellsLabels(TellsLabels.How.GUESSED)
  record Latent(@Bound(REPRESENTATIONS) @Size("S × D") Matrix h) implements Summand {}

  @Reveals(
      "to every party: the active party's representations, from which labels can be guessed; where parties may lack rows, also which it has")
  @Often("R × B")
  @TellsLabels(TellsLabels.How.GUESSED)
  record Assist(int epoch, int batch, @Size(value = "S × D", orLess = true) Matrix h)
      implements Ask<Gradient> {} // S × D

  @Reveals(
      "in sum: how the representations should move, which tells about the passive rows; zeros are rows that no passive party has")
  @AddedBy(AddedBy.Who.ALL_OTHERS)
  record Gradient(@Bound(GRADIENTS) @Size("S × D") Matrix weighted) // λ_p ∂L_p/∂h
      implements Summand {}

  /** Ends the epoch; the active party learns from its last batch. */
  @Reveals("to every party: the passive parties' gradients of the last batch, in sum")
  @Often(Often.EACH_ROUND)
  record Conclude(@Size(value = "S × D", orLess = true) Matrix before)
      implements Ask<Loss> {} // S × D

  @Reveals("in sum: the objective, averaged over the epoch")
  record Loss(@Bound(LOSSES) double weighted) implements Summand {} // L_A, λ_p L_p
}
