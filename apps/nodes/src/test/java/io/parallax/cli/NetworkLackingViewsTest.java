package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * H-FedMV between nodes with people of their own, some of which lack a view: maple has no columns
 * of it at all. The bits are those of one process.
 */
@Timeout(300)
class NetworkLackingViewsTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar", "oak");

  /** By study, the filling of missing cells, which is each party's own. */
  private static final Map<String, String> FILLED =
      Map.of(
          "exact", "fill: nearest, k: 3, indicator: true",
          "paper", "fill: median",
          "masked", "fill: nearest, indicator: [chol]",
          "each", "fill: mean");

  @TempDir Path folder;

  private Path site(String party) {
    return folder.resolve("sites").resolve(party + ".csv");
  }

  /** Takes the columns of blood out of a party's file. */
  private void withoutBlood(String party) {
    String text = Network.read(site(party));
    List<String> header = List.of(text.lines().findFirst().orElseThrow().split(","));
    Set<Integer> blood = Set.of(header.indexOf("pain"), header.indexOf("chol"));
    Network.write(
        site(party),
        text.lines()
            .map(line -> line.split(","))
            .map(
                cells ->
                    IntStream.range(0, cells.length)
                        .filter(j -> !blood.contains(j))
                        .mapToObj(j -> cells[j])
                        .collect(Collectors.joining(",")))
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private Path study(String name, String more, Set<String> lacking, boolean here) {
    String all = NetworkData.sitesYaml(PARTIES, here ? data() : "");
    for (String party : lacking) {
      all =
          all.replace(
              "  " + party + ": {", "  " + party + ": {lacks: [blood]" + (here ? ", " : ""));
    }
    return Network.write(
        folder.resolve(name + (here ? "-here.yaml" : ".yaml")),
        filled(all, FILLED.get(name))
                .replace("study: sites", "study: " + name)
                .replace("repeats: 2", "repeats: 1")
                .replace("settings: {beta: 0.5, zeta: 2, eta: 1}\n", "")
            + more
            + (here ? "report: {points: 0}\n" : ""));
  }

  /** Puts another treatment of missing cells into a study, of which chol has some. */
  private static String filled(String study, String how) {
    String mean = "missing: {fill: mean, ";
    assertThat(study).contains(mean);
    return study.replace(mean, "missing: {" + how + ", ");
  }

  private String data() {
    return "data: {csv: '" + folder + "/sites/%1$s.csv', id: id}, labels: {column: num}";
  }

  private void party(Network network, String party, boolean blood) {
    network.party(
        party,
        "data: {history: {csv: '%1$s', id: id}%2$s}\nlabels: {csv: '%1$s', id: id, column: num}\n"
            .formatted(
                site(party), blood ? ", blood: {csv: '%s', id: id}".formatted(site(party)) : ""),
        "approve: automatic, minimum-rows: 20, splits: 100, allow: [own-metrics]");
    network.startParty(party);
  }

  @Test
  void thePartiesThatHaveAViewLearnIt() throws Exception {
    NetworkData.sites(folder.resolve("sites"), PARTIES);
    withoutBlood("maple");
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      party(network, "maple", false);
      party(network, "birch", true);
      party(network, "cedar", true);
      party(network, "oak", true); // what a study says it lacks is not used
      Set<String> two = Set.of("maple", "oak");
      String plain = "protection: {aggregation: plain}\n";
      String id = same(network, "exact", plain, two);
      predictsAlone(network, id, "maple", "exact");
      predictsAlone(network, id, "birch", "exact");
      fillsNewRowsInTheSameWay(network);
      byParty(network, plain, two);
      same(network, "paper", "mode: paper\ncertainty: {miscoverage: 0.2}\n" + plain, two);
      same(network, "masked", "settings: {fit: pooled}\n", Set.of("maple"));
    }
  }

  /** Runs a study both ways, and returns its name between nodes. */
  private String same(Network network, String name, String more, Set<String> lacking)
      throws Exception {
    Path out = folder.resolve(name);
    Cli here = Network.good("run", study(name, more, lacking, true), "--json", "--out", out);
    String id = network.submit(study(name, more, lacking, false));
    JsonNode there = network.result(id);
    assertThat(there.get("resultHash").asText()).isEqualTo(here.hash());
    assertThat(there.get("samples").asInt()).isEqualTo(160);
    assertThat(there.at("/metrics/accuracy/mean").asDouble())
        .isEqualTo(here.json().at("/metrics/accuracy/mean").asDouble());
    for (String party : lacking) {
      String note = "party " + party + " lacks the view blood";
      assertThat(there.get("notes").toString()).contains(note);
      assertThat(here.json().get("notes").toString()).contains(note);
    }
    assertThat(there.at("/certainty/coverage")).isEqualTo(here.json().at("/certainty/coverage"));
    return id;
  }

  /** A party scores people by the views that it has, as with the model of one process. */
  private void predictsAlone(Network network, String id, String party, String run)
      throws Exception {
    Path ids = Files.write(folder.resolve("ids.txt"), List.of("p3", "p8"));
    Path file = network.folder.resolve(party + "/party.yaml");
    Cli found = Network.good("predict", "--study", id, "--ids", ids, "--alone", "--party", file);
    boolean blood = !party.equals("maple");
    String views = "history=%1$s%2$s".formatted(site(party), blood ? ",blood=" + site(party) : "");
    Cli here =
        Network.good("predict", "--model", folder.resolve(run), "--views", views, "--party", party);
    for (String row : found.out().lines().skip(1).toList()) {
      assertThat(here.out().lines().toList()).contains(row);
    }
    assertThat(found.out().lines()).hasSize(3);
  }

  /** Birch has gaps of its own and keeps rows for them; maple lacks the view with gaps. */
  private void fillsNewRowsInTheSameWay(Network network) throws Exception {
    for (String party : List.of("maple", "birch")) {
      String part;
      try (var all = Files.walk(network.folder.resolve(party + "/state/models"))) {
        Path kept = all.filter(f -> f.endsWith(party + ".json")).findFirst().orElseThrow();
        part = Files.readString(kept);
      }
      assertThat(part).contains("\"indicated\" : [ 0, 3 ]"); // of pain=none … and chol
      assertThat(part.contains("\"sample\" : [ [")).isEqualTo(party.equals("birch"));
      assertThat(part)
          .isEqualTo(Files.readString(folder.resolve("exact/model/" + party + ".json")));
    }
  }

  /** A view that a party lacks says nothing about its people. */
  private void byParty(Network network, String more, Set<String> lacking) throws Exception {
    Path study = study("each", more, lacking, false);
    String one = Network.read(study).replace("repeats: 1", "repeats: 1, by-party: true");
    JsonNode result = network.result(network.submit(Network.write(study, one)));
    JsonNode rows = result.get("byParty");
    assertThat(rows.at("/view blood alone/birch/accuracy/mean").asDouble()).isPositive();
    assertThat(rows.at("/view blood alone/maple").isMissingNode()).isTrue();
    assertThat(rows.at("/view history alone/maple/accuracy/mean").asDouble()).isPositive();
  }
}
