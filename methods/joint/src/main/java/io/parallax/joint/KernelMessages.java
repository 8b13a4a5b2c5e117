package io.parallax.joint;

import io.parallax.core.AddedBy;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Padded;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.util.List;

/**
 * Everything that crosses the wire in mode kernel. N training rows, n held-out rows, C classes, L
 * landmarks. Sums are hidden by a {@link Pad} of the label holder, so that only that party can read
 * what the coordinator adds up and sends back. No answer depends on labels except the held-out
 * rows' probabilities.
 */
final class KernelMessages {
  private KernelMessages() {}

  static final List<Class<? extends Ask<?>>> ASKS =
      List.of(CompareRows.class, Learn.class, CompareHeldOut.class, Classify.class);

  private static final double PADDED = 0x1p33;

  @Reveals("nothing")
  record CompareRows() implements Ask<RowProducts> {}

  /**
   * @param products X_k X_{k,L}ᵀ, at the label holder with its pad
   * @param squares the rows' squared lengths, at the label holder with its pad
   */
  @Reveals(
      "to the party with the labels, in sum: the inner products of all training rows with the"
          + " landmark rows, from which it can work out rows up to a rotation, and exactly with as"
          + " many known rows as columns; to all others: nothing, for it hides the sum by random"
          + " numbers")
  @Padded
  record RowProducts(
      @Bound(PADDED) @Size("N × L") Matrix products, @Bound(PADDED) @Size("N × 1") Matrix squares)
      implements Summand {}

  /** The sum of all {@link RowProducts}, for the label holder to learn from. */
  @Reveals(
      "to the party with the labels: the sum of the training rows' inner products, which is hidden"
          + " from all others")
  record Learn(@Size("N × L") Matrix products, @Size("N × 1") Matrix squares)
      implements Ask<Learnt> {}

  @Reveals("the number of training rows, which everybody knows")
  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  record Learnt(long rows) implements Summand {}

  @Reveals("nothing")
  record CompareHeldOut() implements Ask<HeldOutProducts> {}

  /** As {@link RowProducts}, for the held-out rows. */
  @Reveals(
      "to the party with the labels, in sum: the inner products of the held-out rows with the"
          + " landmark rows; to all others: nothing")
  @Padded
  record HeldOutProducts(
      @Bound(PADDED) @Size("n × L") Matrix products, @Bound(PADDED) @Size("n × 1") Matrix squares)
      implements Summand {}

  /** The sum of all {@link HeldOutProducts}. */
  @Reveals(
      "to the party with the labels: the sum of the held-out rows' inner products, which is hidden"
          + " from all others")
  record Classify(@Size("n × L") Matrix products, @Size("n × 1") Matrix squares)
      implements Ask<Probabilities> {}

  @Reveals("to the coordinator: the probabilities of the held-out rows' classes")
  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  record Probabilities(@Bound(2) @Size("n × C") Matrix probabilities) implements Summand {}
}
