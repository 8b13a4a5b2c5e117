package io.parallax.grpc;

import java.time.Duration;

/**
 * What one side lets the other do.
 *
 * @param message the largest message, in bytes
 * @param memory how many bytes of unfinished messages the coordinator holds for all parties
 * @param visits how often a party may connect in a minute
 * @param keepAlive how long a silent connection is left alone before it is asked whether it lives
 * @param hello how long a party may take to say hello, or to ask a question wholly
 */
public record Limits(long message, long memory, int visits, Duration keepAlive, Duration hello) {
  /** The largest frame that a party takes; a message is cut into pieces of {@link #PIECE}. */
  public static final int FRAME = 4 << 20;

  /** How many connections a party has at once: by one it attends, by others it asks. */
  static final int CONNECTIONS = 8;

  /** How many calls a party has begun at once, beside the one by which it attends. */
  static final int CALLS = 8;

  /** Large enough to be fast, small enough to share a connection. */
  static final int PIECE = 1 << 20;

  /** The largest frame that the coordinator takes: a piece with its head. */
  static final int UPWARD_FRAME = PIECE + (1 << 16);

  /** The next piece is made ready while so much of the one before is still to be sent. */
  static final int AHEAD = 1 << 18;

  /** A quarter of the heap for one message, half of it for all. */
  public static Limits ofHeap() {
    long heap = Runtime.getRuntime().maxMemory();
    return new Limits(Math.min(heap / 4, Integer.MAX_VALUE - 64), heap / 2, 240, KEEP_ALIVE, HELLO);
  }

  private static final Duration KEEP_ALIVE = Duration.ofSeconds(20);
  private static final Duration HELLO = Duration.ofSeconds(10);

  public Limits message(long bytes) {
    return new Limits(bytes, memory, visits, keepAlive, hello);
  }

  public Limits visits(int most) {
    return new Limits(message, memory, most, keepAlive, hello);
  }

  Limits memory(long bytes) {
    return new Limits(message, bytes, visits, keepAlive, hello);
  }

  Limits hello(Duration patience) {
    return new Limits(message, memory, visits, keepAlive, patience);
  }
}
