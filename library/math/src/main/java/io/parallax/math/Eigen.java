package io.parallax.math;

/**
 * Some eigenpairs of a symmetric n×n matrix: {@code values[j]} belongs to column j of {@code
 * vectors} (n×k, orthonormal columns). Smallest pairs come in ascending, largest in descending
 * order; the largest-magnitude entry of every vector is positive.
 */
public record Eigen(double[] values, Matrix vectors) {}
