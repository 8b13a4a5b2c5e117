package io.parallax.fedmv.vertical;

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

/** Everything that crosses the wire in V-FedMV. N training rows, n held-out rows, C classes. */
final class VFedMvMessages {
  private VFedMvMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(
          Consensus.class,
          Target.class,
          BeginTest.class,
          TestConsensus.class,
          Score.class,
          ShareLabels.class,
          WeighRows.class,
          WeighNewRows.class);

  private static final double SCORES = 0x1p20;
  private static final double LOSSES = 0x1p50;
  private static final double WEIGHTS = 0x1p17; // above the largest ζ

  // Training, Algorithm 2 (mode paper)

  @Reveals(
      "to every party: the consensus scores of all training rows, from which labels can be read")
  @Often(Often.EACH_ROUND)
  @TellsLabels
  record Consensus(@Size("N × C") Matrix z) implements Ask<LocalLabels> {} // N × C

  @Reveals(
      "in sum: the parties' pseudo-labels with the label holder's η-weighted labels among them, and the objective")
  @TellsLabels
  record LocalLabels(
      @Bound(SCORES) @Size("N × C") Matrix weighted, // ζ_k Z_k (+ η Y at the label holder)
      @Bound(LOSSES) double loss)
      implements Summand {}

  // Training with Z_k eliminated (mode best)

  @Reveals(
      "to every party: the consensus scores of all training rows, from which labels can be read; where parties may lack rows, also the weights of those that have each row")
  @Often(Often.EACH_ROUND)
  @TellsLabels
  record Target(@Size("N × C") Matrix z) implements Ask<Projections> {} // N × C

  @Reveals(
      "in sum: the views' predictions for the training rows with the η-weighted labels among them, and the objective")
  @TellsLabels
  record Projections(
      @Bound(SCORES) @Size("N × C") Matrix weighted, // ρ_k X_k W_k (+ η Y at the label holder)
      @Bound(LOSSES) double loss)
      implements Summand {}

  // Testing phase

  @Reveals("nothing")
  record BeginTest() implements Ask<TestLabels> {}

  @Reveals("to every party: the scores of the held-out rows")
  @Often(Often.EACH_ROUND)
  record TestConsensus(@Size("n × C") Matrix z) implements Ask<TestLabels> {} // n × C

  @Reveals("in sum: the views' pseudo-labels of the held-out rows")
  record TestLabels(@Bound(SCORES) @Size("n × C") Matrix weighted) // ζ_k Z_k
      implements Summand {}

  @Reveals("nothing")
  record Score() implements Ask<TestProjections> {}

  @Reveals("in sum: the views' predictions for the held-out rows")
  record TestProjections(@Bound(SCORES) @Size("n × C") Matrix weighted) // ρ_k X_k W_k
      implements Summand {}

  // Labels known to all, as in the paper (setting labels: shared)

  @Reveals("nothing")
  record ShareLabels() implements Ask<SharedLabels> {}

  @Reveals("to the coordinator: every training label of the party that holds them")
  @TellsLabels
  record SharedLabels(boolean held, @Size("N × C") Matrix y) implements Disclosed {}

  // Rows that parties may lack

  @Reveals("nothing")
  record WeighRows() implements Ask<WeightsOfRows> {}

  @Reveals(
      "in sum, where parties may lack rows: for each training row, the weights of the parties that have it; where weights differ, it can be worked out which parties these are")
  record WeightsOfRows(@Bound(WEIGHTS) @Size("N × 1") Matrix weights) // o_kn ζ_k or o_kn ρ_k
      implements Summand {}

  @Reveals("nothing")
  record WeighNewRows() implements Ask<WeightsOfNewRows> {}

  @Reveals(
      "in sum, where parties may lack rows: for each held-out row, the weights of the parties that have it; where weights differ, it can be worked out which parties these are")
  record WeightsOfNewRows(@Bound(WEIGHTS) @Size("n × 1") Matrix weights) implements Summand {}
}
