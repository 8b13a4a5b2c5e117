package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An older backup of a coordinator or of a party, put back while the others have gone on. */
@Timeout(180)
class NetworkRestoreTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final String STUDY =
      """
      study: lasting
      purpose: to try the program
      method: vfedmv
      mode: paper
      parties:
        maple: {view: a%s}
        birch: {view: b%s}
        cedar: {view: c%s}
      evaluate: {split: random, test: 0.25, repeats: 2}
      stop: {rounds: 150, tolerance: 0}
      model: false
      """;
  @TempDir Path folder;
  private Network network;

  @Test
  void anOlderBackupGoesOnToTheSameBits() throws Exception {
    String expected = here();
    try (Network own = Network.ofThreads(folder.resolve("net"))) {
      network = own;
      start();
      Path empty = backup("hub"); // before the study
      Path study =
          Network.write(folder.resolve("study.yaml"), STUDY.formatted(", labels: true", "", ""));
      String id = network.submit(study);
      reaches(id, 5);
      Path hub = backup("hub");
      Path birch = backup("birch");
      reaches(id, 40);
      restore("birch", birch);
      reaches(id, 60);
      restore("hub", hub);
      reaches(id, 80);
      restore("hub", empty);
      assertThat(network.json("/v1/studies")).as("it has never heard of the study").isEmpty();
      assertThat(network.submit(study)).isEqualTo(id);
      assertThat(network.result(id).get("resultHash").asText()).isEqualTo(expected);
      Cli ledger = Network.good("ledger", "verify", network.folder.resolve("birch/party.yaml"));
      assertThat(ledger.out()).contains("unbroken");
    }
  }

  private String here() {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    String data = ", data: {csv: data/%s.csv, id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    String yaml =
        STUDY.formatted(data.formatted("a") + labels, data.formatted("b"), data.formatted("c"));
    Path file = Network.write(folder.resolve("here.yaml"), yaml + "report: {points: 0}\n");
    return Network.good("run", file, "--json", "--out", folder.resolve("run")).hash();
  }

  private void start() throws Exception {
    network.coordinator();
    for (String party : PARTIES) {
      char view = "abc".charAt(PARTIES.indexOf(party));
      Path data = folder.resolve("data");
      String truth = "labels: {csv: '%s', id: id, column: label}";
      network.party(
          party,
          "data: {%s: {csv: '%s', id: id}}\n".formatted(view, data.resolve(view + ".csv"))
              + (view == 'a' ? truth.formatted(data.resolve("labels.csv")) : ""),
          "approve: automatic, rounds: 400");
      network.startParty(party);
    }
    for (String party : PARTIES) {
      until(() -> network.output("hub").contains("party " + party + " is connected"));
    }
  }

  /** Stops a node, copies its state, and starts it again. */
  private Path backup(String node) throws Exception {
    Path copy = Files.createTempDirectory(folder, node);
    network.kill(node);
    copy(state(node), copy);
    network.start(node);
    return copy;
  }

  private void restore(String node, Path copy) throws Exception {
    network.kill(node);
    try (Stream<Path> all = Files.walk(state(node))) {
      all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
    copy(copy, state(node));
    network.start(node);
  }

  private Path state(String node) {
    return network.folder.resolve(node).resolve("state");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      all.forEach(file -> copied(file, to.resolve(from.relativize(file))));
    }
  }

  private static void copied(Path from, Path to) {
    try {
      if (Files.isDirectory(from)) {
        Files.createDirectories(to);
      } else {
        Files.copy(from, to);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void reaches(String id, int rounds) throws InterruptedException {
    until(() -> network.study(id).get("rounds").asInt() >= rounds);
  }

  private void until(BooleanSupplier seen) throws InterruptedException {
    for (int tries = 0; !seen.getAsBoolean(); tries++) {
      assertThat(tries).as(() -> network.output()).isLessThan(800);
      Thread.sleep(50);
    }
  }
}
