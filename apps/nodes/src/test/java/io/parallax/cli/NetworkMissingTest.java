package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Missing cells between machines: each party fills its own, and keeps what it fills them by. */
@Timeout(300)
class NetworkMissingTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir Path folder;

  private static String study(String data) {
    return """
        study: gaps
        purpose: to try the program
        method: joint
        parties: {%s}
        missing: {fill: nearest, k: 3, values: {b0: [-9]}, indicator: true}
        evaluate: {split: random, test: 0.25, repeats: 1}
        stop: {rounds: 5}
        seed: 3
        """
        .formatted(data);
  }

  @Test
  void cellsAreFilledToTheSameBitsAsInOneProcess() throws Exception {
    SmallStudy.write(folder);
    Path b = folder.resolve("b.csv");
    String gaps = SmallStudy.read(b).replaceAll("\n(p[147]),[^,]*,", "\n$1,,");
    SmallStudy.put(b, gaps.replaceAll("\n(p[258]),[^,]*,", "\n$1,-9,"));
    String labels = ", labels: {csv: labels.csv, id: id, column: label}";
    String here =
        "maple: {view: a, data: {csv: a.csv, id: id}%s}, birch: {view: b, data: {csv: b.csv, id: id}}, cedar: {view: c, data: {csv: c.csv, id: id}}"
            .formatted(labels);
    Path local = Network.write(folder.resolve("here.yaml"), study(here) + "report: {points: 0}\n");
    Cli simulated = Network.good("run", local, "--json", "--out", folder.resolve("run"));
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        String view = "abc".substring(p, p + 1);
        String own = "data: {%s: {csv: '%s', id: id}}\n";
        String truth = "labels: {a: {csv: '%s', id: id, column: label}}\n";
        network.party(
            PARTIES.get(p),
            own.formatted(view, folder.resolve(view + ".csv"))
                + (p == 0 ? truth.formatted(folder.resolve("labels.csv")) : ""),
            "minimum-parties: 3, approve: automatic");
        network.startParty(PARTIES.get(p));
      }
      Path remote =
          Network.write(
              folder.resolve("remote.yaml"),
              study("maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}"));
      JsonNode result = network.result(network.submit(remote));
      assertThat(result.get("resultHash").asText()).isEqualTo(simulated.hash());
      assertThat(result.at("/data/rows/parties/birch/used").asInt()).isEqualTo(SmallStudy.ROWS);
      assertThat(result.at("/data/rows/classes")).as("nobody tells them").isEmpty();
      assertThat(result.at("/data/rows/parties/birch/has").asInt())
          .as("the alignment tells it")
          .isEqualTo(SmallStudy.ROWS);
      String part = Files.readString(part(network));
      assertThat(part).contains("\"sample\"", "\"neighbours\" : 3", "\"indicated\" : [ 0 ]");
      assertThat(part).isEqualTo(Files.readString(folder.resolve("run/model/birch.json")));
    }
  }

  private static Path part(Network network) throws Exception {
    try (var all = Files.walk(network.folder.resolve("birch/state/models"))) {
      return all.filter(file -> file.endsWith("birch.json")).findFirst().orElseThrow();
    }
  }
}
