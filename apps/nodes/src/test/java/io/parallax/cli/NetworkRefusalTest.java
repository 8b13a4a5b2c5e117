package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.party.Ledger;
import io.parallax.party.LedgerEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a party says when it cannot or will not take part: to whom, and in which words. */
@Timeout(300)
class NetworkRefusalTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir Path folder;

  private Path study(String name) {
    return Network.write(
        folder.resolve(name + ".yaml"),
        """
        study: %s
        purpose: to try the program
        method: vfedmv
        parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
        evaluate: {split: random, test: 0.25, repeats: 1}
        stop: {rounds: 10}
        model: false
        seed: 3
        """
            .formatted(name));
  }

  @Test
  void aFailureNamesThePartyWithoutItsFoldersAndIsInTheLedger() throws Exception {
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      start(network, "");
      Path rows = network.folder.resolve("birch/b.csv");
      String sound = Files.readString(rows);
      List<String> lines = sound.lines().toList();
      Files.writeString(rows, lines.get(0) + "\n" + lines.get(1) + "\n" + sound.split("\n", 2)[1]);
      String id = network.submit(study("twice"));
      Cli watched = Cli.run(network.asResearcher("study", "watch", id));
      assertThat(watched.exit()).isNotZero();
      assertThat(watched.err())
          .contains("failed party birch: view 'b' line 3: the same id as on line 2")
          .doesNotContain(folder.toString(), "b.csv");
      Cli second = Cli.run("party", network.folder.resolve("birch/party.yaml"));
      assertThat(second.exit()).isEqualTo(2);
      assertThat(second.err()).contains("another party is using the state in");
      List<LedgerEntry> told = new ArrayList<>();
      Ledger.walk(network.folder.resolve("birch/state/ledger.jsonl"), told::add, chain -> {});
      assertThat(told).extracting(LedgerEntry::message).containsExactly("Decision", "Failure");
      assertThat(told.get(1).text()).startsWith("view 'b' line 3: the same id");
      assertThat(told.get(1).to()).isEqualTo("coordinator");
      assertThat(told.get(1).bytes()).isEqualTo(told.get(1).text().length());
      assertThat(Network.good("ledger", "export", network.folder.resolve("birch/party.yaml")).out())
          .contains("Failure,coordinator", "the same id as on line 2");
    }
  }

  @Test
  void aPolicysObjectionReachesTheResearcherAndIsGoneWithThePolicy() throws Exception {
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      start(network, ", rounds: 5");
      Path file = network.folder.resolve("birch/party.yaml");
      String mild = Network.read(file).replace(", rounds: 5", "");
      String id = network.submit(study("bold"));
      String why = "stop.rounds is 10; policy.rounds is 5; use fewer rounds";
      Cli watched = Cli.run(network.asResearcher("study", "watch", id));
      assertThat(watched.exit()).isEqualTo(1);
      assertThat(watched.err()).contains("bold: refused by birch: " + why);
      assertThat(Network.good(network.asResearcher("study", "list")).out())
          .contains("refused by birch: " + why);
      List<LedgerEntry> told = new ArrayList<>();
      Ledger.walk(network.folder.resolve("birch/state/ledger.jsonl"), told::add, chain -> {});
      assertThat(told).extracting(LedgerEntry::message).containsExactly("Objection");
      assertThat(told.get(0).text()).isEqualTo(why);
      assertThat(Cli.run("study", "approve", "--party", file, id, "--yes").err()).contains(why);

      network.kill("birch");
      Network.write(file, mild);
      network.startParty("birch");
      for (int tries = 0; network.study(id).get("state").asText().equals("refused"); tries++) {
        assertThat(tries).as(network.output()).isLessThan(300);
        Thread.sleep(100);
      }
      assertThat(network.result(id).get("splits").asInt()).isEqualTo(1);
      watchedThroughARestart(network);
    }
  }

  /** Watching goes on when the coordinator does. */
  private void watchedThroughARestart(Network network) throws Exception {
    network.kill("birch"); // so that the study waits
    String id = network.submit(study("later"));
    Object[] watch = network.asResearcher("study", "watch", id);
    CompletableFuture<Cli> watched = CompletableFuture.supplyAsync(() -> Cli.run(watch));
    Thread.sleep(8000); // it has had an answer
    network.kill(Network.COORDINATOR);
    Thread.sleep(1500);
    network.startCoordinator();
    network.startParty("birch");
    Cli ended = watched.get();
    assertThat(ended.err())
        .contains("waiting for the approval of birch", "does not answer; trying again", "finished");
    assertThat(ended.exit()).as(ended.err()).isZero();
    network.kill(Network.COORDINATOR);
    Cli never = Cli.run(watch);
    assertThat(never.exit()).isEqualTo(2);
    assertThat(never.err()).contains("no answer from");
    network.startCoordinator();
  }

  /** Starts the nodes; {@code more} is added to birch's policy. */
  private void start(Network network, String more) {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      String name = PARTIES.get(p);
      String view = "abc".substring(p, p + 1);
      String file = p == 1 ? "b.csv" : folder.resolve("data").resolve(view + ".csv").toString();
      String labels = "labels: {csv: '%s', id: id, column: label}";
      network.party(
          name,
          "data: {%s: {csv: '%s', id: id}}\n".formatted(view, file)
              + (p == 0 ? labels.formatted(folder.resolve("data/labels.csv")) : ""),
          "approve: automatic" + (p == 1 ? more : ""));
      if (p == 1) {
        Path rows = folder.resolve("data/b.csv");
        Network.write(network.folder.resolve("birch/b.csv"), Network.read(rows));
      }
      network.startParty(name);
    }
  }
}
