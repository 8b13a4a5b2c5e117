package io.parallax.fedavg;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.util.List;

/** Everything that crosses the wire in FedAvg. P parameters in the model, K views. */
final class FedAvgMessages {
  private FedAvgMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(AskWidths.class, Train.class, Adopt.class);

  private static final double COUNTS = 0x1p30;
  private static final double WEIGHTS = 0x1p16;
  private static final double LOSSES = 0x1p30;

  @Reveals("nothing")
  record AskWidths() implements Ask<Widths> {}

  @Reveals("in sum: how many columns each view has")
  record Widths(@Bound(COUNTS) @Size("1 × K") Matrix columns) implements Summand {}

  @Reveals("to every party: the common model after the last round")
  @Often(Often.EACH_ROUND)
  record Train(int round, @Size("1 × P") Matrix model) implements Ask<ModelChange> {}

  @Reveals(
      "in sum: how training on the parties' rows changes the model, and their losses, weighted by their numbers of rows")
  record ModelChange(
      @Bound(WEIGHTS) @Size("1 × P") Matrix weighted, // t^¾ · n_k/n · (w^k − w)
      @Bound(LOSSES) double loss) // n_k/n · mean loss of a row
      implements Summand {}

  @Reveals("to every party: the final model")
  record Adopt(@Size("1 × P") Matrix model) implements Ask<Adopted> {}

  @Reveals("in sum: how many parties have the final model")
  record Adopted(int parties) implements Summand {}
}
