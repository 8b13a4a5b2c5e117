package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.BadInput;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator whose PostgreSQL goes away while a study runs, and comes back. */
@Timeout(240)
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class NetworkDatabaseTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir Path folder;

  private static EmbeddedPostgres postgres(Path data, int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setPort(port)
        .start();
  }

  /** What the coordinator says without a token, and with status 503. */
  private static String health(Network network) {
    try {
      return network.text("", "/health");
    } catch (BadInput e) {
      return e.getMessage();
    }
  }

  @Test
  void theStudyRunsOnAndItsResultIsWrittenDownWhenTheDatabaseIsBack() throws Exception {
    NetworkData.views(folder.resolve("data"), 150, "a", "b", "c");
    Path data = folder.resolve("pg");
    EmbeddedPostgres postgres =
        EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).start();
    int port = postgres.getPort();
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator("database: '" + postgres.getJdbcUrl("postgres", "postgres") + "'");
      for (int p = 0; p < PARTIES.size(); p++) {
        Path rows = folder.resolve("data").resolve("abc".charAt(p) + ".csv");
        String labels = "labels: {csv: '%s', id: id, column: label}";
        network.party(
            PARTIES.get(p),
            "data: {%s: {csv: '%s', id: id}}\n".formatted("abc".charAt(p), rows)
                + (p == 0 ? labels.formatted(folder.resolve("data/labels.csv")) : ""),
            "approve: automatic");
        network.startParty(PARTIES.get(p));
      }
      Path study =
          Network.write(
              folder.resolve("study.yaml"),
              """
              study: lasting
              purpose: to try the program
              method: vfedmv
              mode: paper
              parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
              evaluate: {split: random, test: 0.25, repeats: 4}
              stop: {rounds: 50, tolerance: 0}
              """);
      String monitor = network.token("prometheus", "monitor");
      assertThat(network.text(monitor, "/metrics")).contains("\nparallax_database_up 1\n");
      String id = network.submit(study);
      while (network.study(id).get("rounds").asInt() == 0) {
        Thread.sleep(20);
      }
      postgres.close();
      Cli watched = Cli.run(network.asResearcher("study", "watch", id));
      assertThat(watched.err()).contains("database does not answer now");
      assertThat(network.alive(Network.COORDINATOR)).isTrue();
      Thread.sleep(1500);
      OnCallTable.read()
          .holds(
              "database away",
              network.output(Network.COORDINATOR),
              network.text(monitor, "/metrics"),
              "parallax_database_up 0",
              health(network));
      postgres = postgres(data, port);
      assertThat(network.result(id).get("splits").asInt()).isEqualTo(4);
      assertThat(network.json("/v1/studies").size()).isEqualTo(1);
      assertThat(network.output(Network.COORDINATOR))
          .contains("ERROR the database does not answer", "INFO the database answers again");
    } finally {
      postgres.close();
    }
  }
}
