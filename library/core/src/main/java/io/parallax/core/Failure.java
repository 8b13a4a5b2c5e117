package io.parallax.core;

import io.parallax.math.NotFinite;
import java.io.UncheckedIOException;

/**
 * An expected failure, by kind. A failure has two texts: its message is for the people at this
 * machine, {@link #told} is the text that may leave it. The latter never contains another program's
 * message, such as a database's, which may quote a row.
 */
public abstract sealed class Failure extends RuntimeException
    permits BadInput,
        Refused,
        ProtocolViolation,
        OutOfRange,
        Diverged,
        PartyLost,
        PartyFailed,
        Unavailable,
        Unforeseen {
  private static final long serialVersionUID = 1;
  private final String told;

  /** The name of a failure when it is reported by another machine. */
  public enum Kind {
    BAD_INPUT,
    REFUSED,
    VIOLATION,
    OUT_OF_RANGE,
    DIVERGED,
    LOST,
    INTERNAL
  }

  Failure(String message, Throwable cause) {
    this(message, message, cause);
  }

  /**
   * @param told the text that may leave this machine
   * @param message the text for people at this machine
   */
  Failure(String told, String message, Throwable cause) {
    super(message, cause);
    this.told = told;
  }

  public abstract Kind kind();

  /** Returns the text that may leave this machine. */
  public final String told() {
    return told;
  }

  /** Converts any exception to a failure; an unexpected one is reported without its message. */
  public static Failure of(Throwable thrown) {
    if (thrown instanceof Failure known) {
      return known;
    }
    if (thrown instanceof NotFinite) {
      return new Diverged(
          "the numbers grow beyond all bounds; choose smaller steps or weights in the settings, or have the owners check their parties' programs");
    }
    return thrown instanceof UncheckedIOException disk
        ? Unavailable.of(disk)
        : new Unforeseen(thrown);
  }

  /** Returns the first line of another program's message. */
  static String words(Throwable foreign) {
    String words = foreign.getMessage() == null ? foreign.toString() : foreign.getMessage();
    return words.lines().findFirst().orElse("");
  }
}
