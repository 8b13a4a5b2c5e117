package io.parallax.cli.data;

import java.time.Duration;

/**
 * How long to wait for a mirror. There is no limit for a whole file: a slow line may take hours, as
 * long as something comes.
 *
 * @param connect for a connection
 * @param stall for the next byte
 * @param retries how often to try again without getting any further
 * @param pause before the first of them; it doubles with each
 */
public record Patience(Duration connect, Duration stall, int retries, Duration pause) {
  /** For people: gives up after about 15 s of pauses. */
  public static final Patience USUAL =
      new Patience(Duration.ofSeconds(10), Duration.ofSeconds(30), 4, Duration.ofSeconds(1));

  Duration pause(int attempt) {
    return pause.multipliedBy(1L << Math.min(attempt, 5));
  }

  static String inWords(Duration time) {
    return time.toSeconds() > 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
