package io.parallax.core;

import io.parallax.math.Matrix;

/**
 * Similarities of the training rows to some or all of them.
 *
 * @param values a row for each training row; larger is more similar
 * @param columns the training row that each column stands for
 */
public record Affinity(Matrix values, int[] columns) {}
