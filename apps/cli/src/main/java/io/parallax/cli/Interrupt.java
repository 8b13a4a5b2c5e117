package io.parallax.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C: asks the run to stop at the next border of a round and waits until it has. */
final class Interrupt implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 20;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean requested;
  private final Thread hook = new Thread(this::onSignal, "interrupt");

  Interrupt() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  boolean requested() {
    return requested;
  }

  @Override
  public void close() {
    stopped.countDown();
    if (!requested) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private void onSignal() {
    requested = true;
    try {
      stopped.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
