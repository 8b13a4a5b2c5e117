package io.parallax.core;

/**
 * A user's input cannot be used. The message is one line: what is wrong, the rule and what to do.
 * It never contains a data value from a view; it may contain a position (file, line, column, key).
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
   * @param message the text that may leave this machine
   * @param own the continuation for people at this machine, such as the names of a table's columns
   */
  public BadInput(String message, String own) {
    super(message, message + own, (Throwable) null);
  }

  private BadInput(String told, String here, Throwable cause) {
    super(told, here, cause);
  }

  /**
   * Returns a failure that names more on this machine, such as a class.
   *
   * @param told the text that may leave this machine
   * @param here the text for people at this machine
   */
  public static BadInput inOtherWords(String told, String here) {
    return new BadInput(told, here, null);
  }

  /**
   * Returns a failure reported by another program: a database, a parser, a file system. Its message
   * is shown on this machine only: it may quote a cell, an address or a folder.
   *
   * @param message the text that may leave this machine, with what to do
   */
  public static BadInput quoting(String message, Throwable foreign) {
    return new BadInput(message, message + " (" + words(foreign) + ")", foreign);
  }

  @Override
  public Kind kind() {
    return Kind.BAD_INPUT;
  }
}
