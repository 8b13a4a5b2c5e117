package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import io.parallax.watch.WatchSettings;
import io.parallax.web.file.PageSettings;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every path × every fault of a token: denied, counted; and what each role may do. */
class DashboardServerTest {
  private static final List<String> PATHS =
      List.of(
          "GET /v1/studies",
          "POST /v1/studies",
          "GET /v1/studies/0123456789abcdef",
          "GET /v1/studies/0123456789abcdef/rounds",
          "GET /v1/studies/0123456789abcdef/result",
          "POST /v1/studies/0123456789abcdef/stop",
          "POST /v1/studies/0123456789abcdef/resume",
          "GET /v1/studies/0123456789abcdef/page",
          "GET /v1/studies/0123456789abcdef/report",
          "GET /v1/board",
          "GET /v1/form",
          "POST /v1/check",
          "GET /v1/compare",
          "GET /v1/runs",
          "GET /v1/run",
          "GET /v1/events",
          "GET /v1/session",
          "GET /v1/parties",
          "GET /v1/audit",
          "GET /metrics",
          "GET /no/such/path");
  @TempDir static Path folder;
  private static CoordinatorServer server;
  private static Database books;
  private static Tokens tokens;
  private static Authority authority;
  private static final Map<String, String> FAULTS = new LinkedHashMap<>();

  @BeforeAll
  static void start() {
    authority = Authority.init(folder.resolve("ca"), "Test", Duration.ofDays(2));
    server = coordinator("state", 0, 0);
    books = Database.open(url("state"));
    tokens = new Tokens(books);
    String revoked = tokens.add("eve", Tokens.Role.OPERATOR, Duration.ofDays(1));
    tokens.revoke(revoked.split("_")[1]);
    FAULTS.put("no token", "");
    FAULTS.put("no token at all", "nonsense");
    FAULTS.put("an unknown token", "plx_000000000000_" + "A".repeat(43));
    FAULTS.put("an expired token", tokens.add("bob", Tokens.Role.OPERATOR, Duration.ofSeconds(-9)));
    FAULTS.put("a revoked token", revoked);
    String good = tokens.add("ana", Tokens.Role.OPERATOR, Duration.ofDays(1));
    FAULTS.put("another secret", good.substring(0, good.length() - 2) + "zz");
  }

  private static String url(String state) {
    return "jdbc:sqlite:" + folder.resolve(state).resolve("books.db");
  }

  private static Credentials credentials(String name) {
    PartyId id = PartyId.of(name);
    Path home = folder.resolve(name);
    if (!KeyRequest.keyExists(home, id)) {
      var made = KeyRequest.make(home, id, Role.COORDINATOR, List.of("127.0.0.1"), false);
      authority.sign(made.request(), Role.COORDINATOR, Duration.ofDays(1));
    }
    return Credentials.read(
        home.resolve(name + ".key"),
        home.resolve(name + ".pem"),
        folder.resolve("ca/ca.pem"),
        Role.COORDINATOR);
  }

  private static CoordinatorServer coordinator(String state, int port, int people) {
    return new CoordinatorServer(
        new CoordinatorServer.Setup(
            new InetSocketAddress("127.0.0.1", port),
            PageSettings.local(people),
            false,
            credentials("hub"),
            Optional.of(authority.revocationFile()),
            folder.resolve(state),
            url(state),
            2,
            "1",
            Optional.empty(),
            Duration.ofDays(7),
            WatchSettings.USUAL),
        note -> {});
  }

  @AfterAll
  static void end() {
    books.close();
    server.close();
  }

  private static CoordinatorClient.Reply call(String token, String what, String body) {
    String[] parts = what.split(" ");
    return new CoordinatorClient(
            "https://127.0.0.1:" + server.peoplePort(), token, folder.resolve("ca/ca.pem"))
        .send(HttpRequest.newBuilder().method(parts[0], BodyPublishers.ofString(body)), parts[1]);
  }

