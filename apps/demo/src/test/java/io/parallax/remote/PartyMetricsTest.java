package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.demo.DemoConsortium;
import io.parallax.party.Ledger;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.party.Policy;
import io.parallax.party.Proposal;
import io.parallax.report.Report;
import io.parallax.run.ByParty;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyRun;
import io.parallax.study.file.StudyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A party's own metric is told only where the study asks for it and every owner allows it. */
@Timeout(300)
class PartyMetricsTest {
  private static final String VIEWS =
      """
      study: views
      purpose: to try the program
      method: %s
      parties:
        st-mary: {view: alphanum%s}
        riverside: {view: special%s}
        northgate: {view: accel%s}
      evaluate: {split: random, test: 0.3, repeats: 2%s}
      stop: {rounds: 20, tolerance: 1e-6}
      model: false
      seed: 7
      """;
  private static final String SITES =
      """
      study: sites
      purpose: to try the program
      method: hfedmv
      views: [keys, motion]
      parties: {st-mary: {%s}, riverside: {%s}, northgate: {%s}}
      evaluate: {split: random, test: 0.3, repeats: 2%s}
      model: false
      seed: 7
      """;
  private static final String ASKED = ", by-party: true";
  @TempDir static Path folder;
  private static DemoConsortium consortium;
  private static ConsortiumResults results;

  @BeforeAll
  static void start() {
    consortium = new DemoConsortium(folder, folder.resolve("runs"), note -> {});
    results = new ConsortiumResults(consortium);
  }

  @AfterAll
  static void end() {
    consortium.close();
  }

  private static JsonNode result(String yaml) throws Exception {
    return results.of(yaml);
  }

  private static JsonNode simulated(String name, String yaml) throws Exception {
    StudyRun.of(
        StudyFile.parse(name, yaml + "report: {points: 0}\n", folder),
        RunOptions.in(folder.resolve("runs").resolve(name)).reportedBy(Report::of));
    return Json.MAPPER.readTree(
        folder.resolve("runs").resolve(name).resolve("result.json").toFile());
  }

  /** Mean of a metric, by party and view. */
  private static Map<String, Double> told(JsonNode result, String metric) {
    Map<String, Double> rows = new LinkedHashMap<>();
    String method = result.path("title").asText();
    boolean views = result.at("/traffic/st-mary/view").asText().contains(",");
    for (var row : result.path("byParty").properties()) {
      for (var party : row.getValue().properties()) {
        String own = result.path("traffic").path(party.getKey()).path("view").asText();
        String view = !row.getKey().equals(method) ? row.getKey() : views ? "all views" : own;
        if (!party.getKey().equals(ByParty.MEAN)) {
          rows.put(
              party.getKey() + "/" + view, party.getValue().path(metric).path("mean").asDouble());
        }
      }
    }
    return rows;
  }

  @Test
  void viewsOfTheSamePeopleAreJudgedByWhoHasTheLabels() throws Exception {
    for (String method : List.of("mmvfl", "vfedmv")) {
      JsonNode without = result(VIEWS.formatted(method, ", labels: true", "", "", ""));
      JsonNode with = result(VIEWS.formatted(method, ", labels: true", "", "", ASKED));
      assertThat(told(without, "accuracy")).isEmpty();
      assertThat(with.path("resultHash")).isEqualTo(without.path("resultHash"));
      String data = ", data: {csv: %s/rows.csv, id: id}";
      String labels = ", labels: {csv: st-mary/labels.csv, id: id, column: depressed}";
      JsonNode here =
          simulated(
              method,
              VIEWS.formatted(
                  method,
                  data.formatted("st-mary") + labels,
                  data.formatted("riverside"),
                  data.formatted("northgate"),
                  ASKED));
      JsonNode own = here.path("byParty").path(method.equals("mmvfl") ? "MMVFL" : "V-FedMV");
      Map<String, Double> told = told(with, "accuracy");
      assertThat(told).containsOnlyKeys("st-mary/alphanum", "riverside/special", "northgate/accel");
      told.forEach(
          (row, value) ->
              assertThat(value)
                  .as(row)
                  .isCloseTo(
                      own.path(row.split("/")[0]).path("accuracy").path("mean").asDouble(),
                      within(1e-12)));
      assertThat(with.path("byParty").findValues("auc")).as("only guesses are told").isEmpty();
    }
  }

