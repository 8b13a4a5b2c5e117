package io.parallax.fedmood;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.util.List;

/** Everything that crosses the wire in FedMood. P parameters in the network. */
final class FedMoodMessages {
  private FedMoodMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(AskChannels.class, Train.class, Adopt.class);

  private static final double COUNTS = 0x1p30;
  private static final double WEIGHTS = 0x1p16;
  private static final double LOSSES = 0x1p30;

  @Reveals("nothing")
  record AskChannels() implements Ask<Channels> {}

  @Reveals("in sum: how many numbers a step of each view has")
  record Channels(@Bound(COUNTS) @Size("1 × K") Matrix ofView) implements Summand {}

  @Reveals("to every party: the common model after the last round")
  @Often(Often.EACH_ROUND)
  record Train(int round, @Size("1 × P") Matrix model) implements Ask<ModelChange> {}

  @Reveals(
      "in sum: how training on the parties' rows changes the model, weighted, their weights and their losses")
  record ModelChange(
      @Bound(WEIGHTS) @Size("1 × P") Matrix weighted, // t^¼ · weight · (ω^(k) − ω)
      @Bound(1) double weight,
      @Bound(LOSSES) double loss) // weight · mean loss of a row
      implements Summand {}

  @Reveals("to every party: the final model")
  record Adopt(@Size("1 × P") Matrix model) implements Ask<Adopted> {} // 1 × P

  @Reveals("in sum: how many parties have the final model")
  record Adopted(int parties) implements Summand {}
}
