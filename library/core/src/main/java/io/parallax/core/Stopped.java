package io.parallax.core;

/** Training was stopped on request at the border of a round; it can go on from there. */
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
