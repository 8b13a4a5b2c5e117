package io.parallax.remote;

/**
 * The cost of one round.
 *
 * @param millis since the round before
 * @param up bytes that all parties sent
 * @param down bytes that all parties received
 */
public record RoundCost(long millis, long up, long down) {}
