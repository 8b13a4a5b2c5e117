package io.parallax.run;

import io.parallax.math.Matrix;

/**
 * Scores of the held-out rows, by a method or by something that it is compared with.
 *
 * @param scores a column for each class; of several models, one below the other
 * @param probabilities whether they are some
 * @param tried how many settings were tried for it on validation rows; 1 where there was no choice
 */
record Scored(Matrix scores, boolean probabilities, int tried) {}
