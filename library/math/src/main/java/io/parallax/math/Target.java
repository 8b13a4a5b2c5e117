package io.parallax.math;

/**
 * What a regression is to reach, T (N×c), and its products with the features, XᵀT (d×c), which
 * often come along for little when T is made.
 */
public record Target(Matrix t, Matrix cross) {}
