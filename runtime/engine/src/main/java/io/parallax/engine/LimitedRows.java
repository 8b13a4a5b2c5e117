package io.parallax.engine;

/**
 * Rows among a party's words whose length is limited, in units of words.
 *
 * @param from the first word
 * @param middle the point from which the length of a single number is measured; 0 for rows
 * @param most the length of the longest row
 * @param by what limits them
 */
public record LimitedRows(int from, int rows, int cols, double middle, double most, By by) {

  /** The origin of a limit. */
  public enum By {
    /** The study: what honest parties send is not much shorter. */
    STUDY,
    /** The bound of a single number of the message, as wide as it may ever need. */
    NUMBER,
    /** The bounds of the words of rows which the study does not limit. */
    WORDS
  }
}
