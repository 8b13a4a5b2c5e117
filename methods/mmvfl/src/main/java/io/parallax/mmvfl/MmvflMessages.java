package io.parallax.mmvfl;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.core.TellsLabels;
import io.parallax.math.Matrix;
import java.util.List;

/** Everything that crosses the wire in MMVFL. N training rows, n held-out rows, C classes. */
final class MmvflMessages {
  private MmvflMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(Consensus.class, Target.class, Score.class, WeighRows.class, WeighNewRows.class);

  private static final double SCORES = 0x1p20;
  private static final double LOSSES = 0x1p50;
  private static final double WEIGHTS = 0x1p17; // above the largest ζ

  // Training, Algorithm 1 (mode paper)

  @Reveals("to every party: the pseudo-labels of all training rows, which become the labels")
  @Often(Often.EACH_ROUND)
  @TellsLabels
  record Consensus(@Size("N × C") Matrix z) implements Ask<LocalLabels> {} // N × C

  @Reveals("in sum: the parties' pseudo-labels, the label holder's close to the labels")
  @TellsLabels
  record LocalLabels(
      @Bound(SCORES) @Size("N × C") Matrix weighted, // ζ_k Z_k
      @Bound(LOSSES) double loss)
      implements Summand {}

  // Training with Z_k eliminated (mode best)

  @Reveals("to every party: the pseudo-labels of all training rows, which become the labels")
  @Often(Often.EACH_ROUND)
  @TellsLabels
  record Target(@Size("N × C") Matrix z) implements Ask<Projections> {} // N × C

  @Reveals(
      "in sum: the views' predictions for the training rows with the weighted labels among them, and the objective")
  @TellsLabels
  record Projections(
      @Bound(SCORES) @Size("N × C") Matrix weighted, // ζ_k(X_kW_k + η_kY) / (1 + ζ_k + η_k)
      @Bound(LOSSES) double loss)
      implements Summand {}

  // Prediction

  @Reveals("nothing")
  record Score() implements Ask<TestProjections> {}

  @Reveals("in sum: the views' predictions for the held-out rows")
  record TestProjections(@Bound(SCORES) @Size("n × C") Matrix weighted) // ρ_k X_k W_k
      implements Summand {}

  // Rows that parties may lack

  @Reveals("nothing")
  record WeighRows() implements Ask<WeightsOfRows> {}

  @Reveals(
      "in sum, where parties may lack rows: for each training row, the weights of the parties that have it; where weights differ, it can be worked out which parties these are")
  record WeightsOfRows(@Bound(WEIGHTS) @Size("N × 1") Matrix weights) // o_kn ζ_k or ω_kn
      implements Summand {}

  @Reveals("nothing")
  record WeighNewRows() implements Ask<WeightsOfNewRows> {}

  @Reveals(
      "in sum, where parties may lack rows: for each held-out row, the weights of the parties that have it; where weights differ, it can be worked out which parties these are")
  record WeightsOfNewRows(@Bound(WEIGHTS) @Size("n × 1") Matrix weights) // o_kn ρ_k
      implements Summand {}
}
