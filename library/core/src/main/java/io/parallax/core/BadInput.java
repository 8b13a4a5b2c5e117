package io.parallax.core;

/**
 * Something the user gave cannot be used. The message is one line: which thing, which rule and what
 * to do. It never contains a data value from a view; places (file, line, column, key) are fine.
 */
public final class BadInput extends RuntimeException {
  private final String told;

  public BadInput(String message) {
    this(message, (Throwable) null);
  }

  public BadInput(String message, Throwable cause) {
    super(message, cause);
    this.told = message;
  }

  /**
   * @param message what everybody may know
   * @param own what goes on behind it where the input is, such as the names of a table's columns
   */
  public BadInput(String message, String own) {
    super(message + own);
    this.told = message;
  }

  /** The message as it leaves this machine. */
  public String told() {
    return told;
  }
}
