package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Numbers, counts and times between nodes, over mutual TLS and masked: the bits and metrics of a
 * run in one process; coefficients stay with their owners.
 */
@Timeout(600)
class NetworkTargetTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final String STRATA = "time: days, event: event, stratum: ward, weight: area";
  private static final String EVALUATE = "evaluate: {split: random, test: 0.25, repeats: 1}\n";
  private static final String ROTTERDAM =
      "target: {csv: '%s', id: id, time: rfs_days, event: rfs_event}";
  private static final String EVEN = EVALUATE.replace("random", "stratified");

  /** A cell that no sentence may have. */
  private static final String CELL = "98765";

  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir Path folder;

  /** Starts the parties; maple offers its rows under three names, each with another target. */
  private void parties(Network network) {
    String maple =
        """
        data: {a: {csv: '%1$s', id: id}, n: {csv: '%1$s', id: id}, k: {csv: '%1$s', id: id}, z: {csv: '%1$s', id: id}}
        target:
          a: {csv: '%2$s', id: id, time: days, event: event, stratum: ward, weight: area}
          n: {csv: '%2$s', id: id, column: grams}
          k: {csv: '%2$s', id: id, column: skips, kind: count, exposure: area}
          z: {csv: '%3$s', id: id, time: days, event: event}
        """
            .formatted(
                folder.resolve("a.csv"), folder.resolve("target.csv"), folder.resolve("bad.csv"));
    List<String> rows = SmallStudy.read(folder.resolve("target.csv")).lines().toList();
    String first = rows.get(1).replaceAll("^((?:[^,]*,){4})[^,]*", "$1-" + CELL);
    SmallStudy.put(folder.resolve("bad.csv"), rows.get(0) + "\n" + first + "\n");
    for (int p = 0; p < PARTIES.size(); p++) {
      String view = "abc".substring(p, p + 1);
      String own = "data: {%s: {csv: '%s', id: id}}".formatted(view, folder.resolve(view + ".csv"));
      String allowed = "approve: automatic, allow: [coefficients, held-out-rows], splits: 30";
      network.party(PARTIES.get(p), p == 0 ? maple : own, allowed);
      network.startParty(PARTIES.get(p));
    }
  }

  private Path study(String name, String target, String more) {
    return study(name, "a", target, more);
  }

  private Path study(String name, String view, String target, String more) {
    return Network.write(
        folder.resolve(name + ".yaml"),
        """
        study: %s
        purpose: to try the program
        method: joint
        parties: {maple: {view: %s, target: %s}, birch: {view: b}, cedar: {view: c}}
        %s%s
        seed: 3
        """
            .formatted(name, view, target, EVALUATE, more));
  }

  /** The same study in one process. */
  private JsonNode simulated(String name, String columns, String evaluate) {
    Path study = TargetStudy.write(folder, columns);
    SmallStudy.change(study, "evaluate: {test: 0.25, repeats: 2}\n", evaluate);
    Cli run = Network.good("run", study, "--json", "--out", folder.resolve(name + "-run"));
    return run.json();
  }

  private static void sameMetrics(JsonNode between, JsonNode here) {
    assertThat(between.get("resultHash")).isEqualTo(here.get("resultHash"));
    List<String> metrics = new ArrayList<>();
    here.get("metrics").fieldNames().forEachRemaining(metrics::add);
    assertThat(metrics).hasSizeGreaterThan(1);
    for (String metric : metrics) {
      double mean = here.at("/metrics/" + metric + "/mean").asDouble();
      assertThat(between.at("/metrics/" + metric + "/mean").asDouble(Double.NaN))
          .as(metric)
          .isCloseTo(mean, within(5e-4 * Math.max(1e-3, Math.abs(mean)))); // four digits are told
    }
  }

  @Test
  void timesComeToTheSameBitsAndCoefficientsStayWithTheirOwners() throws Exception {
    JsonNode here = simulated("times", "time: days, event: event", EVALUATE);
    JsonNode even = simulated("even", "time: days, event: event", EVEN);
    JsonNode strata = simulated("strata", STRATA, EVALUATE);
    JsonNode numbers = simulated("numbers", "column: grams", EVALUATE);
    JsonNode counts = simulated("counts", "column: skips, kind: count, exposure: area", EVALUATE);
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      parties(network);
      JsonNode times = network.result(network.submit(study("times", "time", "")));
      sameMetrics(times, here);
      assertThat(times.at("/fit/coefficients")).isEmpty();
      assertThat(times.at("/fit/figures")).isEqualTo(here.at("/fit/figures"));
      ownCoefficients(network, here);
      Path shared = study("even", "time", "");
      SmallStudy.change(shared, EVALUATE, EVEN); // maple says which rows are held out
      sameMetrics(network.result(network.submit(shared)), even);
      assertThat(even.get("resultHash")).isNotEqualTo(here.get("resultHash"));
      String stratified = "{kind: time, stratum: true, weight: true}";
      sameMetrics(network.result(network.submit(study("strata", stratified, ""))), strata);
      sameMetrics(network.result(network.submit(study("numbers", "n", "number", ""))), numbers);
      String counted = "{kind: count, exposure: true}";
      sameMetrics(network.result(network.submit(study("counts", "k", counted, ""))), counts);
      String open = "settings: {disclose: true}";
      JsonNode told = network.result(network.submit(study("told", "time", open)));
      List<JsonNode> all = new ArrayList<>();
      here.at("/fit/coefficients").forEach(all::add);
      sameCoefficients(told.get("fit"), all);
      assertThat(told.at("/fit/views")).hasSize(3);
      refusals(network);
      doctor(network);
    }
  }

  /** Every party finds its own in its model's folder, and no other's. */
  private void ownCoefficients(Network network, JsonNode here) throws IOException {
    Path models = network.folder.resolve("birch/state/models");
    Path model;
    try (var all = Files.list(models)) {
      model = all.findFirst().orElseThrow();
    }
    JsonNode own = JSON.readTree(model.resolve("fit.json").toFile());
    List<JsonNode> expected = new ArrayList<>();
    here.at("/fit/coefficients").forEach(expected::add);
    expected.removeIf(one -> !one.get("party").asText().equals("birch"));
    sameCoefficients(own, expected);
    String shown = Network.good("explain", "--model", model).out();
    assertThat(shown)
        .contains("b0", "b1", "hazard ratio", "95 % interval", "[maple, cedar] are not here")
        .doesNotContain("a0");
  }

  /** Standard errors are those of mixtures that each party draws by its own secret. */
  private static void sameCoefficients(JsonNode fit, List<JsonNode> expected) {
    assertThat(fit.get("coefficients")).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      JsonNode found = fit.get("coefficients").get(i);
      for (String key : List.of("party", "view", "column", "value")) {
        assertThat(found.get(key)).isEqualTo(expected.get(i).get(key));
      }
      for (String key : List.of("error", "low", "high", "z", "p")) {
        double number = expected.get(i).get(key).asDouble();
        assertThat(found.get(key).asDouble())
            .as(key)
            .isCloseTo(number, within(1e-9 * Math.abs(number)));
      }
    }
  }

  private void refusals(Network network) throws Exception {
    refused(network, "other", "count", "a target of kind count of party maple");
    refused(network, "late", "{kind: time, entry: true}", "wants entry of the target of party");
    refused(
        network, study("bad", "z", "time", ""), "time in row 1 cannot be used; it must be above");
  }

  private void refused(Network network, String name, String target, String words) throws Exception {
    refused(network, study(name, target, ""), words);
  }

  private void refused(Network network, Path study, String words) throws Exception {
    Cli watched = Cli.run(network.asResearcher("study", "watch", network.submit(study)));
    assertThat(watched.exit()).isNotZero();
    assertThat(watched.err() + watched.out()).contains(words).doesNotContain(CELL);
  }

  private static void doctor(Network network) {
    Cli doctor = Cli.run("doctor", network.folder.resolve("maple/party.yaml"));
    assertThat(doctor.out()).contains("target a", "kind time");
  }

  /**
   * Three laboratories that hold the columns of R's vector, each a node of its own: its
   * coefficients and errors, the bits of one process, and what was summed and sent.
   */
  @Test
  void rotterdamBetweenNodesComesToTheTableOfR() throws Exception {
    JsonNode expected =
        JSON.readTree(Shared.regression().resolve("cox_rotterdam_rfs_efron.json").toFile());
    List<String> views = List.of("patient", "tumour", "receptors");
    StringBuilder here = new StringBuilder();
    StringBuilder between = new StringBuilder();
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        String name = PARTIES.get(p);
        String view = views.get(p);
        String rows =
            "{csv: '%s', id: id}".formatted(Shared.data("rotterdam/view_" + view + ".csv.gz"));
        String target = p == 0 ? ROTTERDAM.formatted(Shared.data("rotterdam/labels.csv")) : "";
        here.append("  %s: {view: %s, data: %s, %s}\n".formatted(name, view, rows, target));
        between.append(
            "  %s: {view: %s%s}\n".formatted(name, view, p == 0 ? ", target: time" : ""));
        network.party(
            name,
            "data: {%s: %s}\n%s".formatted(view, rows, target),
            "approve: automatic, allow: [coefficients]");
        network.startParty(name);
      }
      String id =
          network.submit(rotterdam("between", between.append("settings: {disclose: true}\n")));
      long began = System.nanoTime();
      JsonNode result = network.result(id);
      double seconds = (System.nanoTime() - began) / 1e9;
      sameAsR(result.at("/fit/coefficients"), expected);
      System.out.printf(
          "Rotterdam between nodes, masked: %.1f s, its one split %.1f s%n",
          seconds, result.get("seconds").asDouble());
      summedAndSent(result, network.text("/v1/studies/" + id + "/report"));
      assertThat(seconds).isLessThan(120); // 20 s on a quiet machine
      sameMetrics(
          result,
          Network.good("run", rotterdam("here", here), "--json", "--out", folder.resolve("run"))
              .json());
    }
  }

  /** The report has how often each message was summed, and each party's bytes. */
  private static void summedAndSent(JsonNode result, String page) {
    assertThat(page).contains(">submitted<", LocalDate.now(ZoneOffset.UTC).getYear() + "-");
    int images = result.at("/left/Image/exchanges").asInt();
    assertThat(images).isBetween(20, 40);
    assertThat(result.at("/left/Image/onlyInSum").asBoolean()).isTrue();
    assertThat(result.at("/left/Image/bytes").asInt()).isGreaterThan(3 * images * 8 * 2385);
    for (String party : PARTIES) {
      assertThat(result.at("/traffic/" + party + "/up").asInt()).isBetween(500_000, 2_000_000);
    }
    assertThat(page)
        .containsPattern(
            "<td>Image</td><td>" + images + "</td><td>1\\.3 MB</td><td[^>]*>only the sum<")
        .containsPattern("<td>maple</td><td[^>]*>patient</td><td>2,982</td><td>[\\d.]+ kB</td>")
        .contains("Sums were masked", "sizeOver50", "1.914"); // a hazard ratio
  }

  private Path rotterdam(String file, CharSequence parties) {
    return Network.write(
        folder.resolve(file + ".yaml"),
        """
        study: rotterdam
        purpose: to try the program
        method: joint
        parties:
        %sevaluate: {split: random, test: 0.2, repeats: 1}
        seed: 7
        """
            .formatted(parties));
  }

  private static void sameAsR(JsonNode found, JsonNode expected) {
    int compared = 0;
    for (JsonNode one : found) {
      JsonNode part = expected.get("parts").get(one.get("view").asText());
      int at = 0;
      while (!part.get("columns").get(at).equals(one.get("column"))) {
        at++;
      }
      double value = part.get("coefficients").get(at).asDouble();
      double error = part.get("standard_errors").get(at).asDouble();
      assertThat(one.get("value").asDouble()).isCloseTo(value, within(1e-8 * Math.abs(value)));
      assertThat(one.get("error").asDouble()).isCloseTo(error, within(1e-6 * error));
      compared++;
    }
    assertThat(compared).isEqualTo(10);
  }
}
