package io.parallax.benchmarks;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A wire to a port of this machine on which everything arrives later, in both directions. */
final class DelayingWire implements AutoCloseable {
  private static final int PIECE = 64 << 10;
  private final ServerSocket door;
  private final int target;
  private final long nanos;

  /** Bytes on their way; none where the sender has hung up. */
  private record Piece(byte[] bytes, long due) {}

  /**
   * @param millis that each direction takes
   */
  DelayingWire(int target, int millis) {
    this.target = target;
    this.nanos = millis * 1_000_000L;
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

  private void listen() {
    while (!door.isClosed()) {
      try {
        Socket from = door.accept();
        Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
        from.setTcpNoDelay(true);
        to.setTcpNoDelay(true);
        carry(from, to);
        carry(to, from);
      } catch (IOException e) {
        return; // closed, or the target is gone
      }
    }
  }

  private void carry(Socket from, Socket to) {
    BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    start(() -> read(from, pieces));
    start(() -> write(pieces, to));
  }

  private void read(Socket from, BlockingQueue<Piece> pieces) {
    byte[] buffer = new byte[PIECE];
    try {
      for (int n = from.getInputStream().read(buffer); n > 0; ) {
        pieces.add(new Piece(Arrays.copyOf(buffer, n), System.nanoTime() + nanos));
        n = from.getInputStream().read(buffer);
      }
    } catch (IOException e) {
      // it has hung up
    }
    pieces.add(new Piece(new byte[0], System.nanoTime() + nanos));
  }

  private static void write(BlockingQueue<Piece> pieces, Socket to) {
    try (to) {
      OutputStream out = to.getOutputStream();
      for (Piece next = pieces.take(); next.bytes.length > 0; next = pieces.take()) {
        long left = next.due - System.nanoTime();
        if (left > 0) {
          Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
        }
        out.write(next.bytes);
        out.flush();
      }
    } catch (IOException e) {
      // the other side has hung up
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "wire");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
