package io.parallax.joint;

import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * A model that a party fits, round after round, to the residual of the scores so far. It stays with
 * the party; others see N × C numbers of it, in sum.
 */
interface Learner {
  /**
   * Sets the targets, before the first round.
   *
   * @param y classes, N × C, times the weights of rows; rows of 0 are not used for training
   */
  void teach(Matrix y);

  /** Learns from scores of all training rows, N × C; returns its addition to each of them. */
  Matrix fit(Matrix scores);

  /** Returns the number of rounds learnt. */
  int rounds();

  /** Weights the rounds learnt so far by these steps; rounds with step 0 are dropped. */
  void keep(double[] steps);

  /**
   * Returns its contribution to the scores of the held-out rows, with all rounds weighted by their
   * steps.
   */
  Matrix heldOut();

  /** Returns the whole learnt state as numbers. */
  Matrix numbers();

  /** Restores the state that {@link #numbers} returned. */
  void restore(Matrix numbers);

  /** Returns the importance of every column, if the learner defines one. */
  default Optional<double[]> importance() {
    return Optional.empty();
  }
}
