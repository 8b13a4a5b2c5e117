package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.party.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A party that lists 10,000 ids to find the 400 that the others have. */
@Timeout(600)
class NetworkInventedIdsTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final int LISTED = 5_000;
  private static final int EVERY = 25; // one in so many of the listed is a person
  @TempDir Path folder;

  private Path rows(String view) {
    return folder.resolve("data").resolve(view + ".csv");
  }

  private void rows() {
    NetworkData.views(folder.resolve("data"), LISTED, "a", "b", "c");
    for (String view : List.of("a", "b", "labels")) {
      String real =
          Network.read(rows(view))
              .lines()
              .filter(
                  l -> l.startsWith("id") || number(l.substring(1, l.indexOf(','))) % EVERY == 0)
              .collect(Collectors.joining("\n", "", "\n"));
      Network.write(rows(view), real);
    }
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  @Test
  void isRefusedByTheOthersAndFindsThemOnlyWhereTheirOwnersLetItListSoMany() throws Exception {
    rows();
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        String view = "abc".substring(p, p + 1);
        String truth = "labels: {csv: '%s', id: id, column: label}";
        network.party(
            PARTIES.get(p),
            "data: {%s: {csv: '%s', id: id}}\n".formatted(view, rows(view))
                + (p == 0 ? truth.formatted(rows("labels")) : ""),
            "approve: automatic");
        network.startParty(PARTIES.get(p));
      }
      String id = network.submit(study());
      Cli watched = Cli.run(network.asResearcher("study", "watch", id));
      assertThat(watched.exit()).as(network.output()).isEqualTo(1);
      assertThat(watched.err())
          .contains("party cedar brings 5000 ids", "policy.align-most of party birch is 10x");
      assertThat(left(network, "birch"))
          .containsExactly("Decision", "SetSize", "SetSizes", "Failure");
      assertThat(Network.good("ledger", "show", network.folder.resolve("birch/party.yaml")).out())
          .contains("birch=200,cedar=5000,maple=200");
      assertThat(left(network, "cedar")).doesNotContain("Blinded", "Raised");
      assertThat(named(network)).as("ids that cedar has found").isEmpty();

      for (String party : List.of("maple", "birch")) { // the control
        network.kill(party);
        Path file = network.folder.resolve(party).resolve("party.yaml");
        Network.write(
            file, Network.read(file).replace("automatic}", "automatic, align-most: 5000}"));
        network.startParty(party);
      }
      Network.good(network.asResearcher("study", "resume", id));
      network.result(id);
      assertThat(named(network))
          .isEqualTo(
              IntStream.range(0, LISTED / EVERY)
                  .mapToObj(i -> "p" + EVERY * i)
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
  }

  private Path study() {
    return Network.write(
        folder.resolve("study.yaml"),
        """
        study: invented
        purpose: to try the program
        method: vfedmv
        parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
        evaluate: {split: random, test: 0.25, repeats: 1}
        stop: {rounds: 5}
        model: false
        seed: 3
        """);
  }

  private static List<String> left(Network network, String party) {
    List<String> messages = new ArrayList<>();
    Ledger.walk(
        network.folder.resolve(party).resolve("state/ledger.jsonl"),
        entry -> messages.add(entry.message()),
        chain -> {});
    return messages;
  }

  /** What cedar's state says that all parties have. */
  private static Set<String> named(Network network) throws Exception {
    Set<String> ids = new TreeSet<>();
    Path found = network.folder.resolve("cedar/state/alignments");
    if (Files.exists(found)) {
      try (var files = Files.list(found)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
          for (JsonNode id : new ObjectMapper().readTree(file.toFile()).get("common")) {
            ids.add(id.asText());
          }
        }
      }
    }
    return ids;
  }
}
