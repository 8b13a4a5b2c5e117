package io.parallax.grpc;

import java.time.Duration;

/**
 * The limits that one side sets for the other.
 *
 * @param message the largest message, in bytes
 * @param memory the bytes of unfinished messages that the coordinator holds for all parties
 * @param callsPerMinute the calls that a party may make in a minute
 * @param keepAlive the time after which a silent connection is probed
 * @param hello the time limit for a party's hello, or for the whole request of a call
 * @param denied the pause, roughly, of a party that was denied
 * @param absence the time for which a study waits for a party that it needs and that is away
 */
public record Limits(
    long message,
    long memory,
    int callsPerMinute,
    Duration keepAlive,
    Duration hello,
    Duration denied,
    Duration absence) {
  /** The largest frame that a party accepts; a message is divided into pieces of {@link #PIECE}. */
  public static final int FRAME = 4 << 20;

  /**
   * The most connections of a party at once: one for the exchange of messages, the others for
   * calls.
   */
  static final int CONNECTIONS = 8;

  /**
   * The most calls that a party may have begun at once, besides the one for the exchange of
   * messages.
   */
  static final int CALLS = 8;

  /** The size of a piece: large enough to be fast, small enough to share a connection. */
  static final int PIECE = 1 << 20;

  /** The largest frame that the coordinator accepts: a piece with its head. */
  static final int UPWARD_FRAME = PIECE + (1 << 16);

  /** The largest ask that a party accepts for a part that it has not opened yet. */
  static final int UNOPENED = 1 << 16;

  /**
   * The predictions that a party may ask for in a minute, which do not count as other calls: owners
   * limit people in a day, and a study's model answers one request at a time.
   */
  static final int PREDICTIONS = 6000;

  /** The number of unsent bytes below which the next piece is prepared. */
  static final int AHEAD = 1 << 18;

  /** Returns limits of a quarter of the heap for one message, and half of it for all. */
  public static Limits ofHeap() {
    long heap = Runtime.getRuntime().maxMemory();
    return new Limits(
        Math.min(heap / 4, Integer.MAX_VALUE - 64),
        heap / 2,
        240,
        KEEP_ALIVE,
        HELLO,
        DENIED,
        ABSENCE);
  }

  /** The time for which a study waits for an absent party, if none is given. */
  public static final Duration ABSENCE = Duration.ofDays(7);

  private static final Duration KEEP_ALIVE = Duration.ofSeconds(20);
  private static final Duration HELLO = Duration.ofSeconds(10);
  private static final Duration DENIED = Duration.ofSeconds(10);

  public Limits message(long bytes) {
    return new Limits(bytes, memory, callsPerMinute, keepAlive, hello, denied, absence);
  }

  public Limits callsPerMinute(int most) {
    return new Limits(message, memory, most, keepAlive, hello, denied, absence);
  }

  public Limits denied(Duration pause) {
    return new Limits(message, memory, callsPerMinute, keepAlive, hello, pause, absence);
  }

  public Limits absence(Duration most) {
    return new Limits(message, memory, callsPerMinute, keepAlive, hello, denied, most);
  }

  Limits memory(long bytes) {
    return new Limits(message, bytes, callsPerMinute, keepAlive, hello, denied, absence);
  }

  Limits hello(Duration patience) {
    return new Limits(message, memory, callsPerMinute, keepAlive, patience, denied, absence);
  }
}
