package io.parallax.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that are slow on purpose hold up nobody, and are ended. */
class SlowClientsTest {
  private static final int EACH = 40; // of five kinds: 200
  private static final int CALLS = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final WebLimits SHORT =
      new WebLimits(
          64, 32, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(20), 4);
  @TempDir static Path folder;
  private static TestWeb web;

  @BeforeAll
  static void certify() throws Exception {
    web = new TestWeb(folder);
  }

  @Test
  void peopleAreAnsweredBesideTwoHundredSlowClients() throws Exception {
    try (WebServer server = new WebServer(web.setup(), new TestSite());
        SlowClients slow = new SlowClients(web, server.port(), EACH)) {
      await(slow, 4 * EACH);
      List<Long> millis = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        millis.add(call(server.port()));
        Thread.sleep(100); // so that the slow clients come again and again meanwhile
      }
      Collections.sort(millis);
      System.out.println(
          "beside %d slow clients, which had begun %d times: median %d ms, slowest %d ms"
              .formatted(
                  slow.open.get(), slow.begun.get(), millis.get(CALLS / 2), millis.get(CALLS - 1)));
      assertThat(millis.get(CALLS / 2)) // the machine has other work, too
          .as("%s", millis)
          .isLessThan(2000);
      assertThat(millis.get(CALLS - 4)).as("%s", millis).isLessThan(5000);
    }
  }

  private static long call(int port) throws Exception {
    long start = System.nanoTime();
    var reply =
        web.call(TestWeb.request(port, "/v1/check").POST(BodyPublishers.ofString("abc")), PATIENCE);
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.body()).isEqualTo("{\"bytes\":3}");
    return (System.nanoTime() - start) / 1_000_000;
  }

  /** The control: the JDK's server, with eight threads that each wait for one client. */
  @Test
  void theSameClientsStallAServerWhoseThreadsWaitForThem() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    HttpsServer old = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    old.setHttpsConfigurator(new HttpsConfigurator(web.serverContext()));
    old.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
          }
        });
    old.setExecutor(threads);
    old.start();
    int port = old.getAddress().getPort();
    assertThat(web.call(TestWeb.request(port, "/health"), PATIENCE).statusCode()).isEqualTo(200);
    try (SlowClients slow = new SlowClients(web, port, EACH)) {
      await(slow, EACH);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> web.call(TestWeb.request(port, "/health"), Duration.ofSeconds(3)))
            .isInstanceOf(HttpTimeoutException.class);
      }
    } finally {
      old.stop(0);
      threads.shutdownNow();
    }
  }

  private static void await(SlowClients slow, int most) throws InterruptedException {
    for (int i = 0; i < 200 && slow.open.get() < most; i++) {
      Thread.sleep(50);
    }
    assertThat(slow.open.get()).isGreaterThanOrEqualTo(most);
  }

  @ParameterizedTest
  @EnumSource(SlowClients.Kind.class)
  void whoBringsNoWholeRequestIsEndedAlthoughBytesCome(SlowClients.Kind kind) throws Exception {
    try (WebServer server = new WebServer(web.setup(), new TestSite(), SHORT);
        Socket socket = kind.begin(web, server.port())) {
      long start = System.nanoTime();
      Thread drip = new Thread(() -> drip(kind, socket));
      drip.setDaemon(true);
      drip.start();
      socket.setSoTimeout(15_000);
      assertThat(ended(socket)).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }
  }

  private static void drip(SlowClients.Kind kind, Socket socket) {
    try {
      while (kind != SlowClients.Kind.NOTHING) {
        Thread.sleep(100);
        socket.getOutputStream().write('a');
        socket.getOutputStream().flush();
      }
    } catch (IOException | InterruptedException e) {
      // it was ended
    }
  }

  /** Returns true if the other side has ended the connection, with or without an answer. */
  private static boolean ended(Socket socket) throws IOException {
    try {
      while (socket.getInputStream().read() >= 0) {
        // says why
      }
      return true;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void whoDoesNotTakeItsAnswerIsEnded() throws Exception {
    try (WebServer server = new WebServer(web.setup(), new TestSite(), SHORT);
        Socket socket = web.socket(server.port())) {
      String ask = "GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer good\r\n\r\n";
      socket.getOutputStream().write(ask.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      Thread.sleep(4000);
      long taken = 0;
      try {
        for (int n; (n = socket.getInputStream().readNBytes(1 << 16).length) > 0; ) {
          taken += n;
        }
      } catch (IOException e) {
        // cut off
      }
      assertThat(taken).isLessThan(32 << 20);
    }
  }

  @Test
  void aSurplusConnectionTakesThePlaceOfTheOneThatHasWaitedLongest() throws Exception {
    WebLimits few =
        new WebLimits(
            64, 8, Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1), 4);
    List<Socket> sockets = new ArrayList<>();
    try (WebServer server = new WebServer(web.setup(), new TestSite(), few)) {
      for (int i = 0; i < 9; i++) {
        sockets.add(SlowClients.Kind.HALF_HEADERS.begin(web, server.port()));
      }
      sockets.get(0).setSoTimeout(10_000);
      assertThat(ended(sockets.get(0))).isTrue();
      sockets.get(8).setSoTimeout(500);
      assertThat(ended(sockets.get(8))).isFalse();
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
