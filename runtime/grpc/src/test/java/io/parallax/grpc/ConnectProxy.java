package io.parallax.grpc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy as between a hospital and the internet: it allows CONNECT and nothing else. */
final class ConnectProxy implements AutoCloseable {
  private final ServerSocket door;
  final List<String> asked = new CopyOnWriteArrayList<>();

  ConnectProxy() {
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
        start(() -> serve(from));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket from) {
    try {
      String[] line = head(from.getInputStream()).split("[ :\r\n]");
      asked.add(line[0]);
      boolean connect = line[0].equals("CONNECT");
      String reply = connect ? "200 Connection established" : "405 Method Not Allowed";
      from.getOutputStream()
          .write(("HTTP/1.1 " + reply + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      if (connect) {
        Socket to = new Socket(line[1], Integer.parseInt(line[2]));
        start(() -> copy(to, from));
        copy(from, to);
      }
      from.close();
    } catch (IOException e) {
      // one of them has gone
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) {
        throw new IOException("no whole request");
      }
      head.append((char) c);
    }
    return head.toString();
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // one of them has gone
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
  }
}
