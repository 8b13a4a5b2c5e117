package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.parallax.grpc.Calls;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A drill for those on call: faults of a consortium, and where each shows. What is to be seen is
 * read from docs/operations.md. The tenth fault, the database, is in {@link NetworkDatabaseTest}.
 */
@Timeout(180)
class OnCallDrillTest {
  private static final Path ALERTS = Path.of("..", "..", "deploy", "alerts.yaml");
  private static final String STUDY =
      """
      study: %s
      purpose: to drill those on call
      method: vfedmv
      mode: paper
      parties: {%s}
      evaluate: {split: random, test: 0.25, repeats: 1}
      stop: {rounds: 100000, tolerance: 0}
      model: false
      """;
  @TempDir Path folder;
  private final OnCallTable table = OnCallTable.read();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private String notify;
  private String asked;
  private Network network;
  private String monitor;
  private String operator;

  @Test
  void eachFaultShowsInTheLogTheMetricsAndTheHealth() throws Exception {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    HttpServer receiver = receiver();
    byte[] ballast = new byte[96 << 20];
    try (Network own = Network.ofThreads(folder.resolve("net"))) {
      network = own;
      start();
      System.gc();
      diskAndMemory();
      certificate();
      clock();
      decision();
      version();
      stuckAndAway();
      revoked();
      everyAlertHasAMetric();
      eachNoticeCameOnce();
    } finally {
      receiver.stop(0);
    }
    assertThat(ballast).isNotNull();
    assertThat(table.rows()).hasSize(10);
  }

