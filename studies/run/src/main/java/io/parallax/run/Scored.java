package io.parallax.run;

import io.parallax.core.BaselineHazard;
import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * Scores of the held-out rows, by a method or by something that it is compared with.
 *
 * @param scores a column for each class; of several models, one below the other
 * @param probabilities whether they are some
 * @param tried how many settings were tried for it on validation rows; 1 where there was no choice
 * @param hazard with which survival is predicted, where the target is times until an event
 */
record Scored(Matrix scores, boolean probabilities, int tried, Optional<BaselineHazard> hazard) {
  Scored(Matrix scores, boolean probabilities, int tried) {
    this(scores, probabilities, tried, Optional.empty());
  }
}
