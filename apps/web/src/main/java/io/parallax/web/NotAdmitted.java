package io.parallax.web;

import java.util.Locale;

/** A sign-in that has failed; the message is for the log and holds nothing of any token. */
public final class NotAdmitted extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The reasons that a page tells the person; it has a sentence for each. */
  public enum Kind {
    /** The person has cancelled, or the service has refused. */
    CANCELLED,
    /** The sign-in is too old, was finished already, or belongs to another browser. */
    STALE,
    /** The service does not answer, or not as it must. */
    SERVICE,
    /** The service's statement about the person is not valid. */
    INVALID,
    /** The person is known, and has no role here. */
    ROLE,
    /** There were too many failures, or too many people at once. */
    BUSY;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;

  public NotAdmitted(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
