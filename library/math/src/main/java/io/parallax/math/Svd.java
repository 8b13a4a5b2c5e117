package io.parallax.math;

/**
 * A = U diag(s) Vᵀ of an m×n matrix with r = min(m, n): U is m×r, V is n×r, both with orthonormal
 * columns, and s descends. The largest-magnitude entry of every column of U is positive.
 */
public record Svd(Matrix u, double[] s, Matrix v) {}
