package io.parallax.data.catalogue;

import java.time.Duration;

/**
 * Timeouts and retries of downloads. There is no limit for a whole file: a slow connection may take
 * hours, as long as data arrives.
 *
 * @param connect timeout for a connection
 * @param stall timeout for the next byte
 * @param retries the number of retries without progress
 * @param pause the pause before the first retry; it doubles with each
 */
public record RetryPolicy(Duration connect, Duration stall, int retries, Duration pause) {
  /** The default for people: gives up after about 15 s of pauses. */
  public static final RetryPolicy USUAL =
      new RetryPolicy(Duration.ofSeconds(10), Duration.ofSeconds(30), 4, Duration.ofSeconds(1));

  Duration pause(int attempt) {
    return pause.multipliedBy(1L << Math.min(attempt, 5));
  }

  static String inWords(Duration time) {
    return time.toSeconds() > 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
