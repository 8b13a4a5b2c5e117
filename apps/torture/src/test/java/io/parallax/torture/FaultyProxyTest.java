package io.parallax.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A proxy in front of a server that sends back what it is sent. */
@Timeout(30)
class FaultyProxyTest {
  private ServerSocket echo;
  private FaultyProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    proxy = new FaultyProxy(echo.getLocalPort());
    Thread thread = new Thread(this::echo);
    thread.setDaemon(true);
    thread.start();
  }

  @AfterEach
  void end() throws IOException {
    proxy.close();
    echo.close();
  }

  private void echo() {
    while (!echo.isClosed()) {
      try (Socket one = echo.accept()) {
        one.getInputStream().transferTo(one.getOutputStream());
      } catch (IOException e) {
        // the next one
      }
    }
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
  }

  private static int sentAndCameBack(Socket socket, int one) throws IOException {
    socket.getOutputStream().write(one);
    return socket.getInputStream().read();
  }

  @Test
  void itCarriesBothWays() throws IOException {
    try (Socket socket = connect()) {
      assertThat(sentAndCameBack(socket, 7)).isEqualTo(7);
    }
  }

  @Test
  void aStallHoldsBackAndLosesNothing() throws IOException {
    try (Socket socket = connect()) {
      sentAndCameBack(socket, 1);
      proxy.stall(300);
      long began = System.nanoTime();
      assertThat(sentAndCameBack(socket, 2)).isEqualTo(2);
      assertThat(System.nanoTime() - began).isGreaterThan(250_000_000);
    }
  }

  @Test
  void aCutEndsConnectionsAndTakesNewOnes() throws IOException {
    try (Socket socket = connect()) {
      sentAndCameBack(socket, 1);
      proxy.cut();
      int end;
      try {
        end = socket.getInputStream().read();
      } catch (IOException e) {
        end = -1; // reset
      }
      assertThat(end).isEqualTo(-1);
    }
    try (Socket socket = connect()) {
      assertThat(sentAndCameBack(socket, 3)).isEqualTo(3);
    }
  }
}
