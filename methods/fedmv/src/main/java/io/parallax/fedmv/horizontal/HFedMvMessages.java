package io.parallax.fedmv.horizontal;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.util.List;

/**
 * Everything that crosses the wire in H-FedMV. D columns in all views together, C classes, P = D·C.
 */
final class HFedMvMessages {
  private HFedMvMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(
          AskWidths.class,
          GlobalModel.class,
          AskProducts.class,
          Adopt.class,
          AskViewRows.class,
          AskLacking.class);

  private static final double COUNTS = 0x1p30;
  private static final double WEIGHTS = 0x1p16;
  private static final double LOSSES = 0x1p50;

  @Reveals("nothing")
  record AskWidths() implements Ask<Widths> {}

  @Reveals("in sum: how many columns each view has")
  record Widths(@Bound(COUNTS) @Size("1 × K") Matrix columns) implements Summand {}

  // Algorithm 3 (mode paper)

  @Reveals("to every party: the common model after the last round")
  @Often(Often.EACH_ROUND)
  record GlobalModel(int round, @Size("1 × P") Matrix w) implements Ask<ModelChange> {}

  @Reveals(
      "in sum: how the parties' rows change the model, from 0 in the first round, weighted by their numbers of rows")
  record ModelChange(
      @Bound(WEIGHTS) @Size("1 × P") Matrix weighted, // √t · n_l/N · (W^l − W), in one row
      @Bound(LOSSES) double loss)
      implements Summand {}

  // One round to the optimum (mode exact)

  @Reveals("nothing")
  record AskProducts(@Size("D") int columns) implements Ask<Products> {}

  @Reveals("in sum: products of all columns with each other and with the labels, over all rows")
  record Products(
      @Bound(COUNTS) @Size("D × D") Matrix gram, // XᵀX
      @Bound(COUNTS) @Size("D × C") Matrix cross, // XᵀY
      long samples)
      implements Summand {}

  @Reveals("to every party: the final model")
  record Adopt(@Size("D × C") Matrix w) implements Ask<Adopted> {} // D × C

  @Reveals("in sum: how many parties have the final model")
  record Adopted(int parties) implements Summand {}

  // Views that parties may lack

  @Reveals("nothing")
  record AskViewRows() implements Ask<ViewRows> {}

  @Reveals("in sum, where parties may lack views: how many rows have each view")
  record ViewRows(@Bound(COUNTS) @Size("1 × K") Matrix rows) implements Summand {}

  @Reveals("nothing")
  record AskLacking(@Size("D") int columns) implements Ask<Lacking> {}

  @Reveals(
      "in sum, where parties may lack views: the same products over the rows that lack one, each weighted by which it has")
  record Lacking(
      @Bound(COUNTS) @Size("D × D") Matrix gram, // Σ (1/ω_n − 1/ω) x xᵀ
      @Bound(COUNTS) @Size("D × C") Matrix cross, // Σ (1/ω_n − 1/ω) x yᵀ
      @Bound(COUNTS) double rows) // Σ (1/ω_n − 1/ω)
      implements Summand {}
}
