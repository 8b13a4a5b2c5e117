package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of a party and of the coordinator around the masked sum of a setup: what is asked again
 * is the same sum, and every study ends with the hash of one process.
 */
@Timeout(300)
class NetworkSetupKillTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final int STUDIES = 4;
  @TempDir Path folder;

  private Path study(String name, int seed, String data, String more) {
    return Network.write(
        folder.resolve(name + seed + ".yaml"),
        NetworkData.sitesYaml(PARTIES, data)
                .replace("seed: 3", "seed: " + seed)
                .replace("repeats: 2", "repeats: 1")
            + "model: false\n"
            + more);
  }

  @Test
  void setupGoesOnToTheSameSums() throws Exception {
    NetworkData.sites(folder.resolve("sites"), PARTIES);
    try (Network network = Network.ofThreads(folder.resolve("net"), "birch", Network.COORDINATOR)) {
      network.coordinator();
      for (String party : PARTIES) {
        network.party(
            party,
            """
            data:
              history: {csv: '%1$s', id: id}
              blood: {csv: '%1$s', id: id}
            labels: {csv: '%1$s', id: id, column: num}
            """
                .formatted(folder.resolve("sites").resolve(party + ".csv")),
            "aggregation: masked, approve: automatic");
        network.startParty(party);
      }
      int within = 0;
      for (int seed = 1; seed <= STUDIES; seed++) {
        String id = network.submit(study("study", seed, "rows: 40", ""));
        within += kill(network, id, seed % 2 == 0 ? Network.COORDINATOR : "birch") ? 1 : 0;
        assertThat(network.result(id).get("resultHash").asText()).isEqualTo(simulated(seed));
      }
      assertThat(within).as("killed before the sum was known").isPositive();
    }
  }

  private String simulated(int seed) {
    Path here =
        study(
            "here",
            seed,
            "data: {csv: sites/%s.csv, id: id}, labels: {column: num}",
            "report: {points: 0}\nprotection: {aggregation: plain}\n");
    return Network.good("run", here, "--json", "--out", folder.resolve("run-" + seed)).hash();
  }

  /** Kills and starts again as soon as the third party has said something in this study's setup. */
  private static boolean kill(Network network, String id, String victim)
      throws InterruptedException {
    for (int tries = 0; !begun(network, id); tries++) {
      assertThat(tries).as(network.output()).isLessThan(30_000);
      Thread.sleep(1);
    }
    network.kill(victim);
    boolean within = !summed(network, id);
    network.start(victim);
    network.up(victim);
    return within;
  }

  private static boolean begun(Network network, String id) {
    return said(network, id, "Rows");
  }

  private static boolean summed(Network network, String id) {
    return said(network, id, "Moments");
  }

  private static boolean said(Network network, String id, String message) {
    Path ledger = network.folder.resolve("cedar/state/ledger.jsonl");
    return Files.exists(ledger)
        && Network.read(ledger)
            .lines()
            .anyMatch(entry -> entry.contains(id) && entry.contains("\"" + message + "\""));
  }
}
