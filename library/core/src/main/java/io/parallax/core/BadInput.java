package io.parallax.core;

/**
 * Something the user gave cannot be used. The message is one line: which thing, which rule and what
 * to do. It never contains a data value from a view; places (file, line, column, key) are fine.
 */
public final class BadInput extends Failure {
  private static final long serialVersionUID = 1;

  public BadInput(String message) {
    super(message, null);
  }

  /**
   * @param cause for a stack trace only; {@link #quoting} shows its words
   */
  public BadInput(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * @param message what everybody may know
   * @param own what goes on behind it where the input is, such as the names of a table's columns
   */
  public BadInput(String message, String own) {
    super(message, message + own, (Throwable) null);
  }

  private BadInput(String message, String own, Throwable cause) {
    super(message, message + own, cause);
  }

  /**
   * A mistake that another program found: a database, a parser, a file system. Its words are shown
   * where the input is, and never leave: they may quote a cell, an address or a folder.
   *
   * @param message what everybody may know, with what to do
   */
  public static BadInput quoting(String message, Throwable foreign) {
    return new BadInput(message, " (" + words(foreign) + ")", foreign);
  }

  @Override
  public Kind kind() {
    return Kind.BAD_INPUT;
  }
}
