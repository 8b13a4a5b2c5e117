package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.math.Rng;
import io.parallax.party.Ledger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of coordinator and parties at random moments, six times in all: every study goes on by
 * itself, in masked, plain and proved sums, and ends with the hash of an undisturbed run in plain
 * ones. More kills: './parallax torture'.
 */
@Timeout(900)
class NetworkKillTest {
  private static final int KILLS = 6;
  private static final int MOST_PAUSE = 100; // ms between two kills: several rounds
  private static final int ROUNDS = 30;
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final double MOST_SECONDS = 5;

  /** What a start takes on a machine with nothing else to do; a busy one is given more time. */
  private static final double USUAL_START_SECONDS = 1.5;

  /** A party that has just started agrees new keys with all others; a proof takes its time. */
  private static final double MASKED_TIMES = 4;

  /** The ways of adding, with the kills in each study and its splits, the last after all kills. */
  private enum Way {
    MASKED(2, 2),
    PLAIN(2, 2),
    PROVED(2, 2);

    private final int kills;
    private final int splits;

    Way(int kills, int splits) {
      this.kills = kills;
      this.splits = splits;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @TempDir Path folder;

  private static String yaml(Way way) {
    return """
        study: killed-%s
        purpose: to try the program
        method: vfedmv
        mode: paper
        settings: {beta: 0.5, zeta: 2, eta: 1}
        parties:
          maple: {view: a%s}
          birch: {view: b%s}
          cedar: {view: c%s}
        evaluate: {split: random, test: 0.25, repeats: %d}
        stop: {rounds: %d, tolerance: 0}
        seed: %d
        """
        .formatted(way.word(), "%s", "%s", "%s", way.splits, ROUNDS, way.ordinal());
  }

  private String undisturbed(Way way) {
    String data = ", data: {csv: data/%s.csv, id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    Path file =
        Network.write(
            folder.resolve("here-" + way + ".yaml"),
            yaml(way)
                    .formatted(
                        data.formatted("a") + labels, data.formatted("b"), data.formatted("c"))
                + "model: false\nreport: {points: 0}\nprotection: {aggregation: plain}\n");
    return Network.good("run", file, "--json", "--out", folder.resolve("run-" + way)).hash();
  }

  @Test
  void everyStudyEndsWithTheUndisturbedHash() throws Exception {
    NetworkData.views(folder.resolve("data"), 400, "a", "b", "c");
    Rng rng = Rng.of(20261115);
    List<Double> times = new ArrayList<>();
    List<String> all = new ArrayList<>(PARTIES);
    all.add(Network.COORDINATOR);
    try (Network network = new Network(folder.resolve("net"))) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        Path rows = folder.resolve("data").resolve("abc".charAt(p) + ".csv");
        Path truth = folder.resolve("data/labels.csv");
        network.party(
            PARTIES.get(p),
            "data: {%s: {csv: '%s', id: id}}\n".formatted("abc".charAt(p), rows)
                + (p == 0 ? "labels: {csv: '%s', id: id, column: label}".formatted(truth) : ""),
            "approve: automatic, splits: 75");
        network.startParty(PARTIES.get(p));
      }
      for (Way way : Way.values()) {
        Path study =
            Network.write(
                folder.resolve("study-" + way + ".yaml"),
                yaml(way).formatted(", labels: true", "", "")
                    + "protection: {aggregation: %s}\n".formatted(way.word()));
        String id = network.submit(study);
        int rounds = reaches(network, id, 1);
        for (int kill = 0; kill < way.kills; kill++) {
          String victim = all.get((int) (rng.uniform() * all.size()));
          Thread.sleep((long) (rng.uniform() * MOST_PAUSE));
          assertThat(network.study(id).get("state").asText()).isEqualTo("running");
          network.kill(victim);
          long began = System.nanoTime();
          network.start(victim);
          network.up(victim);
          double start = (System.nanoTime() - began) / 1e9;
          rounds = reaches(network, id, rounds + 1);
          double progress = (System.nanoTime() - began) / 1e9;
          times.add(progress);
          assertThat(progress)
              .as("progress after the restart of %s, which took %.1f s", victim, start)
              .isLessThan(
                  (way == Way.PLAIN ? 1 : MASKED_TIMES)
                      * MOST_SECONDS
                      * Math.max(1, start / USUAL_START_SECONDS));
        }
        JsonNode result = network.result(id);
        assertThat(result.get("resultHash").asText())
            .as("study in %s sums", way.word())
            .isEqualTo(undisturbed(way));
        assertThat(result.get("rounds").asInt()).isEqualTo(ROUNDS);
        PARTIES.forEach(party -> redoneAtMostOnceAKill(network, party, id, way));
        if (way == Way.PROVED) {
          assertThat(result.get("notes").toString()).containsPattern("proved: \\d+ of \\d+ sums");
        }
      }
      times.sort(null);
      System.out.printf(
          "%d kills; progress again after %.1f s (median) and %.1f s (slowest) of a restart, the start"
              + " of Java included%n",
          KILLS, times.get(KILLS / 2), times.get(KILLS - 1));
    }
  }

  /** A kill makes a party answer two exchanges again, and no more; others mask theirs anew. */
  private static void redoneAtMostOnceAKill(Network network, String party, String id, Way way) {
    Set<String> exchanges = new HashSet<>();
    List<String> again = new ArrayList<>();
    Ledger.walk(
        network.folder.resolve(party).resolve("state/ledger.jsonl"),
        entry -> {
          String exchange = entry.part() + " " + entry.exchange();
          boolean training =
              entry.study().equals(id)
                  && entry.part().startsWith("split")
                  && !entry.message().equals("MaskKeys");
          if (training && !exchanges.add(exchange)) {
            again.add(exchange);
          }
        },
        chain -> {});
    assertThat(exchanges.size()).as(party).isGreaterThan(way.splits * ROUNDS);
    assertThat(again).as("what %s answered again", party).hasSizeLessThanOrEqualTo(2 * way.kills);
  }

  /** Waits until a study has so many rounds, or has ended; gives how many it has. */
  private static int reaches(Network network, String id, int wanted) throws InterruptedException {
    for (int tries = 0; tries < 600; tries++) {
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
