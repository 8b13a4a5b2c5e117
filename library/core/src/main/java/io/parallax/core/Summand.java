package io.parallax.core;

/**
 * An answer that is seen only in sum over the parties.
 *
 * <p>Its record components are matrices, {@link Scaled} ones, and numbers. Each matrix and each
 * {@code double} carries a {@link Bound}, because sums are computed in fixed point; {@code int} and
 * {@code long} are counted exactly.
 */
public non-sealed interface Summand extends Answer {}
