package io.parallax.core;

/**
 * Something the user gave cannot be used. The message is one line: which thing, which rule and what
 * to do. It never contains a data value from a view; places (file, line, column, key) are fine.
 */
public final class BadInput extends RuntimeException {
  public BadInput(String message) {
    super(message);
  }

  public BadInput(String message, Throwable cause) {
    super(message, cause);
  }
}
