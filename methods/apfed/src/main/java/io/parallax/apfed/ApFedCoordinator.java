package io.parallax.apfed;

import io.parallax.apfed.ApFedMessages.Assist;
import io.parallax.apfed.ApFedMessages.Conclude;
import io.parallax.apfed.ApFedMessages.Represent;
import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.math.Matrix;

/** Sends h to the passive parties and returns the sum of their gradients; a round is an epoch. */
final class ApFedCoordinator implements Coordinator<ApFedResult> {
  private static final Matrix NOTHING = Matrix.zeros(1, 1);
  private final int batches;
  private final Told told;

  ApFedCoordinator(int batches, Told told) {
    this.batches = batches;
    this.told = told;
  }

  @Override
  public ApFedResult run(Parties parties, Rounds rounds) {
    Matrix h = NOTHING; // S × D
    Matrix gradient = NOTHING; // Σ λ_p ∂L_p/∂h, S × D
    double objective = Double.NaN;
    for (Round round : rounds) {
      gradient = NOTHING;
      for (int batch = 0; batch < batches; batch++) {
        h = parties.sum(new Represent(round.number(), batch, gradient)).total().h(); // Eq. (5)
        gradient = parties.sum(new Assist(round.number(), batch, h)).total().weighted(); // Eq. (9)
      }
      objective = parties.sum(new Conclude(gradient)).total().weighted(); // Eq. (8)
      round.objective(objective);
    }
    return new ApFedResult(objective, rounds.objectives(), told.numbers(h), told.numbers(gradient));
  }
}
