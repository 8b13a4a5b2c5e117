package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.party.Ledger;
import io.parallax.run.Difference;
import io.parallax.run.RunComparison;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One coordinator and four parties, each a process of its own, over mutual TLS, with certificates
 * made by the commands: every method comes, with masked sums, to the bits of './parallax run' with
 * plain ones.
 */
@Timeout(300)
class NetworkTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar", "rowan");
  private static final String POLICY =
      "minimum-parties: 3, aggregation: masked, approve: automatic, allow: [held-out-rows]";
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir Path folder;

  private static String study(String method, String settings) {
    return """
        study: %s-study
        purpose: to try the program
        method: %s
        settings: %s
        parties:
          maple: {view: a%s}
          birch: {view: b%s}
          cedar: {view: c%s}
          rowan: {view: d%s}
        evaluate: {split: random, test: 0.25, repeats: 2}
        stop: {rounds: 8, tolerance: 1e-6}
        seed: 3
        """
        .formatted(method, method, settings, "%s", "%s", "%s", "%s");
  }

  /** As it is submitted: where the rows are is not said. */
  private Path remote(String method, String settings) {
    return Network.write(
        folder.resolve(method + ".yaml"),
        study(method, settings).formatted(", labels: true", "", "", ""));
  }

  /** The same study in one process. */
  private String simulated(String method, String settings) {
    Path file = here(method, settings);
    return Network.good("run", file, "--json", "--out", folder.resolve(method + "-run")).hash();
  }

  private Path here(String method, String settings) {
    String data = ", data: {csv: data/%s.csv, id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    return Network.write(
        folder.resolve(method + "-here.yaml"),
        study(method, settings)
                .formatted(
                    data.formatted("a") + labels,
                    data.formatted("b"),
                    data.formatted("c"),
                    data.formatted("d"))
            + "report: {points: 0}\nprotection: {aggregation: plain}\n");
  }

  @Test
  void everyMethodComesToTheSameBitsAsInOneProcess() throws Exception {
    try (Network network = Network.ofThreads(folder.resolve("net"), "birch")) {
      start(network);
      Map<String, String> methods =
          Map.of(
              "vfedmv", "{beta: 0.5, zeta: 2, eta: 1}",
              "mmvfl", "{beta: 0.5}",
              "joint", "{lambda: 0.5, beta: 0.2}");
      Map<String, String> ids = new TreeMap<>();
      for (String method : methods.keySet()) {
        String settings = methods.get(method);
        ids.put(method, network.submit(remote(method, settings)));
        JsonNode result = network.result(ids.get(method));
        assertThat(result.get("resultHash").asText())
            .as(method)
            .isEqualTo(simulated(method, settings));
        assertThat(result.get("metrics").get("accuracy").get("mean").asDouble())
            .isBetween(0.5, 1.0);
        JsonNode here =
            JSON.readTree(folder.resolve(method + "-run/result.json").toFile())
                .get("rows")
                .iterator()
                .next();
        for (String metric : List.of("precision", "auc", "sensitivity", "specificity")) {
          assertThat(result.at("/metrics/" + metric + "/mean").asDouble(-1))
              .as(metric)
              .isCloseTo(here.at("/" + metric + "/mean").asDouble(), within(1e-9));
        }
        besideTheMostFrequentClass(result);
        sameModel(network, method + "-study", folder.resolve(method + "-run"));
      }
      groups(network);
      sites(network);
      comparedAsRunsInOneProcess(network, ids);
      otherRows(network);
      Cli ledger = Network.good("ledger", "verify", network.folder.resolve("birch/party.yaml"));
      assertThat(ledger.out()).contains("unbroken");
      nothingButMaskedSumsLeavesInTraining(network);
      momentsLeaveInMaskedSums(network);
    }
  }

  private void start(Network network) {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c", "d");
    NetworkData.sites(folder.resolve("sites"), PARTIES);
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      String name = PARTIES.get(p);
      network.party(name, NetworkData.both(folder, name, "abcd".charAt(p), p == 0), POLICY);
      network.startParty(name);
    }
  }

  /** The counts of the splits tell it, and the page says it. */
  private static void besideTheMostFrequentClass(JsonNode result) {
    double largest = 0;
    double all = 0;
    for (JsonNode row : result.get("confusion")) {
      double own = 0;
      for (JsonNode count : row) {
        own += count.asDouble();
      }
      largest = Math.max(largest, own);
      all += own;
    }
    double mean = result.at("/baselines/most frequent class/accuracy/mean").asDouble();
    // each split has its own most frequent class: together they are right at least as often
    assertThat(mean).isGreaterThanOrEqualTo(largest / all - 1e-9).isLessThan(1);
    assertThat(result.at("/differences/most frequent class/accuracy/mean").asDouble())
        .isCloseTo(result.at("/metrics/accuracy/mean").asDouble() - mean, within(1e-9));
  }

  private static void nothingButMaskedSumsLeavesInTraining(Network network) {
    Set<String> protections = new TreeSet<>();
    Ledger.walk(
        network.folder.resolve("birch/state/ledger.jsonl"),
        entry -> {
          boolean leaves = !entry.to().equals("nobody");
          if (leaves && entry.part().startsWith("split")) {
            boolean verdict = entry.message().equals("HeldOutJudged"); // birch has no labels: zeros
            protections.add((verdict ? "verdict: " : "") + entry.protection());
          }
        },
        chain -> {});
    assertThat(protections)
        .containsExactly(
            "keys, encrypted shares and codes of a masked sum; nothing of the rows",
            "masked, but only parties with labels add: of one such party the sum is its numbers",
            "masked, but only the party with the labels adds: the sum is its numbers", // joint: Y
            "masked: the coordinator can read only the sum over all parties",
            "verdict: shown to the coordinator");
  }

  private static void momentsLeaveInMaskedSums(Network network) {
    Set<String> moments = new TreeSet<>();
    Ledger.walk(
        network.folder.resolve("birch/state/ledger.jsonl"),
        entry -> {
          if (entry.message().equals("Moments")) {
            moments.add(entry.part() + " " + entry.shape() + ", " + entry.protection());
          }
        },
        chain -> {});
    assertThat(moments)
        .containsExactly(
            "setup 1x6 50x6, masked: the coordinator can read only the sum over all parties");
  }

  /** Every party has kept its own part of the model that one process would have made. */
  private static void sameModel(Network network, String study, Path run) throws Exception {
    for (String party : PARTIES) {
      Path models = network.folder.resolve(party).resolve("state/models");
      try (var all = Files.list(models)) {
        Path own = all.filter(f -> f.getFileName().toString().startsWith(study)).findFirst().get();
        JsonNode kept = JSON.readTree(own.resolve(party + ".json").toFile());
        JsonNode made = JSON.readTree(run.resolve("model").resolve(party + ".json").toFile());
        assertThat(kept.get("matrices")).as(party).isEqualTo(made.get("matrices"));
        for (String scaling : List.of("means", "deviations")) {
          assertThat(kept.findValues(scaling)).isEqualTo(made.findValues(scaling));
        }
      }
    }
  }

  /** Splits by what only the file with the labels tells. */
  @Test
  void everyKindOfSplitIsThatOfOneProcess() throws Exception {
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      start(network);
      splits(network);
    }
  }

  private void splits(Network network) throws Exception {
    for (String how :
        List.of(
            "{folds: 3}",
            "{split: stratified, test: 0.25, repeats: 1}",
            "{split: stratified-folds, folds: 3}",
            "{split: subjects, column: subject, test: 0.25, repeats: 2}",
            "{split: last, column: subject, test: 0.25, repeats: 1}",
            "{split: last, test: 0.25, repeats: 1}",
            "{split: given, column: part, test: new, repeats: 1}")) {
      UnaryOperator<Path> other =
          file ->
              Network.write(
                  file,
                  Network.read(file)
                          .replaceAll("evaluate: .*", "evaluate: " + how)
                          .replace("rounds: 8", "rounds: 2")
                      + "model: false\n");
      String settings = "{beta: 0.5, zeta: 2, eta: 1}";
      Path remote = other.apply(remote("vfedmv", settings));
      Path here = other.apply(here("vfedmv", settings));
      assertThat(network.result(network.submit(remote)).get("resultHash").asText())
          .as(how)
          .isEqualTo(
              Network.good("run", here, "--json", "--out", folder.resolve("s" + how.hashCode()))
                  .hash());
    }
    Path sites =
        Network.write(
            folder.resolve("sites-last.yaml"),
            NetworkData.sitesYaml(PARTIES, "").replace("split: random", "split: last"));
    Cli refused = Cli.run(network.asResearcher("study", "submit", sites));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("evaluate.split is 'last'", "use random or folds");
  }

  /** A method that groups people; labels, where there are some, only judge. */
  private void groups(Network network) throws Exception {
    String yaml =
        """
        study: groups
        purpose: to try the program
        method: fedmsgl
        clusters: 2
        settings: {k: 8}
        parties: {maple: {view: a%s}, birch: {view: b%s}, cedar: {view: c%s}}
        evaluate: {repeats: 2}
        stop: {rounds: 3}
        seed: 5
        """;
    String data = ", data: {csv: data/%s.csv, id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    Path here =
        Network.write(
            folder.resolve("g-here.yaml"),
            yaml.formatted(data.formatted("a") + labels, data.formatted("b"), data.formatted("c"))
                + "report: {points: 0}\nprotection: {aggregation: plain}\n");
    Path remote = Network.write(folder.resolve("g.yaml"), yaml.formatted(", labels: true", "", ""));
    JsonNode result = network.result(network.submit(remote));
    Cli simulated = Network.good("run", here, "--json", "--out", folder.resolve("g-run"));
    assertThat(result.get("resultHash").asText()).isEqualTo(simulated.hash());
    assertThat(result.get("metrics").get("nmi").get("mean").asDouble())
        .isCloseTo(
            simulated.json().get("metrics").get("nmi").get("mean").asDouble(), within(1e-12));
    Path blind = Network.write(folder.resolve("g-blind.yaml"), yaml.formatted("", "", ""));
    assertThat(network.result(network.submit(blind)).get("resultHash").asText())
        .isEqualTo(simulated.hash());
  }

  /** The same rows are held out, so that differences are those of the runs in one process. */
  private void comparedAsRunsInOneProcess(Network network, Map<String, String> ids) {
    Difference here =
        RunComparison.of(
                List.of(folder.resolve("vfedmv-run"), folder.resolve("mmvfl-run")), false, false)
            .sets()
            .get(0)
            .difference(1, 0, "accuracy")
            .orElseThrow();
    Object[] both = {"study", "compare", ids.get("vfedmv"), ids.get("mmvfl").substring(0, 12)};
    JsonNode json = Network.good(withJson(network.asResearcher(both))).json();
    JsonNode told = json.at("/studies/1/paired/differences/accuracy");
    assertThat(told.get("mean").asDouble()).isCloseTo(here.mean(), within(1e-12));
    assertThat(told.get("p").asDouble()).isCloseTo(here.p(), within(1e-9));
    assertThat(told.get("low").asDouble()).isCloseTo(here.low(), within(1e-9));
    assertThat(Network.good(network.asResearcher(both)).out())
        .contains("vfedmv-study", "mmvfl-study", "accuracy, %", "V-FedMV", "MMVFL")
        .contains("minus vfedmv-study", Difference.points(here.mean()), here.interval());
    String sites =
        StreamSupport.stream(network.json("/v1/studies").spliterator(), false)
            .filter(study -> study.get("name").asText().equals("sites"))
            .map(study -> study.get("id").asText())
            .findFirst()
            .orElseThrow();
    Object[] others = {"study", "compare", ids.get("vfedmv"), sites};
    assertThat(Network.good(network.asResearcher(others)).out())
        .contains("No differences of sites and vfedmv-study: their views, or who has the labels,");
    Object[] unknown = {"study", "compare", ids.get("vfedmv"), "0".repeat(12)};
    Cli refused = Cli.run(network.asResearcher(unknown));
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.err()).contains("no such study of yours among those to compare");
  }

  private static Object[] withJson(Object[] command) {
    List<Object> all = new ArrayList<>(List.of(command));
    all.add("--json");
    return all.toArray();
  }

  /** The study says that one party has a row more. */
  private void otherRows(Network network) throws Exception {
    String yaml =
        NetworkData.sitesYaml(PARTIES, "rows: 40").replace("cedar: {rows: 40", "cedar: {rows: 41");
    String id = network.submit(Network.write(folder.resolve("other.yaml"), yaml));
    Cli watched = Cli.run(network.asResearcher("study", "watch", id));
    assertThat(watched.exit()).isNotZero();
    assertThat(watched.out() + watched.err())
        .contains(
            "party cedar has another number of rows with all views and a label than the study says (rows: 41)")
        .doesNotContain("at io.parallax");
    Ledger.walk(
        network.folder.resolve("cedar/state/ledger.jsonl"),
        entry -> {
          if (entry.study().equals(id)) {
            assertThat(entry.message()).isIn("Decision", "Failure");
          }
        },
        chain -> {});
  }

  private void sites(Network network) throws Exception {
    Path remote =
        Network.write(folder.resolve("h.yaml"), NetworkData.sitesYaml(PARTIES, "rows: 40"));
    Path here =
        Network.write(
            folder.resolve("h-here.yaml"),
            NetworkData.sitesYaml(
                    PARTIES, "data: {csv: sites/%s.csv, id: id}, labels: {column: num}, rows: 40")
                + "report: {points: 0}\nprotection: {aggregation: plain}\n");
    JsonNode result = network.result(network.submit(remote));
    Cli simulated = Network.good("run", here, "--json", "--out", folder.resolve("h-run"));
    assertThat(result.get("resultHash").asText()).isEqualTo(simulated.hash());
    assertThat(result.get("protection").toString())
        .contains("Each party counted by its number of rows as the study says it");
    sameModel(network, "sites", folder.resolve("h-run"));
    try (var models = Files.list(network.folder.resolve("cedar/state/models"))) {
      Path own =
          models.filter(f -> f.getFileName().toString().startsWith("sites")).findFirst().get();
      String rows = folder.resolve("sites/cedar.csv").toString();
      Cli predicted =
          Network.good(
              "predict",
              "--model",
              own,
              "--party",
              "cedar",
              "--views",
              "history=" + rows + ",blood=" + rows,
              "--out",
              folder.resolve("predicted.csv"));
      assertThat(Files.readAllLines(folder.resolve("predicted.csv")))
          .as(predicted.out())
          .hasSize(41);
    }
    for (String metric :
        List.of("accuracy", "balancedAccuracy", "f1", "sensitivity", "specificity")) {
      assertThat(result.get("metrics").get(metric).get("mean").asDouble())
          .isEqualTo(simulated.json().get("metrics").get(metric).get("mean").asDouble());
    }
  }
}
