package io.parallax.fedmsgl;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Scaled;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.util.List;

/**
 * Everything that crosses the wire in FedMSGL. n training rows, m held-out rows, c clusters.
 *
 * <p>θ_k = ½e^∓d_k of Eq. (6) would leave any range of fixed point: with n = 2000 and G = I it is
 * e^±45. So all weights are sent relative to a distance that all parties know, e^∓(d_k −
 * reference), and the coordinator puts the common factor back.
 */
final class FedMsglMessages {
  private FedMsglMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(
          Begin.class, Train.class, Weigh.class, Conclude.class, Score.class, CountNewRows.class);

  /** Rows of C and U are non-negative and their sums stay about 1. */
  private static final double ENTRIES = 0x1p10;

  /** e^±13, where {@link FedMsglEquations#relativeWeight} stops, times entries of C. */
  private static final double WEIGHTED = 0x1p22;

  private static final double DISTANCES = 0x1p30;
  private static final double LOSSES = 0x1p60;
  private static final double VOTES = 0x1p20;

  @Reveals("nothing")
  record Begin() implements Ask<FirstSubspaces> {}

  @Reveals("in sum: how rows explain one another, the mean affinity of all pairs of rows")
  record FirstSubspaces(
      @Bound(ENTRIES) @Size("n × n") Matrix consistent, // C^k
      @Bound(ENTRIES) @Size("n(n−1)/2 × 1") Matrix specific, // (U^k + U^kᵀ)/2 packed
      @Bound(LOSSES) double squares, // ‖C^k‖²
      @Bound(LOSSES) double loss)
      implements Summand {}

  @Reveals("to every party: the global affinity of all pairs of rows, thereby the clusters")
  @Often(Often.EACH_ROUND)
  record Train(@Size("n × a") Matrix g, double reference) implements Ask<Subspaces> {} // n × n

  @Reveals("in sum: how rows explain one another, weighted by closeness to the global G")
  record Subspaces(
      @Bound(WEIGHTED) @Size("n × n") Scaled weighted, // θ_kC^k
      @Bound(WEIGHTED) double weight, // θ_k
      @Bound(DISTANCES) double distance, // ‖C^k − G‖
      @Bound(LOSSES) double misfit, // θ_k‖C^k − G‖²
      @Bound(ENTRIES) @Size("n(n−1)/2 × 1") Matrix specific, // (U^k + U^kᵀ)/2 packed
      @Bound(LOSSES) double loss)
      implements Summand {}

  @Reveals("to every party: the global affinity of all pairs of rows, thereby the clusters")
  @Often("R × I")
  record Weigh(@Size("n × a") Matrix g, double reference) implements Ask<Weighted> {} // n × n

  @Reveals("in sum: how rows explain one another, weighted by closeness to the global G")
  record Weighted(
      @Bound(WEIGHTED) @Size("n × n") Scaled weighted, // θ_kC^k
      @Bound(WEIGHTED) double weight, // θ_k
      @Bound(DISTANCES) double distance, // ‖C^k − G‖
      @Bound(LOSSES) double misfit) // θ_k‖C^k − G‖²
      implements Summand {}

  @Reveals("to every party: the cluster of every row, which is the result")
  record Conclude(@Size("n × c") Matrix membership) implements Ask<Concluded> {} // n × c

  @Reveals("nothing")
  record Concluded(int parties) implements Summand {}

  @Reveals("nothing")
  record Score() implements Ask<Votes> {}

  @Reveals("in sum: the views' votes on the clusters of new rows")
  record Votes(@Bound(VOTES) @Size("m × c") Matrix votes) implements Summand {}

  // Rows that parties may lack

  @Reveals("nothing")
  record CountNewRows() implements Ask<Voters> {}

  @Reveals("in sum, where parties may lack rows: how many of them have each new row")
  record Voters(@Bound(1) @Size("m × 1") Matrix counts) implements Summand {}
}
