package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.party.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of a party and of the coordinator between the masked sums of a setup: what is asked again
 * is the same sum, and the study ends with the hash of one process.
 */
@Timeout(300)
class NetworkSetupKillTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final int SPLITS = 60;
  @TempDir Path folder;

  private Path study(String name, String data, String more) {
    return Network.write(
        folder.resolve(name),
        NetworkData.sitesYaml(PARTIES, data).replace("repeats: 2", "repeats: " + SPLITS)
            + "model: false\n"
            + more);
  }

  @Test
  void setupGoesOnToTheSameSums() throws Exception {
    NetworkData.sites(folder.resolve("sites"), PARTIES);
    Path here =
        study(
            "here.yaml",
            "data: {csv: sites/%s.csv, id: id}, labels: {column: num}",
            "report: {points: 0}\nprotection: {aggregation: plain}\n");
    String hash = Network.good("run", here, "--json", "--out", folder.resolve("run")).hash();
    try (Network network = new Network(folder.resolve("net"))) {
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
      String id = network.submit(study("study.yaml", "rows: 40", ""));
      killAfter(network, 5, "birch");
      killAfter(network, 20, Network.COORDINATOR);
      assertThat(network.result(id).get("resultHash").asText()).isEqualTo(hash);
    }
  }

  /** Kills and starts again when the third party has sent so many moments. */
  private static void killAfter(Network network, int messages, String victim)
      throws InterruptedException {
    for (int tries = 0; moments(network) < messages; tries++) {
      assertThat(tries).as(network.output()).isLessThan(6000);
      Thread.sleep(10);
    }
    network.kill(victim);
    assertThat(moments(network)).as("killed in the middle").isLessThan(SPLITS);
    network.start(victim);
    network.up(victim);
  }

  private static int moments(Network network) {
    Path ledger = network.folder.resolve("cedar/state/ledger.jsonl");
    AtomicInteger count = new AtomicInteger();
    if (Files.exists(ledger)) {
      Ledger.walk(
          ledger, entry -> count.addAndGet(entry.message().equals("Moments") ? 1 : 0), chain -> {});
    }
    return count.get();
  }
}
