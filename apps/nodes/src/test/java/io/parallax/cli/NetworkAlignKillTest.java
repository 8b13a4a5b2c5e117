package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of a party and of the coordinator while ids are being aligned: the same result. */
@Timeout(600)
class NetworkAlignKillTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final int ROWS = 20_000; // three blocks of every party
  private static final String YAML =
      """
      study: aligned
      purpose: to try the program
      method: vfedmv
      parties: {maple: {view: a%s}, birch: {view: b%s}, cedar: {view: c%s}}
      align: {case: lower}
      evaluate: {split: random, test: 0.25, repeats: 1}
      stop: {rounds: 5}
      model: false
      seed: 3
      """;
  @TempDir Path folder;

  @Test
  void alignmentGoesOnWhereItWas() throws Exception {
    NetworkData.views(folder.resolve("data"), ROWS, "a", "b", "c");
    String data = ", data: {csv: data/%s.csv, id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    String[] here = {data.formatted("a") + labels, data.formatted("b"), data.formatted("c")};
    Path simulated =
        Network.write(
            folder.resolve("here.yaml"),
            YAML.replace("align: {case: lower}\n", "").formatted((Object[]) here)
                + "report: {points: 0}\n");
    String hash = Network.good("run", simulated, "--json", "--out", folder.resolve("run")).hash();
    try (Network network = Network.ofThreads(folder.resolve("net"), "birch", Network.COORDINATOR)) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        String view = "abc".substring(p, p + 1);
        String truth = "labels: {csv: '%s', id: id, column: label}";
        network.party(
            PARTIES.get(p),
            "data: {%s: {csv: '%s', id: id}}\n"
                    .formatted(view, folder.resolve("data").resolve(view + ".csv"))
                + (p == 0 ? truth.formatted(folder.resolve("data/labels.csv")) : ""),
            "approve: automatic");
        network.startParty(PARTIES.get(p));
      }
      String id =
          network.submit(
              Network.write(
                  folder.resolve("study.yaml"), YAML.formatted(", labels: true", "", "")));
      killAfter(network, 3, "birch");
      killAfter(network, 9, Network.COORDINATOR);
      assertThat(network.result(id).get("resultHash").asText()).isEqualTo(hash);
    }
  }

  /** Kills and starts again when the second party has sent so many messages of the alignment. */
  private static void killAfter(Network network, int messages, String victim)
      throws InterruptedException {
    for (int tries = 0; aligning(network) < messages; tries++) {
      assertThat(tries).as(network.output()).isLessThan(3000);
      Thread.sleep(20);
    }
    network.kill(victim);
    assertThat(kept(network)).as("killed in the middle").isFalse();
    network.start(victim);
    network.up(victim);
  }

  private static int aligning(Network network) {
    Path ledger = network.folder.resolve("birch/state/ledger.jsonl");
    return Files.exists(ledger)
        ? (int) Network.read(ledger).lines().filter(l -> l.contains("\"part\":\"align")).count()
        : 0;
  }

  /** Whether the alignment is over. */
  private static boolean kept(Network network) {
    Path state = network.folder.resolve(Network.COORDINATOR).resolve("state");
    try (var all = Files.walk(state)) {
      return all.anyMatch(file -> file.endsWith("align.json"));
    } catch (java.io.IOException | java.io.UncheckedIOException e) {
      return false; // a file came or went meanwhile
    }
  }
}
