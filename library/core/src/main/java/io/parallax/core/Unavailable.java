package io.parallax.core;

import java.io.UncheckedIOException;

/** Something that this machine leans on does not work: a disk, a database, a cluster. */
public non-sealed class Unavailable extends Failure {
  private static final long serialVersionUID = 1;

  /**
   * @param told what everybody may know
   * @param message what people at this machine read instead
   */
  public Unavailable(String told, String message, Throwable cause) {
    super(told, message, cause);
  }

  /** A file that cannot be read or written; which one, and why, is for this machine only. */
  static Unavailable of(UncheckedIOException disk) {
    boolean full = words(disk).contains("No space left") || words(disk).contains("File too large");
    return new Unavailable(
        full
            ? "cannot write a file: the disk is full; make room on it"
            : "cannot read or write a file; see to the disk, and to the rights",
        words(disk),
        disk);
  }

  @Override
  public final Kind kind() {
    return Kind.INTERNAL;
  }
}
