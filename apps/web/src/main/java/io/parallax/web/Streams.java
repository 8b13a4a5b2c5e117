package io.parallax.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Server-sent events: notify a page of a change, which it then requests. */
final class Streams implements AutoCloseable {
  private static final int MOST = 100;
  private static final long LOOK_MILLIS = 250;
  private static final int LOOKS_A_SIGN = 40;
  private final Semaphore free = new Semaphore(MOST);
  private final ExecutorService threads = Executors.newCachedThreadPool(Streams::daemon);
  private volatile boolean closed;

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "events");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Takes over a call; returns false if there are too many already.
   *
   * @param over is called when the stream has ended
   * @param valid returns true while the caller may still look; called every ten seconds
   */
  boolean take(Response response, Callback over, Supplier<String> mark, BooleanSupplier valid) {
    if (!free.tryAcquire()) {
      return false;
    }
    threads.execute(
        () -> {
          try (OutputStream out = Content.Sink.asOutputStream(response)) {
            run(response, out, mark, valid);
            over.succeeded();
          } catch (IOException | RuntimeException | Error e) {
            over.failed(e); // the page has gone, or finds out when it comes again
          } finally {
            free.release();
          }
        });
    return true;
  }

  private void run(
      Response response, OutputStream out, Supplier<String> mark, BooleanSupplier valid)
      throws IOException {
    response.setStatus(200);
    response.getHeaders().put("Content-Type", "text/event-stream");
    send(out, "retry: 1000\n\n");
    String last = null;
    for (int look = 1; !closed; look++) {
      String now = mark.get();
      if (!now.equals(last)) {
        send(out, "event: change\ndata:\n\n");
        last = now;
      } else if (look % LOOKS_A_SIGN == 0) {
        if (!valid.getAsBoolean()) {
          return;
        }
        send(out, ": still here\n\n");
      }
      sleep();
    }
  }

  private void sleep() {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() {
    closed = true;
    threads.shutdownNow();
  }
}
