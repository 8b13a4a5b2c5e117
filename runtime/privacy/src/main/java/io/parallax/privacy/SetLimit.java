package io.parallax.privacy;

import java.util.Optional;

/**
 * How many ids an owner lets another party bring to an alignment. Who lists ids that it does not
 * have is told which of them all parties have: the more it may list, the more people it can try.
 *
 * @param number of ids, or how many times those of this party
 * @param times whether it is a multiple of this party's own ids
 */
public record SetLimit(int number, boolean times) {
  /** What a multiple comes to at least, so that small parties can meet larger ones. */
  static final int LEAST = 1000;

  /** Ten times a party's own. */
  public static final SetLimit USUAL = new SetLimit(10, true);

  /** For parties in one process. */
  public static final SetLimit NONE = new SetLimit(Integer.MAX_VALUE, false);

  /** How many another party may bring to one that has so many. */
  public long most(int own) {
    return times ? Math.max(LEAST, (long) number * own) : number;
  }

  /** What an owner writes, such as {@code 5000} or {@code 10x}; empty: it is neither. */
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
