package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** V-FedMV on real digits (UCI Multiple Features): three of the six views, at three parties. */
class HandwrittenTest {
  @TempDir Path dir;

  @Test
  void threeViewsTogetherBeatEveryPairAndEveryViewAlone() {
    JsonNode json =
        run("digits", "best", "zeta: 8, eta: 16", 1, "{rounds: 200, tolerance: 1e-6}", true);
    double accuracy = accuracy(json.get("metrics"));
    assertThat(accuracy).isGreaterThanOrEqualTo(0.95);
    for (String fewer :
        new String[] {
          "kar + fou", "kar + mor", "fou + mor", "kar alone", "fou alone", "mor alone"
        }) {
      assertThat(accuracy(json.get("baselines").get(fewer))).as(fewer).isLessThan(accuracy);
    }
  }

  @Test
  void modeBestReachesTheOptimumInATenthOfTheRounds() {
    String stop = "{rounds: 5000, tolerance: 1e-6}";
    JsonNode paper = run("paper", "paper", "zeta: 16, eta: 1", 1, stop, false);
    JsonNode best = run("best", "best", "zeta: 16, eta: 1", 1, stop, false);
    assertThat(best.get("converged").asBoolean()).isTrue();
    assertThat(paper.get("rounds").asDouble())
        .isGreaterThanOrEqualTo(10 * best.get("rounds").asDouble());
    assertThat(best.get("objective").asDouble())
        .isLessThanOrEqualTo(paper.get("objective").asDouble() * (1 + 1e-6));
  }

  private JsonNode run(
      String name, String mode, String settings, int repeats, String stop, boolean baselines) {
    String study =
        """
        study: %s
        method: vfedmv
        mode: %s
        settings: {beta: 4, %s}
        parties:
          maple:
            view: kar
            data: {csv: %s, id: id}
            labels: {csv: %s, id: id, column: label}
          birch: {view: fou, data: {csv: %s, id: id}}
          cedar: {view: mor, data: {csv: %s, id: id}}
        evaluate: {split: stratified, test: 0.2, repeats: %d}
        stop: %s
        baselines: %b
        protection: {aggregation: plain}
        report: {points: 0}
        seed: 7
        """
            .formatted(
                name,
                mode,
                settings,
                Shared.data("mfeat/view_kar.csv.gz"),
                Shared.data("mfeat/labels.csv"),
                Shared.data("mfeat/view_fou.csv.gz"),
                Shared.data("mfeat/view_mor.csv.gz"),
                repeats,
                stop,
                baselines);
    Path file = SmallStudy.put(dir.resolve(name + ".yaml"), study);
    Cli cli = Cli.run("run", file, "--out", dir.resolve(name), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli.json();
  }

  private static double accuracy(JsonNode metrics) {
    return metrics.at("/accuracy/mean").asDouble(-1);
  }
}
