package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.math.Rng;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sequences between machines: FedMood comes to the bits of one process there, too. */
@Timeout(300)
class NetworkSequenceTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final String TIMING =
      "timing: {csv: '%1$s.csv', id: session, time: press, columns: [hold], gap: true}";
  private static final String KINDS =
      "kinds: {csv: '%1$s.csv', id: session, time: press, columns: [group]}";
  private static final String LABELS =
      "labels: {csv: '%1$s-labels.csv', id: session, column: label}";

  @TempDir Path folder;

  private static String yaml(String ofParty) {
    StringBuilder yaml =
        new StringBuilder(
            """
            study: keys
            purpose: to try the program
            method: fedmood
            settings: {fusion: dmvm, units: 3, epochs: 2, batch: 8, rate: 0.01}
            views: [timing, kinds]
            categorical: {group: [letter, space]}
            clip: {hold: [0, 5]}
            evaluate: {split: random, test: 0.25, repeats: 1}
            stop: {rounds: 4}
            seed: 3
            parties:
            """);
    PARTIES.forEach(p -> yaml.append("  %s: {%s}\n".formatted(p, ofParty.formatted(p))));
    return yaml.toString();
  }

  /** Sessions of other people at every party, some longer at one than at the others. */
  private void write(String party, int more) {
    Rng rng = Rng.of(9).child(party);
    StringBuilder keys = new StringBuilder("session,press,group,hold\n");
    StringBuilder labels = new StringBuilder("session,label\n");
    for (int s = 0; s < 24; s++) {
      boolean ill = s % 2 == 1;
      labels.append("p%d,%s\n".formatted(s, ill ? "ill" : "well"));
      double press = 0;
      for (int k = 0; k < 3 + s % 7 + more; k++) {
        press += 0.2 + (ill ? 0.1 : 0) + 0.05 * rng.uniform();
        double hold = 0.1 + (ill ? 0.05 : 0) + 0.02 * rng.gaussian();
        String group = rng.chance(0.3) ? "space" : "letter";
        keys.append("p%d,%s,%s,%s\n".formatted(s, press, group, hold));
      }
    }
    Network.write(folder.resolve(party + ".csv"), keys.toString());
    Network.write(folder.resolve(party + "-labels.csv"), labels.toString());
  }

  @Test
  void fedMoodComesToTheSameBitsAsInOneProcess() throws Exception {
    for (int p = 0; p < PARTIES.size(); p++) {
      write(PARTIES.get(p), p);
    }
    String data = "data: {" + TIMING + ", " + KINDS + "}, " + LABELS;
    Path here =
        Network.write(
            folder.resolve("here.yaml"), yaml(data) + "model: false\nreport: {points: 0}\n");
    Cli simulated = Network.good("run", here, "--json", "--out", folder.resolve("run"));
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      for (String party : PARTIES) {
        String place = folder.resolve(party).toString();
        String section = "data:\n  %s\n  %s\n%s\n".formatted(TIMING, KINDS, LABELS);
        network.party(
            party,
            section.formatted(place),
            "minimum-parties: 3, minimum-rows: 24, approve: automatic");
        network.startParty(party);
      }
      Path remote = Network.write(folder.resolve("remote.yaml"), yaml(""));
      JsonNode result = network.result(network.submit(remote));
      assertThat(result.get("resultHash").asText()).isEqualTo(simulated.hash());
    }
  }
}