  /** Receives the notices of birch and of the coordinator. */
  private HttpServer receiver() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          told.add(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          call.sendResponseHeaders(204, -1);
          call.close();
        });
    server.start();
    String hook = "notify: {webhook: 'http://127.0.0.1:%d/', secret: of sixteen and more}";
    notify = hook.formatted(server.getAddress().getPort());
    return server;
  }

  private void start() throws Exception {
    network.coordinator("health: {disk: 900000 TB, memory: 1, wait: 1 second}", notify);
    party("maple", 'a', "approve: automatic, minimum-parties: 2, rounds: 100000", 365);
    party("birch", 'b', "minimum-parties: 2, rounds: 100000", 365);
    party("cedar", 'c', "approve: automatic, minimum-parties: 2, rounds: 100000", 5);
    party("oak", 'c', "", 365);
    party("elm", 'c', "", 365);
    List.of("maple", "birch", "cedar", "oak").forEach(network::startParty);
    operator = network.token("olga", "operator");
    monitor = network.token("prometheus", "monitor");
    for (String name : List.of("maple", "birch", "cedar", "oak")) {
      until(() -> network.output("hub").contains("party " + name + " is connected"));
    }
  }

  private void party(String name, char view, String policy, int days) {
    Path rows = folder.resolve("data").resolve(view + ".csv");
    String truth = "\nlabels: {csv: '%s', id: id, column: label}";
    network.party(
        name,
        "data: {%s: {csv: '%s', id: id}}".formatted(view, rows)
            + (view == 'a' ? truth.formatted(folder.resolve("data/labels.csv")) : "")
            + (name.equals("birch") ? "\n" + notify : ""),
        policy);
    Path home = network.folder.resolve(name);
    if (days < 365) {
      Object[] sign = {
        "ca", "sign", home.resolve(name + ".csr"), "--ca", network.folder.resolve("ca")
      };
      Network.good(
          sign[0], sign[1], sign[2], sign[3], sign[4], "--role", "party", "--yes", "--days", days);
    }
  }

  private void until(BooleanSupplier seen) throws InterruptedException {
    for (int tries = 0; !seen.getAsBoolean(); tries++) {
      assertThat(tries).as(() -> network.output()).isLessThan(600);
      Thread.sleep(50);
    }
  }

  private String hub(String path) {
    return network.text(path.equals("/metrics") ? monitor : operator, path);
  }

  /** Waits until all three show it, then holds the document's row against them. */
  private void shows(String fault, String metric) throws InterruptedException {
    until(
        () ->
            table.inLog(fault, network.output("hub"))
                && table.inHealth(fault, hub("/v1/health"))
                && Pattern.compile("(?m)^" + metric + "$").matcher(hub("/metrics")).find());
    table.holds(fault, network.output("hub"), hub("/metrics"), metric, hub("/v1/health"));
  }

  private void diskAndMemory() throws Exception {
    shows("disk full", "parallax_disk_free_bytes [1-9][0-9]+");
    shows("memory low", "parallax_heap_kept_bytes [1-9][0-9]{7,}");
    assertThat(hub("/metrics")).contains("\nparallax_ready 0\n");
  }

  /** At the party itself, and at the coordinator, which sees it come. */
  private void certificate() throws Exception {
    String fault = "certificate near its end";
    until(() -> table.inLog(fault, network.output("cedar")));
    String metric = "parallax_certificate_seconds_left [34][0-9]{5}";
    table.holds(
        fault,
        network.output("cedar"),
        page("cedar", "/metrics"),
        metric,
        page("cedar", "/health"));
    assertThat(hub("/v1/health")).contains("certificate of party cedar: it ends in 4 days");
  }

  private String page(String party, String path) throws Exception {
    Path home = network.folder.resolve(party);
    until(() -> home.resolve("state/page.port").toFile().exists());
    Object[] link = {"party", "page", home.resolve("party.yaml"), "--for", "prometheus"};
    String[] parts =
        Network.good(link[0], link[1], link[2], link[3], link[4], "--role", "monitor")
            .out()
            .strip()
            .split("/#token=");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(parts[0] + path))
            .header("Authorization", "Bearer " + parts[1])
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** Oak tells its clock as every party does once a minute; it is an hour slow. */
  private void clock() throws Exception {
    Node.Setup oak = PartyConfig.read(network.folder.resolve("oak/party.yaml")).setup();
    try (Calls calls = new Calls(oak.coordinator(), oak.credentials(), oak.revocations())) {
      calls.probe(oak.version(), System.currentTimeMillis() - 3_600_000);
      shows(
          "clock off",
          "parallax_party_clock_seconds_ahead\\{party=\"oak\"\\} -36[0-9]{2}(\\.\\d+)?");
      calls.probe(oak.version());
    }
    until(() -> network.output("hub").contains("INFO clock of party oak: well again"));
  }

  private void decision() throws Exception {
    asked = submit("asked", "maple: {view: a, labels: true}, birch: {view: b}");
    until(() -> network.output("birch").contains("study asked waits for your decision"));
    shows(
        "decision waiting",
        "parallax_waiting_seconds\\{party=\"birch\",for=\"decision\"\\} [1-9][0-9]*(\\.\\d+)?");
    assertThat(page("birch", "/metrics")).contains("\nparallax_decisions_waiting 1\n");
    assertThat(page("birch", "/health")).contains("decisions: studies wait for the owner");
    until(() -> told.stream().anyMatch(notice -> notice.contains("waits for your decision")));
    network.kill("birch");
    network.startParty("birch"); // which is no reason to tell it again
    Path file = network.folder.resolve("birch/party.yaml");
    until(() -> network.output("birch").contains("study asked waits for your decision"));
    Object[] refuse = {"study", "approve", asked, "--yes", "--party", file};
    List<Object> all = new ArrayList<>(List.of(refuse));
    all.addAll(List.of("--refuse", "no https://evil.example"));
    Network.good(all.toArray());
    until(() -> told.stream().anyMatch(notice -> notice.contains("was refused")));
  }

  /** A notice names a study and no reason, which others have written. */
  private void eachNoticeCameOnce() {
    assertThat(told).filteredOn(notice -> notice.contains("waits for your decision")).hasSize(1);
    assertThat(told).filteredOn(notice -> notice.contains("was refused")).hasSize(1);
    assertThat(told)
        .anyMatch(n -> n.contains("Study asked (" + asked.substring(0, 12) + ") was refused"))
        .noneMatch(notice -> notice.contains("evil"));
    assertThat(hub("/metrics"))
        .contains("parallax_notices_waiting{channel=\"webhook\"} 0")
        .containsPattern("parallax_notices_sent_total\\{channel=\"webhook\"} [1-9]");
  }

  private String submit(String name, String parties) throws Exception {
    Path file = folder.resolve(name + ".yaml");
    return network.submit(Network.write(file, STUDY.formatted(name, parties)));
  }

  /** Elm's program is an older one of the same protocol: it may look, and not take part. */
  private void version() throws Exception {
    PartyConfig elm = PartyConfig.read(network.folder.resolve("elm/party.yaml"));
    Node.Setup own = elm.setup();
    Node.Setup older =
        new Node.Setup(
            own.name(),
            own.coordinator(),
            own.credentials(),
            own.revoked(),
            own.policy(),
            own.state(),
            own.page(),
            own.keep(),
            own.watched(),
            "0.0.9");
    StringWriter notes = new StringWriter();
    try (Node node = new Node(older, new PartyStudies(elm), notes::append)) {
      Thread thread = new Thread(node::run);
      thread.setDaemon(true);
      thread.start();
      shows("version mismatch", "parallax_parties_refused\\{why=\"version\"\\} 1");
      assertThat(notes.toString())
          .contains("connected, but the coordinator runs version")
          .contains("and this party 0.0.9");
      URI health = URI.create("http://127.0.0.1:" + node.pagePort().orElseThrow() + "/health");
      HttpResponse<String> unfit =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(unfit.statusCode()).as(unfit.body()).isEqualTo(503);
      assertThat(unfit.body())
          .contains("version: another version than the coordinator's; the log says more")
          .doesNotContain("0.0.9");
      Path file = folder.resolve("mixed.yaml");
      String parties = "maple: {view: a, labels: true}, elm: {view: c}";
      Network.write(file, STUDY.formatted("mixed", parties));
      Cli refused = Cli.run(network.asResearcher("study", "submit", file));
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err())
          .contains("party elm cannot take part: it runs version 0.0.9")
          .contains("studies need the same version on both");
    }
  }

  private void stuckAndAway() throws Exception {
    String id = submit("still", "maple: {view: a, labels: true}, cedar: {view: c}");
    until(() -> network.study(id).get("rounds").asInt() > 0);
    network.kill("cedar");
    shows("party away", "parallax_party_connected\\{party=\"cedar\"\\} 0");
    shows("study stuck", "parallax_study_quiet_seconds [1-9][0-9]*(\\.\\d+)?");
    assertThat(hub("/metrics"))
        .containsPattern("parallax_waiting_seconds\\{party=\"cedar\",for=\"answer\"\\} [1-9]");
    Network.good(network.asResearcher("study", "stop", id));
  }

  private void revoked() throws Exception {
    Network.good("ca", "revoke", "oak", "--ca", network.folder.resolve("ca"));
    shows("party revoked", "parallax_parties_refused\\{why=\"revoked\"\\} 1");
    assertThat(hub("/metrics")).contains("\nparallax_certificates_revoked 1\n");
  }

  private void everyAlertHasAMetric() throws Exception {
    String known = hub("/metrics") + page("birch", "/metrics");
    List<String> used =
        Pattern.compile("parallax_[a-z_]+")
            .matcher(Network.read(ALERTS))
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(used).hasSizeGreaterThan(10);
    for (String metric : new TreeSet<>(used)) {
      assertThat(known).as(metric).contains("# TYPE " + metric + " ");
    }
  }
}
