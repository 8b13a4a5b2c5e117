package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.math.Rng;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are scored without one party between machines; the gate, and a party that lies. */
@Timeout(300)
class NetworkLeftOutTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar", "dogwood");
  private static final int ROWS = 480;
  private static final String REST =
      """
      purpose: to try the program
      method: vfedmv
      evaluate: {split: given, column: part, test: new, repeats: 1}
      stop: {rounds: 10}
      model: false
      seed: 3
      """;
  @TempDir Path folder;

  /** Half of the rows is held out; of these "lie" says another class. */
  private void write() {
    Rng rng = Rng.of(5);
    StringBuilder labels = new StringBuilder("id,label,part\n");
    StringBuilder[] views = new StringBuilder[5];
    for (int v = 0; v < views.length; v++) {
      views[v] = new StringBuilder("id,x,y\n");
    }
    for (int i = 0; i < ROWS; i++) {
      int label = i % 3;
      boolean heldOut = i / 3 % 2 == 0;
      labels.append("p%d,%d,%s\n".formatted(i, label, heldOut ? "new" : "old"));
      for (int v = 0; v < views.length; v++) {
        double angle = 2 * Math.PI * (v == 4 && heldOut ? label + 1 : label) / 3;
        double noise = new double[] {0.5, 0.8, 2, 2, 0.1}[v];
        double x = Math.cos(angle) + noise * rng.gaussian();
        double y = Math.sin(angle) + noise * rng.gaussian();
        views[v].append("p" + i + "," + x + "," + y + "\n");
      }
    }
    Network.write(folder.resolve("data/labels.csv"), labels.toString());
    for (int v = 0; v < views.length; v++) {
      Network.write(folder.resolve("data/" + "abcde".charAt(v) + ".csv"), views[v].toString());
    }
  }

  private String rows(char view) {
    return "%s: {csv: '%s', id: id}".formatted(view, folder.resolve("data").resolve(view + ".csv"));
  }

  private String labels() {
    return "labels: {csv: '%s', id: id, column: label}"
        .formatted(folder.resolve("data/labels.csv"));
  }

  private void parties(Network network) {
    for (int p = 0; p < PARTIES.size(); p++) {
      String more = p == 1 ? ", " + rows('e') : "";
      network.party(
          PARTIES.get(p),
          "data: {%s%s}\n%s".formatted(rows("abcd".charAt(p)), more, p == 0 ? labels() : ""),
          "approve: automatic, allow: [held-out-rows]");
      network.startParty(PARTIES.get(p));
    }
  }

  private Path remote(String name, char second, String check) {
    return Network.write(
        folder.resolve(name + ".yaml"),
        "study: %s\nparties: {maple: {view: a, labels: true}, birch: {view: %s}, cedar: {view: c}, dogwood: {view: d}}\n"
                .formatted(name, second)
            + REST
            + "check: {%s}\n".formatted(check));
  }

  /** Returns the same study in one process. */
  private JsonNode local(String name, String check) {
    StringBuilder text = new StringBuilder("study: " + name + "\nparties:\n");
    for (int p = 0; p < PARTIES.size(); p++) {
      char view = "abcd".charAt(p);
      text.append(
          "  %s: {view: %s, data: {csv: '%s', id: id}%s}\n"
              .formatted(
                  PARTIES.get(p),
                  view,
                  folder.resolve("data").resolve(view + ".csv"),
                  p == 0 ? ", " + labels() : ""));
    }
    Path file =
        Network.write(folder.resolve("local.yaml"), text + REST + "check: {%s}\n".formatted(check));
    return Network.good("run", file, "--json", "--out", folder.resolve("local")).json();
  }

  private static void refused(Network network, Path study, String... why) throws Exception {
    Cli watched = Cli.run(network.asResearcher("study", "watch", network.submit(study)));
    assertThat(watched.exit()).isNotZero();
    assertThat(watched.err()).contains(why);
  }

  @Test
  void itGivesTheBitsOfOneProcessAndNamesALiar() throws Exception {
    write();
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      parties(network);
      JsonNode local = local("honest", "leave-one-out: true");
      JsonNode found = network.result(network.submit(remote("honest", 'b', "leave-one-out: true")));
      assertThat(found.get("resultHash")).isEqualTo(local.get("resultHash"));
      assertThat(found.get("leaveOneOut")).isEqualTo(local.get("leaveOneOut"));
      assertThat(found.at("/metrics/accuracy/mean").asDouble())
          .isCloseTo(local.at("/metrics/accuracy/mean").asDouble(), within(1e-9));
      assertThat(found.at("/left/TestProjections/exchanges").asInt()).isEqualTo(PARTIES.size());
      try (var kept = Files.walk(folder.resolve("net/birch/state/calibration"))) {
        assertThat(kept.filter(Files::isRegularFile)).isEmpty();
      }
      refused(
          network,
          remote("lying", 'e', "leave-one-out: true"),
          "with party birch the study is worse by",
          "submit the study again without it");
      refused(
          network,
          remote("gated", 'e', "gate: true"),
          "the joint model is worse than the label holder's own view");
      JsonNode noted = network.result(network.submit(remote("noted", 'e', "gate: false")));
      assertThat(noted.get("notes").toString()).contains("worse than the label holder's own view");
    }
  }
}
