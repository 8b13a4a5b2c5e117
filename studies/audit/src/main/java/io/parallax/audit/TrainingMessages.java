package io.parallax.audit;

import io.parallax.core.Answers;
import io.parallax.core.Summand;
import io.parallax.core.View;
import io.parallax.engine.Transcript.Exchange;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.stream.Stream;

/**
 * The matrices that go to and fro about training rows in sums: what is shown one by one nobody
 * promises to hide.
 *
 * @param heldOut whether some rows are held out, whose messages are left out
 */
record TrainingMessages(boolean heldOut) {

  /** Returns what was asked about so many rows. */
  List<Matrix> asked(List<Exchange> exchanges, int rows) {
    return inSums(exchanges)
        .flatMap(e -> e.asked().stream())
        .filter(m -> m.rows() == rows)
        .toList();
  }

  /** Returns what a party answered about its rows. */
  List<Matrix> answered(List<Exchange> exchanges, View view) {
    int rows = view.features().samples();
    return inSums(exchanges)
        .flatMap(e -> e.answered().get(view.owner()).stream())
        .filter(m -> m.rows() == rows)
        .toList();
  }

  private Stream<Exchange> inSums(List<Exchange> exchanges) {
    return exchanges.stream()
        .filter(
            e -> {
              Class<?> answer = Answers.typeFor(e.ask().getClass());
              return Summand.class.isAssignableFrom(answer)
                  && !(heldOut
                      && Stream.of(answer.getRecordComponents())
                          .anyMatch(LyingParty::ofHeldOutRows));
            });
  }
}
