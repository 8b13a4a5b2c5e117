package io.parallax.engine;

/**
 * Rows among a party's words whose length is limited, in units of words.
 *
 * @param from the first word
 * @param middle the point from which the length of a single number is measured; 0 for rows
 * @param most the length of the longest row; infinite without a limit
 */
public record LimitedRows(int from, int rows, int cols, double middle, double most) {}
