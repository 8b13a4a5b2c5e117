package io.parallax.core;

import io.parallax.math.Matrix;

/**
 * Changes of a common model, which parties add up instead of their models, so that a limit on their
 * length means something. Honest changes become shorter from round to round, and a liar's need not.
 * So that one limit does for all rounds, a party adds its change times a root of the round's
 * number, by which the coordinator divides the sum. Which root was measured.
 */
public enum Updates {
  /** Changes by gradient descent, which become short where the model fits: t to the 3/4. */
  OF_DESCENT,

  /** Changes by solving, in which parties differ to the end: √t. */
  OF_SOLUTIONS,

  /** Changes by steps of a given length, as RMSProp makes them: t to the 1/4. */
  OF_STEPS;

  /** Returns the change of a model, as a party adds it in this round. */
  public Matrix told(Matrix from, Matrix to, int round) {
    return to.minus(from).scale(factor(round));
  }

  /** Returns the change of the common model that a sum of such changes asks for. */
  public Matrix heard(Matrix sum, int round) {
    return sum.scale(1 / factor(round));
  }

  private double factor(int round) {
    if (round < 1) {
      throw new ProtocolViolation("a round has the number " + round + "; the first one is 1");
    }
    double root = Math.sqrt(round); // roots have the same bits everywhere, unlike powers
    return switch (this) {
      case OF_DESCENT -> root * Math.sqrt(root);
      case OF_SOLUTIONS -> root;
      case OF_STEPS -> Math.sqrt(root);
    };
  }
}
