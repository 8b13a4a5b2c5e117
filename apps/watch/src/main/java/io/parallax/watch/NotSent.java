package io.parallax.watch;

/** A notice that a channel did not take, with the reason in this program's own words. */
final class NotSent extends Exception {
  private static final long serialVersionUID = 1;

  NotSent(String why, Throwable cause) {
    super(why, cause);
  }

  /** Returns the reason. */
  String why() {
    return getMessage();
  }
}
