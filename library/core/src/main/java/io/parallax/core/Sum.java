package io.parallax.core;

/**
 * The total of all parties' answers to one ask, and how many parties are in it.
 *
 * @param <U> the answers' type
 */
public record Sum<U extends Summand>(U total, int count) {}
