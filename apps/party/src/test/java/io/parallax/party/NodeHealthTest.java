package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Role;
import io.parallax.remote.LyingCoordinator;
import io.parallax.watch.Health;
import io.parallax.watch.Heap;
import io.parallax.watch.Thresholds;
import io.parallax.web.file.NearPage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Those on call see each fault of a party without seeing its studies. */
@Timeout(120)
class NodeHealthTest {
  private static final Duration YEAR = Duration.ofDays(365);
  @TempDir Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  private static CertificateInfo ending(Duration in) {
    return new CertificateInfo(
        PartyId.of("birch"), Role.PARTY, "aa", Instant.now().plus(in).plusSeconds(60), "1");
  }

  private static Health judge(
      boolean connected, long mebibytes, long skew, CertificateInfo own, long waiting) {
    return judge(new NodeHealth.Contact(connected, "", ""), mebibytes, skew, own, waiting, 10);
  }

  private static Health judge(
      NodeHealth.Contact contact,
      long mebibytes,
      long skew,
      CertificateInfo own,
      long waiting,
      int heap) {
    return NodeHealth.judge(
        Thresholds.USUAL,
        contact,
        mebibytes << 20,
        new Heap(heap << 20, 100 << 20),
        skew,
        own,
        waiting);
  }

  @Test
  void eachFaultIsNamed() {
    Health well = judge(true, 5000, 40, ending(YEAR), 0);
    assertThat(well).isEqualTo(new Health(true, List.of(), List.of()));
    assertThat(judge(false, 5000, 0, ending(YEAR), 0).why())
        .singleElement()
        .asString()
        .startsWith("coordinator: no connection");
    assertThat(judge(true, 120, 0, ending(YEAR), 0).why())
        .containsExactly("disk: 120 MiB are free for the state; make room");
    assertThat(judge(true, 5000, -7_200_000, ending(YEAR), 0).why())
        .containsExactly("clock: it differs from the coordinator's by -7200 s; set it (NTP)");
    Health soon = judge(true, 5000, 0, ending(Duration.ofDays(4)), 2);
    assertThat(soon.ready()).isTrue();
    assertThat(soon.soon())
        .containsExactly(
            "certificate: it ends in 4 days; renew it", "decisions: studies wait for the owner");
    assertThat(judge(true, 5000, 0, ending(Duration.ofDays(-1)), 0).why())
        .containsExactly("certificate: it has ended; renew it");
    NodeHealth.Contact denied = new NodeHealth.Contact(true, "the coordinator denies: …", "");
    assertThat(judge(denied, 5000, 0, ending(YEAR), 0, 10).why())
        .containsExactly("coordinator: it denies this party; the log says why");
    NodeHealth.Contact other = new NodeHealth.Contact(true, "", "the coordinator runs version 2");
    Health kept = judge(other, 5000, 0, ending(YEAR), 0, 95);
    assertThat(kept.ready()).isFalse();
    assertThat(kept.why())
        .containsExactly("version: another version than the coordinator's; the log says more");
    assertThat(kept.soon())
        .containsExactly(
            "memory: 95 % of the heap are in use; give the program more, such as"
                + " PARALLAX_MEMORY=200m");
  }

  @Test
  void thePageAnswersWithoutATokenAndGivesItsNumbersToAMonitorAlone() throws Exception {
    LyingCoordinator hub = new LyingCoordinator(folder);
    Path file = hub.birch("state", "").home().resolve("party.yaml");
    Files.writeString(file, Files.readString(file).replace("page: off", "page: 0"));
    PartyConfig config = PartyConfig.read(file);
    hub.offer(hub.manifest(LyingCoordinator.YAML, "ana"));
    try (Node node = new Node(config.setup(), new PartyStudies(config), notes::add)) {
      Thread party = new Thread(node::run);
      party.setDaemon(true);
      party.start();
      String page = "http://127.0.0.1:" + node.pagePort().orElseThrow();
      PageTokens tokens = new PageTokens(config.state());
      String monitor = tokens.add("prometheus", Set.of(PageRole.MONITOR), Duration.ofDays(1));
      String reader = tokens.add("kim", Set.of(PageRole.READER), Duration.ofDays(1));
      HttpResponse<String> ready = until(page, 200, "decisions");
      assertThat(ready.body()).contains("\"ready\":true").doesNotContain("offered", "birch");
      assertThat(get(page + "/health/live", "").statusCode()).isEqualTo(200);
      assertThat(get(page + "/metrics", "").statusCode()).isEqualTo(401);
      assertThat(get(page + "/metrics", reader).statusCode()).isEqualTo(403);
      assertThat(get(page + "/v1/party", monitor).statusCode()).isEqualTo(403);
      assertThat(get(page + "/v1/ledger", monitor).statusCode()).isEqualTo(403);
      assertThat(get(page + "/metrics", monitor).body())
          .contains("\nparallax_connected 1\n", "\nparallax_decisions_waiting 1\n")
          .containsPattern("\nparallax_certificate_seconds_left 43[0-9]{5}\n") // 50 days
          .containsPattern("\nparallax_disk_free_bytes [1-9][0-9]{6,}\n")
          .containsPattern("\nparallax_ledger_entries_total [0-9]+\n")
          .containsPattern("\nparallax_clock_seconds_ahead -?0(\\.[0-9]{3})?\n")
          .contains("# TYPE parallax_ready gauge\nparallax_ready 1\n")
          .doesNotContain("offered");
      PartyClient.note(config, node.pagePort().orElseThrow());
      NearPage near = new PartyClient(config).near();
      assertThat(near.health()).isEqualTo(new NearPage.Health(true, List.of()));
      hub.close();
      assertThat(until(page, 503, "coordinator").body()).contains("\"ready\":false");
      assertThat(get(page + "/metrics", monitor).body()).contains("\nparallax_connected 0\n");
      assertThat(near.health().text())
          .isEqualTo("not ready: coordinator: no connection; the log says why");
    }
  }

  private HttpResponse<String> until(String page, int status, String word) throws Exception {
    for (int tries = 0; ; tries++) {
      HttpResponse<String> now = get(page + "/health", "");
      if (now.statusCode() == status && now.body().contains(word)) {
        return now;
      }
      assertThat(tries).as(now.body() + notes).isLessThan(600);
      Thread.sleep(100);
    }
  }

  private static HttpResponse<String> get(String address, String token) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
