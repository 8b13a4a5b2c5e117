package io.parallax.core;

import java.io.UncheckedIOException;

/** A resource of this machine does not work: a disk, a database, a cluster. */
public non-sealed class Unavailable extends Failure {
  private static final long serialVersionUID = 1;

  /**
   * @param told the text that may leave this machine
   * @param message the text for people at this machine
   */
  public Unavailable(String told, String message, Throwable cause) {
    super(told, message, cause);
  }

  /** Reports a file that cannot be read or written; its name and the cause stay on this machine. */
  static Unavailable of(UncheckedIOException disk) {
    boolean full = words(disk).contains("No space left") || words(disk).contains("File too large");
    return new Unavailable(
        full
            ? "cannot write a file: the disk is full; free some space"
            : "cannot read or write a file; check the disk and the permissions",
        words(disk),
        disk);
  }

  @Override
  public final Kind kind() {
    return Kind.INTERNAL;
  }
}
