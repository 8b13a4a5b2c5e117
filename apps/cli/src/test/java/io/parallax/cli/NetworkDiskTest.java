package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator whose disk is full in the middle of a study. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class NetworkDiskTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final int ROOM_KIBIBYTES = 4 << 10; // the sums of the study need more
  @TempDir Path folder;

  private static final String STUDY =
      """
      study: large
      method: vfedmv
      mode: paper
      parties:
        maple: {view: a%s}
        birch: {view: b%s}
        cedar: {view: c%s}
      evaluate: {split: stratified, test: 0.25, repeats: 1}
      stop: {rounds: 300, tolerance: 0}
      model: false
      """;

  @Test
  void theStudyStopsWithANamedErrorAndGoesOnToTheSameBitsWhenThereIsRoom() throws Exception {
    NetworkData.views(folder.resolve("data"), 9000, "a", "b", "c");
    String data = ", data: {csv: data/%s.csv, id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    Path here =
        Network.write(
            folder.resolve("here.yaml"),
            STUDY.formatted(data.formatted("a") + labels, data.formatted("b"), data.formatted("c"))
                + "report: {points: 0}\n");
    String expected = Network.good("run", here, "--json", "--out", folder.resolve("run")).hash();
    try (Network network = new Network(folder.resolve("net"))) {
      network.coordinator();
      network.kill(Network.COORDINATOR);
      network.startCoordinatorWithin(ROOM_KIBIBYTES);
      for (int p = 0; p < PARTIES.size(); p++) {
        Path rows = folder.resolve("data").resolve("abc".charAt(p) + ".csv");
        String truth = "labels: {csv: '%s', id: id, column: label}";
        network.party(
            PARTIES.get(p),
            "data: {%s: {csv: '%s', id: id}}\n".formatted("abc".charAt(p), rows)
                + (p == 0 ? truth.formatted(folder.resolve("data/labels.csv")) : ""),
            "approve: automatic");
        network.startParty(PARTIES.get(p));
      }
      Path study =
          Network.write(folder.resolve("study.yaml"), STUDY.formatted(", labels: true", "", ""));
      String id = network.submit(study);
      Cli watched = Cli.run(network.asResearcher("study", "watch", id));
      assertThat(watched.exit()).as(watched.err() + network.output()).isEqualTo(1);
      assertThat(watched.err()).contains("failed", "cannot write", "rounds.log");
      assertThat(network.study(id).get("rounds").asInt()).isPositive();
      assertThat(network.alive(Network.COORDINATOR)).isTrue();
      network.kill(Network.COORDINATOR);
      network.startCoordinator();
      Network.good(network.asResearcher("study", "resume", id));
      assertThat(network.result(id).get("resultHash").asText()).isEqualTo(expected);
    }
  }
}
