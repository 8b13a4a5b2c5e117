package io.parallax.audit;

import io.parallax.math.Matrix;
import java.util.function.UnaryOperator;

/**
 * One way in which a party lies.
 *
 * @param late only in scores of held-out rows: what is reversed in training, too, may come right
 *     again by being reversed twice
 * @param reach how long a row may become, as a share of what all parties together may add
 */
record Lie(Kind kind, boolean late, double reach) {
  private static final double LONG = 1000; // times what is honest, before it is cut

  /** Changes applied to every matrix that the party sends. */
  enum Kind {
    REVERSED("contribution times -1000", m -> m.scale(-LONG)),
    FORGED("weight forged to 10^9", m -> m.scale(1e9)),
    NOT_A_NUMBER("NaN in a contribution", m -> m.map(x -> Double.NaN)),
    WITHIN("reversed, as far as masks let it", m -> m.scale(-LONG)),
    OWN_SECOND("its own best class for the second", m -> m),
    OTHERS_SECOND("the others' best class for the second", m -> m),
    AGAINST_OTHERS("the others' sum reversed", m -> m.scale(-LONG)),
    SHIFTED("trained on shifted labels, lengthened", m -> m.scale(LONG));

    private final String text;
    private final UnaryOperator<Matrix> change;

    Kind(String text, UnaryOperator<Matrix> change) {
      this.text = text;
      this.change = change;
    }

    String text() {
      return text;
    }

    Matrix changed(Matrix honest) {
      return change.apply(honest);
    }

    /** Returns whether scores of held-out rows are replaced, which costs more than reversal. */
    boolean swaps() {
      return this == OWN_SECOND || this == OTHERS_SECOND;
    }

    /** Returns whether it is tried on the changes of a model only. */
    boolean ofModels() {
      return this == AGAINST_OTHERS || this == SHIFTED;
    }
  }
}
