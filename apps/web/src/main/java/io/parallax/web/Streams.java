package io.parallax.web;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Server-sent events: a page is told that something has changed, and asks for it. */
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
   * Takes a call over; false if there are too many already.
   *
   * @param valid whether the caller may still look; asked every ten seconds
   */
  boolean take(HttpExchange exchange, Supplier<String> mark, BooleanSupplier valid) {
    if (!free.tryAcquire()) {
      return false;
    }
    threads.execute(
        () -> {
          try (exchange) {
            run(exchange, mark, valid);
          } catch (IOException | RuntimeException e) {
            // the page has gone, or finds out when it comes again
          } finally {
            free.release();
          }
        });
    return true;
  }

  private void run(HttpExchange exchange, Supplier<String> mark, BooleanSupplier valid)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
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
