package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.coordinator.CoordinatorClient;
import io.parallax.coordinator.MailboxClient;
import io.parallax.identity.Authority;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import io.parallax.setup.AuthorityService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that end within seconds are replaced while a study runs, and no bit changes. */
@Timeout(300)
class NetworkRenewalTest {
  private static final Duration SHORT = Duration.ofSeconds(25);
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir Path folder;

  @Test
  void aCertificateThatEndsDuringAStudyIsReplacedAndTheHashIsTheSame() throws Exception {
    NetworkData.views(folder.resolve("data"), 200, "a", "b", "c");
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      shortLived(network, "hub", Duration.ofSeconds(100));
      network.kill("hub");
      network.startCoordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        String name = PARTIES.get(p);
        char view = "abc".charAt(p);
        String labels = p == 0 ? "labels: {csv: '%s/labels.csv', id: id, column: label}" : "";
        network.party(
            name,
            "data: {%s: {csv: '%s/%s.csv', id: id}}\n".formatted(view, folder.resolve("data"), view)
                + labels.formatted(folder.resolve("data")),
            "approve: automatic, splits: 50");
      }
      shortLived(network, "birch", SHORT);
      final X509Certificate first = Pem.certificate(network.folder.resolve("birch/birch.pem"));
      PARTIES.forEach(network::startParty);
      String id = network.submit(remote());
      until(network, () -> network.study(id).get("rounds").asInt() > 0);
      Thread service = service(network);
      until(network, () -> network.output("birch").contains("was renewed until"));
      assertThat(network.study(id).get("state").asText()).as("still running").isEqualTo("running");
      JsonNode result = network.result(id);
      assertThat(result.get("resultHash").asText()).isEqualTo(here());
      untilAfter(first.getNotAfter().toInstant());
      keepsWorking(network, first);
      service.interrupt();
      service.join();
    }
  }

  /** Replaces a certificate by one that ends soon. */
  private static void shortLived(Network network, String name, Duration left) {
    Path home = network.folder.resolve(name);
    X509Certificate signed =
        Authority.open(network.folder.resolve("ca"))
            .sign(KeyRequest.read(home.resolve(name + ".csr")), left);
    Pem.write(home.resolve(name + ".pem"), signed);
  }

  private static Thread service(Network network) {
    String token = network.token("clerk", "authority");
    CoordinatorClient client =
        new CoordinatorClient(server(network), token, network.folder.resolve("ca/ca.pem"));
    AuthorityService service =
        new AuthorityService(
            new MailboxClient(client),
            Authority.open(network.folder.resolve("ca")),
            Duration.ofDays(1),
            text -> {});
    Thread thread =
        new Thread(
            () -> {
              try {
                service.run();
              } catch (InterruptedException e) {
                return; // the end of the test
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static String server(Network network) {
    List<Object> options = List.of(network.asResearcher());
    return options.get(options.indexOf("--server") + 1).toString();
  }

  private static void until(Network network, BooleanSupplier condition) throws Exception {
    Instant latest = Instant.now().plusSeconds(100);
    while (!condition.getAsBoolean()) {
      assertThat(network.output("hub")).doesNotContain("failed");
      assertThat(Instant.now()).as(network.output()).isBefore(latest);
      Thread.sleep(50);
    }
  }

  private static void untilAfter(Instant end) throws InterruptedException {
    Thread.sleep(Math.max(0, Duration.between(Instant.now(), end).toMillis()) + 1500);
  }

  /** The old certificate has ended, and the party takes part in another study at once. */
  private void keepsWorking(Network network, X509Certificate first) throws Exception {
    assertThat(first.getNotAfter().toInstant()).isBefore(Instant.now());
    Path kept = network.folder.resolve("birch/state/renewed.pem");
    X509Certificate renewed = Pem.certificate(kept);
    assertThat(renewed.getPublicKey()).isEqualTo(first.getPublicKey());
    assertThat(network.output("birch")).doesNotContain("revoked or has expired");
    Path again = folder.resolve("again.yaml");
    Files.writeString(again, yaml(2, true).replace("renewal", "again"));
    network.result(network.submit(again));
    assertThat(network.output("hub")).contains("the coordinator's certificate was renewed until");
    assertThat(Files.exists(network.folder.resolve("hub/state/renewed.pem"))).isTrue();
    String ledger =
        Network.good(
                "ledger", "show", network.folder.resolve("birch/party.yaml"), "--kind", "notes")
            .out();
    assertThat(ledger).contains("Renewal");
  }

  private Path remote() {
    return Network.write(folder.resolve("remote.yaml"), yaml(8, true));
  }

  private String here() {
    Path file = Network.write(folder.resolve("here.yaml"), yaml(8, false));
    return Network.good("run", file, "--json", "--out", folder.resolve("run")).hash();
  }

  private String yaml(int repeats, boolean remote) {
    String rows = ", data: {csv: 'data/%s.csv', id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    return """
        study: renewal
        purpose: to try the program
        method: vfedmv
        settings: {beta: 0.5, zeta: 2, eta: 1}
        parties:
          maple: {view: a%s}
          birch: {view: b%s}
          cedar: {view: c%s}
        evaluate: {split: random, test: 0.25, repeats: %d}
        stop: {rounds: 150, tolerance: 1e-300}
        seed: 3
        %s
        """
        .formatted(
            remote ? ", labels: true" : rows.formatted("a") + labels,
            remote ? "" : rows.formatted("b"),
            remote ? "" : rows.formatted("c"),
            repeats,
            remote ? "" : "report: {points: 0}\nprotection: {aggregation: plain}");
  }
}
