package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Numbers, counts and times of different people between processes, masked: the bits of a run in one
 * process, and its metrics, from sums over the parties' held-out rows.
 */
@Timeout(600)
class NetworkTargetSitesTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final String TIMES = "time: days, event: event, stratum: ward";
  private static final String NUMBERS = "column: grams";
  private static final String COUNTS = "column: skips, kind: count, exposure: area";
  private static final String GRID = "settings: {grid: 5, likelihood: true}\n";
  private static final String OPEN = GRID.replace("{", "{disclose: true, ");
  @TempDir Path folder;

  /** All columns are in one view, whose name says which target a party's file has for it. */
  private Path study(String view, String party, String more) {
    StringBuilder text =
        new StringBuilder(
            "study: " + view + "\npurpose: to try the program\nmethod: hregression\nseed: 3\n");
    text.append("views: {").append(view).append(": [a0, a1, b0, b1, c0]}\n").append(more);
    // with 82 training rows a party and 84 held-out rows all sums of counts are told
    text.append("evaluate: {split: random, test: 0.25, repeats: 1}\nparties:\n");
    PARTIES.forEach(name -> text.append("  %1$s: {%2$s}\n".formatted(name, party.formatted(name))));
    return Network.write(folder.resolve(view + ".yaml"), text.toString());
  }

  private JsonNode simulated(String view, String target, String more) {
    Path study = study(view, "data: {csv: %s.csv, id: id}, target: {" + target + "}", more);
    return Network.good("run", study, "--json", "--out", folder.resolve(view)).json();
  }

  private void party(Network network, String party) {
    String file = "{csv: '%s', id: id}".formatted(folder.resolve(party + ".csv"));
    network.party(
        party,
        "data: {a: %1$s, n: %1$s, k: %1$s}\ntarget: {a: {%2$s}, n: {%3$s}, k: {%4$s}}\n"
            .formatted(file, TIMES, NUMBERS, COUNTS),
        "approve: automatic, splits: 30, allow: [coefficients]");
    network.startParty(party);
  }

  private static void same(JsonNode between, JsonNode here, String... metrics) {
    assertThat(between.get("resultHash")).isEqualTo(here.get("resultHash"));
    for (String metric : metrics) {
      double mean = here.at("/metrics/" + metric + "/mean").asDouble();
      assertThat(between.at("/metrics/" + metric + "/mean").asDouble(Double.NaN))
          .as(metric)
          .isCloseTo(mean, within(1e-9 * Math.abs(mean)));
    }
  }

  @Test
  void everyKindHasTheSameBitsAndSumsGiveItsMetrics() throws Exception {
    TargetStudy.spread(folder, PARTIES, 330);
    JsonNode times = simulated("a", TIMES, GRID);
    JsonNode numbers = simulated("n", NUMBERS, "");
    JsonNode counts = simulated("k", COUNTS, "");
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      PARTIES.forEach(party -> party(network, party));
      JsonNode between =
          network.result(network.submit(study("a", "target: {kind: time, stratum: true}", OPEN)));
      same(between, times);
      assertThat(between.at("/metrics/concordance/mean").asDouble())
          .isCloseTo(times.at("/metrics/concordance/mean").asDouble(), within(0.08));
      assertThat(between.toString())
          .contains("Metrics of times compare people of the same party only");
      assertThat(between.at("/metrics/unoConcordance").isMissingNode()).isTrue(); // few rows
      sameCoefficients(between.get("fit"), times.get("fit"));
      everyPartyHasTheModel(network);
      same(
          network.result(network.submit(study("n", "target: number", ""))),
          numbers,
          "rmse",
          "mae",
          "rSquared",
          "calibrationSlope");
      String exposed = "target: {kind: count, exposure: true}";
      JsonNode counted = network.result(network.submit(study("k", exposed, "")));
      same(counted, counts, "poissonDeviance", "explainedDeviance");
      assertThat(counted.at("/metrics/calibrationSlope/mean").asDouble())
          .isCloseTo(counts.at("/metrics/calibrationSlope/mean").asDouble(), within(1e-3));
    }
  }

  private static void sameCoefficients(JsonNode between, JsonNode here) {
    assertThat(between.get("coefficients")).hasSize(5).isEqualTo(here.get("coefficients"));
    assertThat(between.get("views")).isEqualTo(here.get("views"));
    assertThat(between.at("/views/0/likelihoodRatio").asDouble()).isPositive();
  }

  private static void everyPartyHasTheModel(Network network) throws IOException {
    try (var all = Files.list(network.folder.resolve("cedar/state/models"))) {
      String shown = Network.good("explain", "--model", all.findFirst().orElseThrow()).out();
      assertThat(shown).contains("a0", "c0", "hazard ratio", "95 % interval");
    }
  }
}
