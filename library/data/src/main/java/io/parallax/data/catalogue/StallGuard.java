package io.parallax.data.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Ends a read that waits too long for its first byte, by closing the underlying stream. */
final class StallGuard implements AutoCloseable {
  private final InputStream in;
  private final Duration most;
  private final Thread thread = new Thread(this::watch, "stall-guard");
  private volatile long moved = System.nanoTime();
  private volatile boolean stalled;

  StallGuard(InputStream in, Duration most) {
    this.in = in;
    this.most = most;
    thread.setDaemon(true);
    thread.start();
  }

  int read(byte[] buffer, int length) throws IOException {
    try {
      moved = System.nanoTime();
      int n = in.read(buffer, 0, length);
      if (!stalled) {
        return n;
      }
    } catch (IOException e) {
      if (!stalled) {
        throw e;
      }
    }
    throw new IOException("nothing came for " + RetryPolicy.inWords(most));
  }

  private void watch() {
    try {
      for (long left = most.toNanos();
          left > 0;
          left = moved + most.toNanos() - System.nanoTime()) {
        Thread.sleep(left / 1_000_000 + 1);
      }
      stalled = true;
      in.close();
    } catch (InterruptedException e) {
      return; // by close: the reading is over
    } catch (IOException e) {
      return; // closed already
    }
  }

  @Override
  public void close() throws IOException {
    thread.interrupt();
    in.close();
  }
}
