package io.parallax.fedmv.sequential;

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

/**
 * The messages before H-FedMV or V-FedMV begins. P parameters in the views' networks, C classes.
 */
final class SFedMvMessages {
  private SFedMvMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(AskChannels.class, Train.class, Embed.class, AskLabels.class, LearnAlone.class);

  private static final double COUNTS = 0x1p30;
  private static final double WEIGHTS = 0x1p16;
  private static final double LOSSES = 0x1p30;

  // Algorithm 4: parties hold different samples

  @Reveals("nothing")
  record AskChannels() implements Ask<Channels> {}

  @Reveals("in sum: how many numbers a step of each view has")
  record Channels(@Bound(COUNTS) @Size("1 × K") Matrix ofView) implements Summand {}

  @Reveals("to every party: the common networks after the last round")
  @Often(Often.EACH_ROUND)
  record Train(int round, @Size("1 × P") Matrix model) implements Ask<NetworkChange> {} // w_t

  @Reveals(
      "in sum: how training on the parties' rows changes the networks, and their losses, weighted by their numbers of rows")
  record NetworkChange(
      @Bound(WEIGHTS) @Size("1 × P") Matrix weighted, // t^¼ · N_l/N · (w^l − w_t)
      @Bound(LOSSES) double loss)
      implements Summand {}

  @Reveals("to every party: the final networks")
  record Embed(@Size("1 × P") Matrix model) implements Ask<Embedded> {} // 1 × P

  @Reveals("in sum: how many parties have their features")
  record Embedded(int parties) implements Summand {}

  // Parties hold different views

  @Reveals("nothing")
  record AskLabels() implements Ask<Labelled> {}

  @Reveals("to the coordinator: every training label of the party that holds them")
  @TellsLabels
  record Labelled(boolean held, @Size("N × C") Matrix y) implements Disclosed {}

  @Reveals("to every party: every training label")
  @TellsLabels
  record LearnAlone(@Size("N × C") Matrix y) implements Ask<Embedded> {} // N × C
}
