package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
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

  /** Returns the hash of one process, and gives the parties their files. */
  private String here(String yaml) {
    NetworkData.views(folder.resolve("data"), ROWS, "a", "b", "c");
    String data = ", data: {csv: data/%s.csv, id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    String[] here = {data.formatted("a") + labels, data.formatted("b"), data.formatted("c")};
    Path simulated =
        Network.write(
            folder.resolve("here.yaml"), yaml.formatted((Object[]) here) + "report: {points: 0}\n");
    return Network.good("run", simulated, "--json", "--out", folder.resolve("run")).hash();
  }

  private Network network() throws Exception {
    Network network = Network.ofThreads(folder.resolve("net"), "birch", Network.COORDINATOR);
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
    return network;
  }

  private String submit(Network network, String yaml) throws Exception {
    return network.submit(
        Network.write(folder.resolve("study.yaml"), yaml.formatted(", labels: true", "", "")));
  }

  @Test
  void alignmentGoesOnWhereItWas() throws Exception {
    String hash = here(YAML.replace("align: {case: lower}\n", ""));
    try (Network network = network()) {
      String id = submit(network, YAML);
      killAfter(network, 3, "birch");
      killAfter(network, 9, Network.COORDINATOR);
      assertThat(network.result(id).get("resultHash").asText()).isEqualTo(hash);
    }
  }

  /**
   * Coordinator and party are killed when the label holder has given the order of the rows and the
   * party has not been told its places. A study in which it was told before it could be stopped
   * ends as it is, and another one begins.
   */
  @Test
  void placesAreToldAnewAfterTheOrderOfRowsWasGiven() throws Exception {
    String yaml =
        YAML.replace("case: lower", "case: lower, need: any")
            + "protection: {aggregation: plain}\n";
    String hash = here(yaml);
    try (Network network = network()) {
      boolean caught = false;
      for (int tries = 0; !caught; tries++) {
        assertThat(tries).as("studies in which birch was told too early").isLessThan(6);
        String id = submit(network, yaml.replace("study: aligned", "study: aligned" + tries));
        caught = killedBetween(network, id);
        assertThat(network.result(id).get("resultHash").asText()).isEqualTo(hash);
        assertThat(told(network, "birch", id, "RowsPlaced")).isPositive();
      }
    }
  }

  private static boolean killedBetween(Network network, String id) throws Exception {
    until(network, () -> told(network, "birch", id, "Raised") == 6); // of two parties' three blocks
    network.signal("birch", "-STOP");
    for (int tries = 0; told(network, "maple", id, "RowOrder") == 0; tries++) {
      assertThat(tries).as(network.output()).isLessThan(300);
      network.signal("birch", "-CONT"); // its last answer may not have left yet
      Thread.sleep(1);
      network.signal("birch", "-STOP");
      Thread.sleep(200);
    }
    if (told(network, "birch", id, "RowsPlaced") > 0) {
      network.signal("birch", "-CONT");
      return false;
    }
    network.kill(Network.COORDINATOR);
    network.kill("birch");
    network.start(Network.COORDINATOR);
    network.up(Network.COORDINATOR);
    network.start("birch");
    network.up("birch");
    return true;
  }

  private static void until(Network network, BooleanSupplier done) throws InterruptedException {
    for (int tries = 0; !done.getAsBoolean(); tries++) {
      assertThat(tries).as(network.output()).isLessThan(60_000);
      Thread.sleep(1);
    }
  }

  /** Returns how many messages of a kind a party has sent in a study. */
  private static int told(Network network, String party, String id, String message) {
    Path ledger = network.folder.resolve(party).resolve("state/ledger.jsonl");
    return Files.exists(ledger)
        ? (int)
            Network.read(ledger)
                .lines()
                .filter(l -> l.contains(id) && l.contains("\"" + message + "\""))
                .count()
        : 0;
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
