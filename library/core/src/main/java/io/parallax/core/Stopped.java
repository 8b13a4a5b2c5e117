package io.parallax.core;

/** Training was stopped on request at the end of a round; it can be resumed from there. */
public final class Stopped extends RuntimeException {
  private final int round;

  public Stopped(int round) {
    super("stopped after round " + round);
    this.round = round;
  }

  public int round() {
    return round;
  }
}