  @TestFactory
  Stream<DynamicTest> everyFaultIsDeniedAndCountedOnEveryPath() {
    String olga = tokens.add("olga", Tokens.Role.OPERATOR, Duration.ofDays(1));
    List<DynamicTest> tests = new ArrayList<>();
    FAULTS.forEach(
        (fault, token) ->
            PATHS.forEach(
                path ->
                    tests.add(
                        DynamicTest.dynamicTest(
                            path + " with " + fault,
                            () -> {
                              long before = denied(olga);
                              assertThat(call(token, path, "").status()).isEqualTo(401);
                              assertThat(denied(olga)).isEqualTo(before + 1);
                            }))));
    tests.add(DynamicTest.dynamicTest("the first of them are audited", this::firstAreAudited));
    return tests.stream();
  }

  private static long denied(String operator) {
    String metrics = call(operator, "GET /metrics", "").body();
    return metrics
        .lines()
        .filter(line -> line.startsWith("parallax_denied_total "))
        .mapToLong(line -> Long.parseLong(line.split(" ")[1]))
        .sum();
  }

  private void firstAreAudited() {
    assertThat(new AuditLog(books).after(0, 100_000))
        .filteredOn(e -> e.outcome().equals("no valid token"))
        .isNotEmpty()
        .allSatisfy(
            e -> {
              assertThat(e.who()).isEqualTo("127.0.0.1");
              assertThat(PATHS).contains(e.what());
            });
  }

  @Test
  void aResearcherMayNotDoWhatOperatorsDoNorTheOtherWayRound() {
    String ana = tokens.add("ana", Tokens.Role.RESEARCHER, Duration.ofDays(1));
    String olga = tokens.add("olga", Tokens.Role.OPERATOR, Duration.ofDays(1));
    for (String path : List.of("GET /v1/parties", "GET /v1/audit", "GET /metrics")) {
      assertThat(call(ana, path, "").status()).as(path).isEqualTo(403);
      assertThat(call(olga, path, "").status()).as(path).isEqualTo(200);
    }
    assertThat(call(olga, "POST /v1/studies", "x").status()).isEqualTo(403);
    CoordinatorClient.Reply wrong = call(ana, "POST /v1/studies", "x");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.body())
        .isEqualTo("{\"error\":\"the study:1: a study file must be a mapping (key: value)\"}");
    assertThat(call(ana, "POST /v1/studies", "x".repeat(2 << 20)).status()).isEqualTo(400);
    assertThat(call(ana, "GET /v1/studies/0123456789", "").status()).isEqualTo(404);
    assertThat(call(ana, "DELETE /v1/studies", "").status()).isEqualTo(404);
    assertThat(call(olga, "GET /metrics", "").body()).contains("parallax_parties_connected 0");
  }

  @Test
  void healthAndTheDocumentAreOpenToAll() {
    assertThat(call("", "GET /health/live", "").status()).isEqualTo(200);
    assertThat(call("", "GET /health/ready", "").body()).contains("\"ready\":true");
    assertThat(call("", "GET /v1/openapi.json", "").body()).contains("\"openapi\" : \"3.1.0\"");
  }

  @Test
  void aPortInUseASecondCoordinatorAndAnUnknownAuthorityAreNamed() throws Exception {
    assertThatThrownBy(() -> coordinator("state", 0, 0))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("another coordinator is using the state");
    Files.createDirectories(folder.resolve("other"));
    assertThatThrownBy(() -> coordinator("other", server.partyPort(), 0))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + server.partyPort());
    Authority.init(folder.resolve("foreign"), "Foreign", Duration.ofDays(1));
    CoordinatorClient stranger =
        new CoordinatorClient(
            "https://127.0.0.1:" + server.peoplePort(), "", folder.resolve("foreign/ca.pem"));
    assertThatThrownBy(() -> stranger.get("/v1/studies"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("not signed by this consortium's authority");
  }
}
