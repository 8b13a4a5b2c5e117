package io.parallax.privacy;

import java.util.Optional;

/**
 * The most ids that an owner lets another party bring to an alignment. A party that lists ids which
 * it does not have learns which of them all parties have: the more it may list, the more people it
 * can test.
 *
 * @param number the number of ids, or the multiple of this party's own
 * @param times whether it is a multiple of this party's own ids
 */
public record SetLimit(int number, boolean times) {
  /** The smallest limit that a multiple gives, so that small parties can align with larger ones. */
  static final int LEAST = 1000;

  /** The default: ten times a party's own ids. */
  public static final SetLimit USUAL = new SetLimit(10, true);

  /** No limit, for parties in one process. */
  public static final SetLimit NONE = new SetLimit(Integer.MAX_VALUE, false);

  /** Returns the number of ids that another party may bring to a party with {@code own} ids. */
  public long most(int own) {
    return times ? Math.max(LEAST, (long) number * own) : number;
  }

  /**
   * Parses an owner's setting, such as {@code 5000} or {@code 10x}; empty if it is neither form.
   */
  public static Optional<SetLimit> of(String text) {
    return text.matches("[1-9][0-9]{0,7}x?")
        ? Optional.of(new SetLimit(Integer.parseInt(text.replace("x", "")), text.endsWith("x")))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return number + (times ? "x" : "");
  }
}
