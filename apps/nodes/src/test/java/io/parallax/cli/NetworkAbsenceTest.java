package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study whose file says that it goes on without a party, between processes, sums masked. */
@Timeout(300)
class NetworkAbsenceTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar", "aspen");
  private static final String STUDY =
      """
      study: patient
      purpose: to try the program
      method: %s
      mode: paper
      parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}, aspen: {view: d}}
      evaluate: {split: random, test: 0.25, repeats: 1}
      stop: {rounds: 5000, tolerance: 0, lost: continue, wait: 1}
      protection: {aggregation: masked}
      model: false
      """;
  private static final String SETTINGS = "settings: {width: 4, hidden: 4, batch: 16, rate: 0.05}\n";
  @TempDir Path folder;

  @Test
  void aPassivePartyMayLeaveAndComesBackInTheNextSplitWhileTheCoordinatorIsKilled()
      throws Exception {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c", "d");
    try (Network network = Network.ofThreads(folder.resolve("net"), "birch", Network.COORDINATOR)) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        Path rows = folder.resolve("data").resolve("abcd".charAt(p) + ".csv");
        String labels = "labels: {csv: '%s', id: id, column: label}";
        network.party(
            PARTIES.get(p),
            "data: {%s: {csv: '%s', id: id}}\n".formatted("abcd".charAt(p), rows)
                + (p == 0 ? labels.formatted(folder.resolve("data/labels.csv")) : ""),
            "approve: automatic, rounds: 5000");
        network.startParty(PARTIES.get(p));
      }
      refusedWhereEveryPartyIsNeeded(network);
      Path study = Network.write(folder.resolve("study.yaml"), STUDY.formatted("apfed") + SETTINGS);
      String id = network.submit(study);
      reaches(network, id, s -> rounds(s) > 2);
      network.kill("birch");
      int before = rounds(network.study(id));
      reaches(
          network, id, s -> rounds(s) > before + 3 && s.get("late").toString().contains("birch"));
      assertThat(network.output()).contains("birch did not answer: it has been away for 1 s");
      network.kill(Network.COORDINATOR);
      network.startCoordinator();
      int again = rounds(network.study(id));
      reaches(network, id, s -> rounds(s) > again + 3);
      network.startParty("birch");
      reaches(network, id, s -> s.get("late").isEmpty());
      int there = rounds(network.study(id));
      reaches(network, id, s -> rounds(s) > there + 3);
      assertThat(network.output()).doesNotContain("takes part again");
      Network.good(network.asResearcher("study", "stop", id));
      theResultNamesWhoWasMissing(network);
    }
  }

  private void theResultNamesWhoWasMissing(Network network) throws Exception {
    String few =
        STUDY
                .formatted("apfed")
                .replace("study: patient", "study: short")
                .replace("rounds: 5000", "rounds: 24")
                .replace("repeats: 1", "repeats: 2")
                .replace("wait: 1", "wait: 2")
            + SETTINGS;
    String id = network.submit(Network.write(folder.resolve("short.yaml"), few));
    reaches(network, id, s -> rounds(s) > 0);
    network.kill("birch");
    reaches(network, id, s -> network.output().contains("it has been away for 2 s"));
    network.startParty("birch");
    JsonNode result = network.result(id);
    assertThat(result.get("missing").toString()).contains("split 1: without party birch and its");
    JsonNode gap = result.get("bySplit").get(0).get("missing").get("birch");
    assertThat(gap.get("rounds").get(0).get(1).asInt()).isEqualTo(24);
    assertThat(gap.get("end").asBoolean()).isTrue();
    assertThat(result.get("bySplit").get(1).get("missing")).as("it is back").isEmpty();
  }

  private void refusedWhereEveryPartyIsNeeded(Network network) throws InterruptedException {
    Path study = Network.write(folder.resolve("strict.yaml"), STUDY.formatted("vfedmv"));
    Cli refused = Cli.run(network.asResearcher("study", "submit", study));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("stop.lost is 'continue'", "needs every party; remove it");
  }

  private static int rounds(JsonNode study) {
    return study.get("rounds").asInt();
  }

  private static void reaches(Network network, String id, Predicate<JsonNode> wanted)
      throws InterruptedException {
    for (int tries = 0; ; tries++) {
      JsonNode study = network.study(id);
      if (wanted.test(study)) {
        return;
      }
      assertThat(study.get("state").asText())
          .as(study + network.output())
          .isIn("waiting", "queued", "running");
      assertThat(tries).as(study + network.output()).isLessThan(1200);
      Thread.sleep(50);
    }
  }
}
