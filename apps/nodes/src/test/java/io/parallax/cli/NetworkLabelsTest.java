package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.party.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Labels between machines: drawn once by their owner, told again for nothing, and not beyond. */
@Timeout(300)
class NetworkLabelsTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir Path folder;

  private Path study(String name, String protection) {
    return Network.write(
        folder.resolve(name + ".yaml"),
        """
        study: %s
        purpose: to try the program
        method: vfedmv
        parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
        evaluate: {split: random, test: 0.25, repeats: 1}
        stop: {rounds: 10}
        protection: {%s}
        model: false
        seed: 3
        """
            .formatted(name, protection));
  }

  @Test
  void epsilonIsSpentOnceAndRefusedBeyondTheOwnersTotal() throws Exception {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        String view = "abc".substring(p, p + 1);
        String rows = "data: {%s: {csv: '%s', id: id}}\n";
        String labels = "labels: {csv: '%s', id: id, column: label}";
        network.party(
            PARTIES.get(p),
            rows.formatted(view, folder.resolve("data").resolve(view + ".csv"))
                + (p == 0 ? labels.formatted(folder.resolve("data/labels.csv")) : ""),
            "approve: automatic" + (p == 0 ? ", label-epsilon-total: 3" : ""));
        network.startParty(PARTIES.get(p));
      }
      String first = result(network, study("first", "labels: {epsilon: 2}"));
      assertThat(result(network, study("again", "labels: {epsilon: 2}"))).isEqualTo(first);
      ledgerTells(network, "Epsilon 2.0 is spent on", "first-", "again-");

      Path maple = network.folder.resolve("maple");
      String beyond = network.submit(study("beyond", "labels: {epsilon: 1.5}"));
      refused(
          network,
          beyond,
          "it needs more epsilon on labels than policy.label-epsilon-total leaves");
      ObjectNode told = (ObjectNode) network.study(beyond);
      told.remove("created"); // a time may have such digits
      assertThat(told.toString()).doesNotContain("2.0", "spent");
      Cli byHand =
          Cli.run("study", "approve", "--party", maple.resolve("party.yaml"), beyond, "--yes");
      assertThat(byHand.exit()).isNotZero();
      assertThat(byHand.out().replaceAll("\\s+", " "))
          .contains("epsilon 1.5, drawn anew; 2.0 is spent of label-epsilon-total 3.0");
      assertThat(byHand.err()).contains("the study needs 1.5 more");
      assertThat(Cli.run("doctor", maple.resolve("party.yaml")).out())
          .contains("epsilon 2.0 of label-epsilon-total 3.0 is spent");
      Ledger.walk(
          maple.resolve("state/ledger.jsonl"),
          entry -> {
            if (entry.study().equals(beyond)) {
              assertThat(entry.message()).isEqualTo("Objection");
            }
          },
          chain -> {});
      try (var drawn = Files.list(maple.resolve("state/labels"))) {
        assertThat(drawn.toList()).hasSize(1);
      }
      Files.move(maple.resolve("state/labels"), maple.resolve("elsewhere"));
      ledgerTells(network, "Epsilon 2.0 is spent on", "no longer kept");

      String open = network.submit(study("open", "aggregation: masked"));
      refused(network, open, "it uses unrandomised labels");
    }
  }

  private static void refused(Network network, String study, String why) {
    Cli watched = Cli.run(network.asResearcher("study", "watch", study));
    assertThat(watched.exit()).isNotZero();
    assertThat(watched.err()).contains("refused by maple: " + why);
  }

  private static String result(Network network, Path study) throws InterruptedException {
    return network.result(network.submit(study)).get("resultHash").asText();
  }

  private static void ledgerTells(Network network, String... words) {
    Cli ledger = Network.good("ledger", "show", network.folder.resolve("maple/party.yaml"));
    assertThat(ledger.out()).contains(words);
  }
}
