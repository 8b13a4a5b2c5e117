package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.data.Json;
import io.parallax.demo.DemoConsortium;
import io.parallax.report.Report;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyRun;
import io.parallax.study.file.StudyFile;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Robust sums between machines: of models, not of what is counted before and after training. */
@Timeout(120)
class RobustNetworkTest {
  @TempDir Path folder;

  private static String yaml(String aggregation, UnaryOperator<String> data) {
    StringBuilder yaml =
        new StringBuilder(
            """
            study: robust
            purpose: to try the program
            method: hfedmv
            mode: paper
            views: [keys, motion]
            evaluate: {split: random, test: 0.3, repeats: 1}
            stop: {rounds: 5}
            protection: {aggregation: %s}
            model: false
            seed: 7
            parties:
            """
                .formatted(aggregation));
    DemoConsortium.PARTIES
        .keySet()
        .forEach(party -> yaml.append("  %s: {%s}\n".formatted(party, data.apply(party))));
    return yaml.toString();
  }

  private static JsonNode result(DemoConsortium consortium, String yaml) throws Exception {
    return new ConsortiumResults(consortium).of(yaml);
  }

  private JsonNode simulated(String yaml) throws Exception {
    Path run = folder.resolve("run-" + yaml.hashCode());
    StudyRun.of(
        StudyFile.parse("here", yaml + "report: {points: 0}\n", folder.resolve("net")),
        RunOptions.in(run).reportedBy(Report::of));
    return Json.MAPPER.readTree(run.resolve("result.json").toFile());
  }

  @Test
  void comeToTheBitsAndTheMetricsOfOneProcess() throws Exception {
    String data =
        "data: {keys: {csv: %1$s/keys.csv, id: id}, motion: {csv: %1$s/motion.csv, id: id}},"
            + " labels: {csv: %1$s/own-labels.csv, id: id, column: depressed}";
    try (DemoConsortium consortium =
        new DemoConsortium(folder.resolve("net"), folder.resolve("runs"), note -> {})) {
      for (String aggregation : List.of("median", "trimmed")) {
        JsonNode there = result(consortium, yaml(aggregation, party -> ""));
        JsonNode here = simulated(yaml(aggregation, data::formatted));
        assertThat(there.path("resultHash")).isEqualTo(here.path("resultHash"));
        assertThat(there.at("/metrics/accuracy/mean"))
            .isEqualTo(here.at("/rows/H-FedMV/accuracy/mean"));
      }
    }
  }

  /** The parties cut their rows themselves; how many did so is told in sum, behind masks. */
  @Test
  void rowsThatWereCutAreInTheResult() throws Exception {
    String yaml =
        """
        study: cut
        purpose: to try the program
        method: vfedmv
        parties:
          st-mary: {view: alphanum, labels: true}
          riverside: {view: special}
          northgate: {view: accel}
        evaluate: {split: random, test: 0.3, repeats: 2}
        stop: {rounds: 3}
        protection: {row-clip: %s}
        model: false
        seed: 7
        """;
    try (DemoConsortium consortium =
        new DemoConsortium(folder.resolve("net"), folder.resolve("runs"), note -> {})) {
      assertThat(result(consortium, yaml.formatted("0.01")).path("notes").toString())
          .containsPattern(
              "many rows of [123] of 3 parties are longer than protection.row-clip .0.01.");
      assertThat(result(consortium, yaml.formatted("100")).path("notes")).isEmpty();
    }
  }
}
