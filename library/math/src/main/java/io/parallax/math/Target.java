package io.parallax.math;

/**
 * The target of a regression, T (N×c), and its products with the features, XᵀT (d×c), which are
 * often cheap to compute together with T.
 */
public record Target(Matrix t, Matrix cross) {}
