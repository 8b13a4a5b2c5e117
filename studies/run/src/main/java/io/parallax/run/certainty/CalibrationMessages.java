package io.parallax.run.certainty;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.util.List;

/** The messages by which parties that hold different people calibrate together. */
final class CalibrationMessages {
  private static final double ROWS = 0x1p40;

  /** The asks; on the wire an ask is its position in this list. */
  static final List<Class<? extends Ask<?>>> ASKS = List.of(CountScores.class);

  private CalibrationMessages() {}

  @Reveals("nothing")
  record CountScores(@Size("groups") int groups, @Size("bins") int bins)
      implements Ask<ScoreCounts> {}

  @Reveals(
      "in sum over all parties' calibration rows: how many of them, or of each class, agree how well"
          + " with their prediction, in bins about 2 % wide; of few rows that is nearly each row's"
          + " number, without its party")
  record ScoreCounts(@Bound(ROWS) @Size("groups × bins") Matrix counts) implements Summand {}
}
