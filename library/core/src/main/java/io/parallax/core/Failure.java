package io.parallax.core;

import java.io.UncheckedIOException;

/**
 * All that is foreseen to go wrong, each kind with a name. A failure has two texts: its message is
 * for the people at this machine, {@link #told} is what may leave it. Another program's words, such
 * as a database's, are never among what is told: they may quote a row.
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

  /** How a failure is called where it comes from another machine. */
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
   * @param told what everybody may know
   * @param message what people at this machine read instead
   */
  Failure(String told, String message, Throwable cause) {
    super(message, cause);
    this.told = told;
  }

  public abstract Kind kind();

  /** The message as it leaves this machine. */
  public final String told() {
    return told;
  }

  /** Anything thrown as a failure; of what has no name here, nothing but that is told. */
  public static Failure of(Throwable thrown) {
    if (thrown instanceof Failure known) {
      return known;
    }
    return thrown instanceof UncheckedIOException disk
        ? Unavailable.of(disk)
        : new Unforeseen(thrown);
  }

  /** The first line of another program's words. */
  static String words(Throwable foreign) {
    String words = foreign.getMessage() == null ? foreign.toString() : foreign.getMessage();
    return words.lines().findFirst().orElse("");
  }
}