  @Test
  void partiesWithPeopleOfTheirOwnJudgeThemselves() throws Exception {
    JsonNode without = result(SITES.formatted("", "", "", ""));
    JsonNode with = result(SITES.formatted("", "", "", ASKED));
    assertThat(told(without, "accuracy")).isEmpty();
    assertThat(with.path("resultHash")).isEqualTo(without.path("resultHash"));
    String data =
        "data: {keys: {csv: %1$s/keys.csv, id: id}, motion: {csv: %1$s/motion.csv, id: id}},"
            + " labels: {csv: %1$s/own-labels.csv, id: id, column: depressed}";
    JsonNode here =
        simulated(
            "sites",
            SITES.formatted(
                data.formatted("st-mary"),
                data.formatted("riverside"),
                data.formatted("northgate"),
                ""));
    Map<String, Double> told = told(with, "balancedAccuracy");
    assertThat(told).hasSize(9).containsKeys("st-mary/all views", "northgate/view motion alone");
    for (String party : DemoConsortium.PARTIES.keySet()) {
      JsonNode own = here.path("byParty").path("H-FedMV").path(party).path("balancedAccuracy");
      assertThat(told.get(party + "/all views")).isEqualTo(own.path("mean").asDouble(2));
    }
    Set<String> left = new TreeSet<>();
    Ledger.walk(
        folder.resolve("riverside/state/ledger.jsonl"),
        entry -> left.add(entry.message() + ": " + entry.protection()),
        chain -> {});
    assertThat(left).contains("OwnMetrics: shown to the coordinator");
  }

  @Test
  void anOwnerSeesItBeforeAndThePolicyHasToAllowIt() throws IOException {
    PartyConfig party = PartyConfig.read(folder.resolve("riverside/party.yaml"));
    for (boolean asked : List.of(true, false)) {
      String yaml = VIEWS.formatted("mmvfl", ", labels: true", "", "", asked ? ASKED : "");
      Map<String, String> keys = Map.of("st-mary", "a", "riverside", "b", "northgate", "c");
      byte[] manifest = NetworkManifest.of(yaml, "ana", new TreeMap<>(keys)).json();
      Proposal proposal = new PartyStudies(party).read(manifest);
      assertThat(proposal.disclosures().contains("view-guesses")).isEqualTo(asked);
      assertThat(proposal.reveals().stream().anyMatch(r -> r.message().equals("ViewGuesses")))
          .isEqualTo(asked);
      assertThat(new String(manifest, StandardCharsets.UTF_8).contains("by-party"))
          .isEqualTo(asked);
      assertThat(party.policy().objections(proposal)).isEmpty();
      assertThat(allowingNothing().objections(proposal))
          .hasSize(asked ? 1 : 0)
          .allMatch(why -> why.rule().contains("it discloses view-guesses"));
    }
  }

  private Policy allowingNothing() throws IOException {
    String file = Files.readString(folder.resolve("riverside/party.yaml"));
    Path other = folder.resolve("riverside/strict.yaml");
    Files.writeString(other, file.replaceAll("  allow: .*\n", ""));
    return PartyConfig.read(other).policy();
  }

  @Test
  void groupsHaveNoMetricByParty() {
    String yaml =
        VIEWS
            .formatted("fedmsgl", ", labels: true", "", "", ASKED)
            .replace("stop:", "clusters: 2\nstop:");
    assertThatThrownBy(() -> StudyFile.remote("the study", yaml))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("evaluate.by-party is for methods that learn labels");
  }
}
