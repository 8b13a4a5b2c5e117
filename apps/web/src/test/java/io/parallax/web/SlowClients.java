package io.parallax.web;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;

/**
 * Clients that begin and never end: each holds a connection, sends a byte now and then, and comes
 * again when it is thrown out.
 */
final class SlowClients implements AutoCloseable {
  private static final long PAUSE_NANOS = 1_000_000_000;
  final AtomicInteger begun = new AtomicInteger();
  final AtomicInteger open = new AtomicInteger();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /** The first bytes of a client. */
  enum Kind {
    NOTHING(""),
    HALF_HANDSHAKE("\u0016\u0003\u0001\u0001\u00fc\u0001\u0000"),
    HALF_HEADERS("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
    HALF_SIGN_IN(
        "POST /v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Parallax: 1\r\nContent-Length: 900\r\n"
            + "\r\n"),
    HALF_BODY(
        "POST /v1/check HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
            + TestSite.TOKEN
            + "\r\nContent-Length: 900\r\n\r\n");

    private final String beginning;

    Kind(String beginning) {
      this.beginning = beginning;
    }

    /** A new connection that has begun in this way. */
    Socket begin(TestWeb web, int port) throws IOException {
      boolean plain = this == NOTHING || this == HALF_HANDSHAKE;
      Socket socket = plain ? new Socket("127.0.0.1", port) : web.socket(port);
      try {
        if (socket instanceof SSLSocket secure) {
          secure.startHandshake();
        }
        send(socket, beginning);
        return socket;
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    }
  }

  SlowClients(TestWeb web, int port, int each) {
    for (Kind kind : Kind.values()) {
      for (int i = 0; i < each; i++) {
        Thread thread = new Thread(() -> run(kind, web, port), "slow");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
      }
    }
  }

  private void run(Kind kind, TestWeb web, int port) {
    while (!closed) {
      try (Socket socket = kind.begin(web, port)) {
        begun.incrementAndGet();
        open.incrementAndGet();
        trickle(kind, socket);
      } catch (IOException e) {
        LockSupport.parkNanos(PAUSE_NANOS / 10);
      }
    }
  }

  private void trickle(Kind kind, Socket socket) throws IOException {
    try {
      while (!closed) {
        LockSupport.parkNanos(PAUSE_NANOS);
        if (kind != Kind.NOTHING) {
          send(socket, "a");
        }
      }
    } finally {
      open.decrementAndGet();
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    out.flush();
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(LockSupport::unpark);
  }
}
