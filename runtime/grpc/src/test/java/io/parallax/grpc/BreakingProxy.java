package io.parallax.grpc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A wire between party and coordinator that can be cut, at once or after some bytes went up. */
final class BreakingProxy implements AutoCloseable {
  private final ServerSocket door;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  final AtomicLong up = new AtomicLong();
  private final AtomicLong cutAt = new AtomicLong(Long.MAX_VALUE);

  BreakingProxy(int target) {
    this.target = target;
    try {
      door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::listen);
  }

  int port() {
    return door.getLocalPort();
  }

  /** Cuts the wire once, when so many more bytes have gone up. */
  void cutAfter(long bytes) {
    cutAt.set(up.get() + bytes);
  }

  void cut() {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // it is cut
      }
    }
    sockets.clear();
  }

  private void listen() {
    while (!door.isClosed()) {
      try {
        Socket from = door.accept();
        sockets.add(from);
        Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(to);
        start(() -> copy(from, to, true));
        start(() -> copy(to, from, false));
      } catch (IOException e) {
        cut(); // closed, or the target is away: the party tries again
      }
    }
  }

  private void copy(Socket from, Socket to, boolean upward) {
    byte[] buffer = new byte[16 << 10];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        if (upward && up.addAndGet(n) > cutAt.get()) {
          cutAt.set(Long.MAX_VALUE);
          cut();
        }
      }
    } catch (IOException e) {
      cut();
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    door.close();
    cut();
  }
}
