package io.parallax.cli;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A coordinator or a party that was started and serves until it is ended. */
interface Serving extends AutoCloseable {
  int MOST_SECONDS = 600; // on a busy machine, too

  boolean alive();

  /** What it has printed so far. */
  String output();

  /** Sends a signal to a process, such as -STOP. */
  default void signal(String signal) throws IOException, InterruptedException {
    throw new UnsupportedOperationException("only a process gets signals");
  }

  /** Ends it; it is gone when this returns. */
  void kill();

  @Override
  default void close() throws IOException {
    kill();
  }

  /** Waits until the condition holds; false when it ended before. */
  default boolean reaches(BooleanSupplier condition) throws InterruptedException {
    long latest = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (!condition.getAsBoolean()) {
      if (!alive()) {
        return false;
      }
      if (System.nanoTime() > latest) {
        throw new AssertionError("not reached within " + MOST_SECONDS + " s");
      }
      Thread.sleep(2);
    }
    return true;
  }
}
