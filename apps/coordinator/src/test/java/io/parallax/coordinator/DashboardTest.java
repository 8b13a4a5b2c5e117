package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import io.parallax.watch.WatchSettings;
import io.parallax.web.file.PageSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the dashboard asks for: with a cookie, from its own page only, and quickly. */
class DashboardTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BIG = "f".repeat(64);
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  @TempDir static Path folder;
  private static CoordinatorServer server;
  private static Database books;
  private static String ana;

  @BeforeAll
  static void start() {
    server = coordinator(PageSettings.local(0), "state");
    books = Database.open(url("state"));
    ana = new Tokens(books).add("ana", Tokens.Role.RESEARCHER, Duration.ofDays(1));
    fill();
  }

  private static String url(String state) {
    return "jdbc:sqlite:" + folder.resolve(state).resolve("books.db");
  }

  private static CoordinatorServer coordinator(PageSettings people, String state) {
    Authority authority = Authority.init(folder.resolve(state + "-ca"), "Test", Duration.ofDays(2));
    Path home = folder.resolve(state + "-hub");
    var made =
        KeyRequest.make(home, PartyId.of("hub"), Role.COORDINATOR, List.of("127.0.0.1"), false);
    authority.sign(made.request(), Role.COORDINATOR, Duration.ofDays(1));
    Credentials own =
        Credentials.read(
            home.resolve("hub.key"),
            home.resolve("hub.pem"),
            folder.resolve(state + "-ca/ca.pem"),
            Role.COORDINATOR);
    return new CoordinatorServer(
        new CoordinatorServer.Setup(
            new InetSocketAddress("127.0.0.1", 0),
            people,
            true,
            own,
            Optional.empty(),
            folder.resolve(state),
            url(state),
            2,
            "1",
            Optional.empty(),
            Duration.ofDays(7),
            WatchSettings.USUAL),
        note -> {});
  }

  /** 1,000 studies, of which one has 10,000 rounds and a name that is markup. */
  private static void fill() {
    String now = Instant.now().toString();
    books.work(
        c -> {
          for (int i = 0; i < 1000; i++) {
            boolean last = i == 999;
            Database.execute(
                c,
                "insert into study (id, number, name, manifest, state, owner, created, note,"
                    + " result, method) values (?, ?, ?, '{}', ?, ?, ?, '', '{}', 'vfedmv')",
                last ? BIG : "%064x".formatted(i + 1),
                i + 1,
                last ? "<img src=x onerror=alert(1)>" : "study-" + i,
                i % 2 == 0 ? "STOPPED" : "FINISHED",
                i % 10 == 0 ? "bob" : "ana",
                now);
          }
          for (int i = 1; i <= 10_000; i++) {
            Database.execute(
                c,
                "insert into round (study, part, number, objective, at, millis, up, down) values"
                    + " (?, 'split-01', ?, ?, ?, 3, 1000, 2000)",
                BIG,
                i,
                1.0 / i,
                now);
          }
          return null;
        });
  }

  @AfterAll
  static void end() {
    books.close();
    server.close();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.peoplePort() + path));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String cookie() {
    HttpResponse<String> reply =
        send(request("/v1/session").header("X-Parallax", "1").POST(BodyPublishers.ofString(ana)));
    assertThat(reply.statusCode()).isEqualTo(200);
    String set = reply.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(set).contains("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=");
    return set.split(";")[0];
  }

  private static JsonNode get(String path) throws IOException {
    long quickest = Long.MAX_VALUE; // of a few, since other tests may run beside this one
    HttpResponse<String> reply = null;
    for (int tries = 0; tries < 5; tries++) {
      long began = System.nanoTime();
      reply = send(request(path).header("Authorization", "Bearer " + ana));
      quickest = Math.min(quickest, System.nanoTime() - began);
    }
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertThat(quickest).as(path).isLessThan(TimeUnit.SECONDS.toNanos(1));
    return JSON.readTree(reply.body());
  }

  @Test
  void aMonitorReadsTheMetricsAndNothingElse() {
    String monitor = new Tokens(books).add("prom", Tokens.Role.MONITOR, Duration.ofDays(1));
    for (String path : List.of("/v1/studies", "/v1/audit", "/v1/catalogue", "/v1/board")) {
      assertThat(send(request(path).header("Authorization", "Bearer " + monitor)).statusCode())
          .as(path)
          .isEqualTo(403);
    }
    assertThat(send(request("/metrics").header("Authorization", "Bearer " + monitor)).body())
        .contains("parallax_studies{state=\"finished\"} 500\n", "parallax_parties_connected 0\n")
        .containsPattern("\nparallax_certificate_seconds_left 8[0-9]{4}\n"); // a day
  }

  @Test
  void aThousandStudiesAndTenThousandRoundsComeAPageAtATime() throws Exception {
    JsonNode board = get("/v1/board");
    assertThat(board.get("studies")).hasSize(50);
    assertThat(board.get("studies").get(0).get("rounds").asInt()).isEqualTo(10_000);
    assertThat(board.get("counts").get("finished").asInt()).isEqualTo(500);
    assertThat(board.get("counts").get("stopped").asInt()).isEqualTo(400);
    assertThat(get("/v1/board?state=finished&skip=480").get("studies")).hasSize(20);
    assertThat(get("/v1/board?text=study-77").get("studies")).hasSize(10);
    assertThat(get("/v1/board?text=%25").get("studies")).as("no wildcard").isEmpty();
    JsonNode page = get("/v1/studies/" + BIG.substring(0, 16) + "/page");
    assertThat(page.get("parts").get(0).get("rounds").asInt()).isEqualTo(10_000);
    assertThat(page.get("parts").get(0).get("up").asLong()).isEqualTo(10_000_000);
    assertThat(get("/v1/studies/" + BIG + "/rounds?newest=25&skip=50"))
        .hasSize(25)
        .first()
        .satisfies(r -> assertThat(r.get("number").asInt()).isEqualTo(9950));
  }

  @Test
  void aNameThatIsMarkupIsOnlyText() throws Exception {
    HttpResponse<String> reply =
        send(request("/v1/studies/" + BIG).header("Authorization", "Bearer " + ana));
    assertThat(reply.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(reply.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(reply.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
  }

  @Test
  void aCookieAloneStartsNothing() {
    String cookie = cookie();
    var own = request("/v1/check").header("Cookie", cookie).POST(BodyPublishers.ofString("x"));
    assertThat(send(own).statusCode()).as("without the page's header").isEqualTo(403);
    assertThat(send(own.copy().header("X-Parallax", "1")).body())
        .contains("\"good\":false", "the study:1: a study file must be a mapping");
    for (var wrong :
        List.of(List.of("Origin", "http://evil.example"), List.of("Sec-Fetch-Site", "same-site"))) {
      var foreign = own.copy().header("X-Parallax", "1").header(wrong.get(0), wrong.get(1));
      assertThat(send(foreign).statusCode()).as(wrong.get(0)).isEqualTo(403);
    }
    HttpResponse<String> out = send(request("/v1/session").header("X-Parallax", "1").DELETE());
    assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
  }

  @Test
  void whatIsTooLargeOrOfSomebodyElseOrOfNobodyIsSaidSo() throws Exception {
    String bobs = "%064x".formatted(1);
    for (String path : List.of("/page", "/report", "/rounds", "/result", "")) {
      HttpResponse<String> reply =
          send(request("/v1/studies/" + bobs + path).header("Authorization", "Bearer " + ana));
      assertThat(reply.statusCode()).as(path).isEqualTo(404);
    }
    HttpResponse<String> compared =
        send(
            request("/v1/compare?ids=" + BIG + "," + bobs)
                .header("Authorization", "Bearer " + ana));
    assertThat(compared.statusCode()).isEqualTo(404);
    HttpResponse<String> large =
        send(
            request("/v1/check")
                .header("Authorization", "Bearer " + ana)
                .POST(BodyPublishers.ofString("x".repeat(5_000_000))));
    assertThat(large.statusCode()).isEqualTo(400);
    assertThat(large.body()).contains("larger than 1 MiB");
    assertThat(send(request("/parallax.css")).statusCode()).isEqualTo(200);
    assertThat(send(request("/../secret.js")).statusCode()).isEqualTo(400);
    assertThat(send(request("/secret.js")).statusCode()).isEqualTo(401);
  }

  @Test
  void withoutTlsOnlyThisMachineIsServed() {
    PageSettings all =
        new PageSettings(
            new InetSocketAddress("0.0.0.0", 0),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    assertThatThrownBy(() -> coordinator(all, "open"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("must be a loopback address");
  }
}
