package io.parallax.core;

import io.parallax.math.Matrix;

/**
 * A matrix times a number, as part of a {@link Summand}: multiplied while it is written, so that a
 * large one need not be stored twice. A sum has the factor 1.
 */
public record Scaled(Matrix matrix, double factor) {}
