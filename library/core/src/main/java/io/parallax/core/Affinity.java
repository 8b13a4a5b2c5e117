package io.parallax.core;

import io.parallax.math.Matrix;

/**
 * How alike the training rows are to some of them, or to all.
 *
 * @param values a row for each training row; the larger, the more alike
 * @param columns the training row that each column stands for
 */
public record Affinity(Matrix values, int[] columns) {}
