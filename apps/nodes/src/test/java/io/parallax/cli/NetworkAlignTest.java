package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.party.Ledger;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parties whose rows are not the same, nor written alike, find those that all of them have. */
@Timeout(300)
class NetworkAlignTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final String YAML =
      """
      study: %s
      purpose: to try the program
      method: vfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      parties: {maple: {view: a%s}, birch: {view: b%s}, cedar: {view: c%s}}
      align: {case: lower, pad: 64}
      evaluate: {split: random, test: 0.25, repeats: 2}
      stop: {rounds: 5}
      seed: 3
      """;
  @TempDir Path folder;

  private Path rows(String view) {
    return folder.resolve("data").resolve(view + ".csv");
  }

  /** Each party lacks some people; one writes ids in capitals. */
  private void rows() {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    for (String view : List.of("a", "b", "c")) {
      int lacks = view.charAt(0) - 'a' + 3;
      String kept =
          Network.read(rows(view))
              .lines()
              .filter(l -> l.startsWith("id") || !l.startsWith("p" + lacks))
              .map(l -> view.equals("b") ? l.replaceFirst("^p", "P") : l)
              .collect(Collectors.joining("\n", "", "\n"));
      Network.write(rows(view), kept);
    }
  }

  @Test
  void theCommonRowsAreFoundOnceAndGiveTheBitsOfOneProcess() throws Exception {
    rows();
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    String data = ", data: {csv: data/%s.csv, id: id}";
    Path here =
        Network.write(
            folder.resolve("here.yaml"),
            YAML.formatted(
                    "one", data.formatted("a") + labels, data.formatted("b"), data.formatted("c"))
                + "report: {points: 0}\n");
    Cli simulated = Network.good("run", here, "--json", "--out", folder.resolve("run"));
    assertThat(Network.good("align", here).out()).containsPattern("maple +64 +27");
    String none = Network.read(here).replaceAll("(?m)^align:.*$", "") + "\nalign: none\n";
    Cli nothing = Cli.run("align", Network.write(here.resolveSibling("none.yaml"), none));
    assertThat(nothing.exit()).isEqualTo(2);
    assertThat(nothing.err()).contains("'align: none', so nothing is aligned");
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        String view = "abc".substring(p, p + 1);
        String truth = "labels: {csv: '%s', id: id, column: label}";
        network.party(
            PARTIES.get(p),
            "data: {%s: {csv: '%s', id: id}}\n".formatted(view, rows(view))
                + (p == 0 ? truth.formatted(folder.resolve("data/labels.csv")) : ""),
            "minimum-rows: 27, approve: automatic");
        network.startParty(PARTIES.get(p));
      }
      for (String name : List.of("one", "two")) {
        Path study =
            Network.write(
                folder.resolve(name + ".yaml"), YAML.formatted(name, ", labels: true", "", ""));
        String id = network.submit(study);
        JsonNode result = network.result(id);
        assertThat(result.get("resultHash").asText()).isEqualTo(simulated.hash());
        assertThat(result.get("samples").asInt()).isEqualTo(27);
        assertThat(earlier(network, id)).isEqualTo(name.equals("two"));
        assertThat(result.at("/data/rows/parties/maple")).hasToString("{\"used\":27}");
        assertThat(result.at("/data/rows/common").asInt()).isEqualTo(27);
        assertThat(result.at("/notes").toString()).contains("align.pad rounds up", "maple 64");
      }
      for (String name : List.of("three", "four")) { // other ids, not padded
        String study =
            YAML.replace("pad: 64", "unicode: nfc").formatted(name, ", labels: true", "", "");
        String id = network.submit(Network.write(folder.resolve(name + ".yaml"), study));
        JsonNode rows = network.result(id).at("/data/rows");
        assertThat(earlier(network, id)).isEqualTo(name.equals("four"));
        assertThat(rows.get("dropped")).isNotEmpty();
        assertThat(rows.get("dropped")).isEqualTo(simulated.json().at("/data/rows/dropped"));
        assertThat(rows.get("parties")).isEqualTo(simulated.json().at("/data/rows/parties"));
      }
      assertThat(messages(network)).contains("Blinded", "Raised", "RowsKept");
      lacking(network);
      tooFewForOneOwner(network);
    }
  }

  /** Masks leave out a row that one of the three lacks, plain sums do not. */
  private void lacking(Network network) throws Exception {
    lacking(
        network,
        "plain",
        "evaluate: {split: folds, folds: 3}\n",
        60,
        "its view is there for",
        "sums are plain: with three parties masks would leave out");
    lacking(
        network,
        "masked",
        "protection: {aggregation: masked}\n",
        27,
        "33 rows are left out: fewer than 3 parties would add");
    assertThat(messages(network)).contains("RowsPlaced");
  }

  private void lacking(Network network, String name, String more, int rows, String... notes)
      throws Exception {
    String all = YAML.replace("method: vfedmv", "method: joint").replaceAll("settings:.*\n", "");
    String split = more.contains("evaluate") ? all.replaceAll("evaluate:.*\n", "") : all;
    String some = split.replace("pad: 64", "need: any, indicator: true") + more;
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    String data = ", data: {csv: data/%s.csv, id: id}";
    String in =
        some.formatted(
            name, data.formatted("a") + labels, data.formatted("b"), data.formatted("c"));
    Path here = Network.write(folder.resolve(name + "-here.yaml"), in + "report: {points: 0}\n");
    Cli simulated = Network.good("run", here, "--json", "--out", folder.resolve(name));
    assertThat(simulated.json().get("samples").asInt()).isEqualTo(rows);
    Cli aligned = Network.good("align", here);
    assertThat(aligned.out()).contains("The study has %d rows".formatted(rows));
    String there = some.formatted(name, ", labels: true", "", "");
    String id = network.submit(Network.write(folder.resolve(name + ".yaml"), there));
    JsonNode result = network.result(id);
    assertThat(result.get("resultHash").asText()).isEqualTo(simulated.hash());
    assertThat(result.get("notes").toString()).contains(notes);
    ObjectNode counts = (ObjectNode) result.at("/data/rows");
    ObjectNode known = (ObjectNode) simulated.json().at("/data/rows");
    if (rows < 60) { // verdicts of random splits tell classes of held-out rows alone
      assertThat(counts.remove("heldOut").toString()).isEqualTo("{\"ill\":2,\"well\":5}");
      assertThat(counts.remove("classes")).isEmpty();
      known.remove("classes");
    }
    assertThat(counts).isEqualTo(known);
  }

  /** Its file has enough people; those in common are fewer than it usually takes. */
  private void tooFewForOneOwner(Network network) throws Exception {
    Path file = network.folder.resolve("birch/party.yaml");
    network.kill("birch");
    Network.write(file, Network.read(file).replace("minimum-rows: 27, ", ""));
    network.startParty("birch");
    Path study =
        Network.write(folder.resolve("few.yaml"), YAML.formatted("few", ", labels: true", "", ""));
    Cli watched = Cli.run(network.asResearcher("study", "watch", network.submit(study)));
    assertThat(watched.exit()).isEqualTo(1);
    assertThat(watched.err())
        .contains("too few people would take part; policy.minimum-rows of party birch is 30")
        .doesNotContain("27");
  }

  private static boolean earlier(Network network, String id) throws Exception {
    Path note = network.folder.resolve(Network.COORDINATOR).resolve("state");
    try (var all = java.nio.file.Files.walk(note)) {
      Path file =
          all.filter(f -> f.endsWith("align.json") && f.toString().contains(id))
              .findFirst()
              .orElseThrow();
      return new ObjectMapper().readTree(file.toFile()).get("earlier").asBoolean();
    }
  }

  private static Set<String> messages(Network network) {
    Set<String> messages = new TreeSet<>();
    Ledger.walk(
        network.folder.resolve("birch/state/ledger.jsonl"),
        entry -> messages.add(entry.message()),
        chain -> {});
    return messages;
  }
}
