package io.parallax.torture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Carries a party's connections to the coordinator, and on demand cuts them or carries nothing. */
final class FaultyProxy implements Closeable {
  private static final int PIECE = 1 << 13; // bytes
  private static final long STEP_MILLIS = 5;
  private final int target;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile long silentUntil = System.nanoTime();

  /**
   * @param target the port on this machine to which it connects
   */
  FaultyProxy(int target) {
    this.target = target;
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("proxy", this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Ends all connections at once; a message may have been carried in part. */
  void cut() {
    open.forEach(FaultyProxy::end);
  }

  /** Carries nothing for some time, then everything. */
  void stall(long millis) {
    silentUntil = System.nanoTime() + millis * 1_000_000;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket from = server.accept();
        open.add(from);
        Socket to = connected(from);
        if (to != null) {
          start("proxy up", () -> carry(from, to));
          start("proxy down", () -> carry(to, from));
        }
      } catch (IOException e) {
        // closed, or out of descriptors for a moment
      }
    }
  }

  private Socket connected(Socket from) {
    try {
      Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
      to.setTcpNoDelay(true);
      from.setTcpNoDelay(true);
      open.add(to);
      return to;
    } catch (IOException e) {
      end(from); // the coordinator is away
      open.remove(from);
      return null;
    }
  }

  private void carry(Socket from, Socket to) {
    byte[] piece = new byte[PIECE];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
        while (System.nanoTime() - silentUntil < 0) {
          Thread.sleep(STEP_MILLIS);
        }
        out.write(piece, 0, count);
      }
    } catch (IOException e) {
      // one side has gone, and so does the other
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end(from);
    end(to);
    open.remove(from);
    open.remove(to);
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is gone
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
  }
}
