package io.parallax.joint;

import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * What a party fits to the part of the classes that the scores so far leave over, round after
 * round. It stays with the party; N × C numbers are what others see of it, in sum.
 */
interface Learner {
  /**
   * Is told what to learn, before the first round.
   *
   * @param y classes, N × C, times the weights of rows; rows of 0 are not to be learnt from
   */
  void teach(Matrix y);

  /** Learns from scores of all training rows, N × C; gives what it would add to each of them. */
  Matrix fit(Matrix scores);

  /** How many rounds it has learnt. */
  int rounds();

  /** Has the rounds that it has learnt count by these steps; those of 0 are forgotten. */
  void keep(double[] steps);

  /** What it adds to the scores of the held-out rows, with all rounds by their steps. */
  Matrix heldOut();

  /** All that it has learnt, as numbers. */
  Matrix numbers();

  /** Goes on from what {@link #numbers} gave. */
  void restore(Matrix numbers);

  /** How much every column matters to it, where there is such a notion. */
  default Optional<double[]> importance() {
    return Optional.empty();
  }
}
