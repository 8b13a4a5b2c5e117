package io.parallax.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's own rules, whatever site it shows. */
class WebServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  @TempDir static Path folder;
  private static final TestSite site = new TestSite();
  private static TestWeb web;
  private static WebServer server;

  @BeforeAll
  static void start() throws Exception {
    web = new TestWeb(folder);
    WebLimits limits =
        new WebLimits(
            64, 64, Duration.ofSeconds(1), Duration.ofSeconds(20), Duration.ofSeconds(1), 8);
    server = new WebServer(web.setup(), site, limits);
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static HttpResponse<String> call(HttpRequest.Builder request) throws Exception {
    return web.call(request, PATIENCE);
  }

  private static HttpRequest.Builder request(String path) {
    return TestWeb.request(server.port(), path);
  }

  @Test
  void anErrorInACallIsAnAnswerAndCostsNoThread() throws Exception {
    for (int i = 0; i < 20; i++) { // more than there are threads
      assertThat(call(request(i % 2 == 0 ? "/deep" : "/memory")).statusCode()).isEqualTo(500);
    }
    assertThat(site.failures)
        .hasAtLeastOneElementOfType(StackOverflowError.class)
        .hasAtLeastOneElementOfType(OutOfMemoryError.class);
    assertThat(call(request("/v1/any")).statusCode()).isEqualTo(200);
  }

  /** Longer than a request may take, and than a connection may be silent. */
  @Test
  void anAnswerMayTakeItsTime() throws Exception {
    assertThat(call(request("/slow")).statusCode()).isEqualTo(200);
    assertThat(call(request("/slow").POST(BodyPublishers.ofString("abc"))).statusCode())
        .isEqualTo(200);
  }

  @Test
  void everyAnswerForbidsScriptsOfOthers() throws Exception {
    for (String path : new String[] {"/", "/parallax.js", "/health", "/v1/any", "/a%2Fb", "/%zz"}) {
      var headers =
          path.equals("/%zz")
              ? raw("GET /%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
              : call(request(path)).headers().map().toString().toLowerCase();
      assertThat(headers)
          .as(path)
          .contains("default-src 'none'", "nosniff", "no-store", "same-origin")
          .doesNotContain("jetty");
    }
  }

  private static String raw(String text) throws Exception {
    try (SSLSocket socket = web.socket(server.port())) {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).toLowerCase();
    }
  }

  @Test
  void bodiesAreBounded() throws Exception {
    var large = BodyPublishers.ofString("x".repeat((1 << 20) + 1));
    assertThat(call(request("/v1/any").POST(large)).body()).contains("larger than 1 MiB");
    var fits = BodyPublishers.ofString("x".repeat(1 << 20));
    assertThat(call(request("/v1/any").POST(fits)).body()).isEqualTo("{\"bytes\":1048576}");
    var token = BodyPublishers.ofString("x".repeat(2000));
    assertThat(call(request("/v1/session").header("X-Parallax", "1").POST(token)).body())
        .contains("larger than 1 KiB");
    String headers = "x".repeat(10_000);
    assertThat(call(request("/v1/any").header("X-Long", headers)).statusCode()).isEqualTo(431);
  }

  @Test
  void aTokenSignsABrowserIn() throws Exception {
    var reply =
        call(
            request("/v1/session")
                .header("X-Parallax", "1")
                .POST(BodyPublishers.ofString(TestSite.TOKEN)));
    String cookie = reply.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie)
        .isEqualTo("__Host-test=good; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=43200");
    assertThat(
            raw(
                "GET /v1/any HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: x=1;"
                    + " __Host-test=good\r\n\r\n"))
        .startsWith("http/1.1 200");
    assertThat(
            raw(
                "POST /v1/any HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie:"
                    + " __Host-test=good\r\nContent-Length: 0\r\n\r\n"))
        .startsWith("http/1.1 403");
  }

  @Test
  void eventsOutliveTheTimeForARequest() throws Exception {
    HttpResponse<InputStream> reply =
        web.client(PATIENCE)
            .send(request("/v1/events").build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(reply.headers().firstValue("Content-Type")).contains("text/event-stream");
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(reply.body()))) {
      assertThat(lines.readLine()).isEqualTo("retry: 1000");
      await(lines);
      Thread.sleep(3500);
      site.mark = "second";
      await(lines);
    }
  }

  private static void await(BufferedReader lines) throws Exception {
    String line = lines.readLine();
    while (line != null && !line.equals("event: change")) {
      line = lines.readLine();
    }
    assertThat(line).isEqualTo("event: change");
  }

  @Test
  void olderTlsIsRefused() throws Exception {
    try (SSLSocket socket = web.socket(server.port())) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void aPortInUseIsNamed() {
    var taken =
        new WebServer.Setup(
            new InetSocketAddress("127.0.0.1", server.port()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "test",
            "coordinator.html",
            "people");
    assertThatThrownBy(() -> new WebServer(taken, site))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("cannot listen on 127.0.0.1:" + server.port() + "; ")
        .hasMessageContaining("choose another port for 'people'");
  }
}
