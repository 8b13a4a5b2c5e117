package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of the party with the target, another one and the coordinator in a masked study of times
 * that tests views by likelihood ratio: it ends with the hash of a run in one process.
 */
@Timeout(600)
class NetworkTargetKillTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final List<String> VICTIMS = List.of("maple", Network.COORDINATOR, "cedar");
  private static final String REST =
      "evaluate: {split: random, test: 0.25, repeats: 3}\nsettings: {likelihood: true}\nseed: 3\n";
  @TempDir Path folder;

  @Test
  void aStudyOfTimesGoesOnAfterKillsToTheSameBits() throws Exception {
    Path here = TargetStudy.write(folder, "time: days, event: event");
    SmallStudy.change(here, "evaluate: {test: 0.25, repeats: 2}\nseed: 3\n", REST);
    JsonNode expected = Network.good("run", here, "--json", "--out", folder.resolve("run")).json();
    try (Network network =
        Network.ofThreads(folder.resolve("net"), VICTIMS.toArray(String[]::new))) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        String view = "abc".substring(p, p + 1);
        String target =
            "target: {csv: '%s', id: id, time: days, event: event}\n"
                .formatted(folder.resolve("target.csv"));
        network.party(
            PARTIES.get(p),
            "data: {%s: {csv: '%s', id: id}}\n".formatted(view, folder.resolve(view + ".csv"))
                + (p == 0 ? target : ""),
            "approve: automatic, splits: 30");
        network.startParty(PARTIES.get(p));
      }
      String id =
          network.submit(
              Network.write(
                  folder.resolve("study.yaml"),
                  "study: killed\npurpose: to try the program\nmethod: joint\nparties: {maple: {view: a, target: time}, birch: {view: b}, cedar: {view: c}}\n"
                      + REST));
      int rounds = 0;
      for (String victim : VICTIMS) {
        rounds = reaches(network, id, rounds + 3);
        network.kill(victim);
        network.start(victim);
        network.up(victim);
      }
      JsonNode result = network.result(id);
      assertThat(result.get("resultHash")).isEqualTo(expected.get("resultHash"));
      assertThat(result.at("/fit/figures")).isEqualTo(expected.at("/fit/figures"));
      ratioOf(network, expected);
    }
  }

  /**
   * Every party has the test of its own view, of the same chi-square as in one process; birch is
   * first.
   */
  private static void ratioOf(Network network, JsonNode expected) throws Exception {
    Path models = network.folder.resolve("birch/state/models");
    try (var all = Files.list(models)) {
      JsonNode own =
          new ObjectMapper().readTree(all.findFirst().orElseThrow().resolve("fit.json").toFile());
      double ratio = own.at("/views/0/likelihoodRatio").asDouble(Double.NaN);
      double wanted = expected.at("/fit/views/0/likelihoodRatio").asDouble();
      assertThat(ratio).isCloseTo(wanted, within(1e-7 * wanted));
    }
  }

  /** Waits until a study has so many rounds, or has ended; gives how many it has. */
  private static int reaches(Network network, String id, int wanted) throws InterruptedException {
    for (int tries = 0; tries < 1500; tries++) {
      JsonNode study = network.study(id);
      int rounds = study.get("rounds").asInt();
      String state = study.get("state").asText();
      if (rounds >= wanted || state.equals("finished")) {
        return rounds;
      }
      assertThat(state).as(study + network.output()).isNotIn("failed", "refused");
      Thread.sleep(20);
    }
    throw new AssertionError("no progress: " + network.study(id) + network.output());
  }
}
