package io.parallax.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trainings of a study or an experiment as tasks of Spark. */
class SweepTest {
  private static final int TRAININGS = 4 * 4 * 3 * 2; // points, sets of views, parts, splits
  @TempDir Path folder;
  private Path study;

  @BeforeEach
  void write() throws IOException {
    StringBuilder labels = new StringBuilder("id,label\n");
    for (int i = 0; i < 90; i++) {
      labels.append("p%d,%s%n".formatted(i, i % 2 == 0 ? "well" : "ill"));
    }
    Files.writeString(folder.resolve("labels.csv"), labels);
    for (String view : List.of("a", "b", "c")) {
      Files.writeString(folder.resolve(view + ".csv"), table(Rng.of(17).child(view)));
    }
    study =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            study: sweep
            method: vfedmv
            mode: best
            parties:
              maple: {view: a, data: {csv: a.csv, id: id}, labels: {csv: labels.csv, id: id, column: label}}
              birch: {view: b, data: {csv: b.csv, id: id}}
              cedar: {view: c, data: {csv: c.csv, id: id}}
            evaluate: {split: stratified, test: 0.25, repeats: 2}
            stop: {rounds: 100, tolerance: 1e-6}
            search: {eta: [0.5, 4], beta: [0.5, 8], folds: 3}
            baselines: true
            model: false
            report: {points: 0}
            seed: 3
            """);
  }

  private static String table(Rng rng) {
    StringBuilder csv = new StringBuilder("id,x,y,z\n");
    for (int i = 0; i < 90; i++) {
      double shift = i % 2 == 0 ? 0.8 : 0;
      csv.append(
          "p%d,%s,%s,%s%n"
              .formatted(i, rng.gaussian() + shift, rng.gaussian() + shift, rng.gaussian()));
    }
    return csv.toString();
  }

  @Test
  void aClusterFindsTheSameTableAlsoWhenAWorkerDies() throws Exception {
    JsonNode expected = run("here");
    StandaloneCluster cluster = new StandaloneCluster(2);
    CompletableFuture<Long> killed = CompletableFuture.supplyAsync(() -> killLater(cluster));
    assertThat(run("there", on(cluster))).isEqualTo(expected);
    assertThat(killed.join()).as("trainings done before").isBetween(1L, TRAININGS - 1L);
    refused(
        "Spark's workers cannot find Parallax",
        on(cluster, "--engine-setting", "spark.executor.extraClassPath=/nowhere"));
    for (String split : List.of("split-01", "split-02")) {
      assertThat(searched("there", split)).isEqualTo(searched("here", split)).hasSize(78);
      assertThat(folder.resolve("there").resolve(split).resolve("predictions.csv"))
          .hasSameTextualContentAs(
              folder.resolve("here").resolve(split).resolve("predictions.csv"));
    }
  }

  private static String[] on(StandaloneCluster cluster, String... more) {
    List<String> words = new ArrayList<>(List.of("--engine", cluster.url()));
    for (String setting :
        List.of(
            "spark.executor.memory=512m",
            "spark.driver.host=127.0.0.1",
            "spark.driver.bindAddress=127.0.0.1")) {
      words.addAll(List.of("--engine-setting", setting));
    }
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  /** Kills an executor when some trainings are done, but not all. */
  private long killLater(StandaloneCluster cluster) {
    try {
      for (int tries = 0; tries < 6000; tries++) {
        long done = searched("there", "split-01").size() + searched("there", "split-02").size();
        if (done > 3) {
          cluster.kill(0);
          return done;
        }
        Thread.sleep(20);
      }
      return 0;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anInterruptedSweepGoesOnWithOrWithoutTheEngine() throws IOException {
    JsonNode expected = run("here");
    assertThat(run("there", "--engine", "local[2]")).isEqualTo(expected);
    interrupted();
    assertThat(run("there")).isEqualTo(expected);
    interrupted();
    assertThat(run("there", "--engine", "local[2]")).isEqualTo(expected);
  }

  /** As if the second split had got no further than its fifth candidate. */
  private void interrupted() throws IOException {
    Path there = folder.resolve("there");
    Files.delete(there.resolve("result.json"));
    Files.delete(there.resolve("split-02.json"));
    Files.delete(there.resolve("split-02/rounds.log"));
    Path log = there.resolve("split-02/search.log");
    Files.write(log, Files.readAllLines(log).subList(0, 5));
  }

  @Test
  void anExperimentFindsTheSame() throws IOException {
    String data = System.getenv("PARALLAX_DATA");
    assumeTrue(
        data != null && Files.exists(Path.of(data, "mfeat")), "set PARALLAX_DATA; mfeat is needed");
    JsonNode here = reproduced("e1");
    assertThat(reproduced("e2", "--engine", "local[2]")).isEqualTo(here);
    assertThat(folder.resolve("e2/units").toFile().list())
        .containsExactlyInAnyOrder(folder.resolve("e1/units").toFile().list());
  }

  private JsonNode reproduced(String out, String... more) throws IOException {
    CommandLine line = command(out, List.of("reproduce", "mmvfl-fig3", "--quick"), more);
    assertThat(line.exit()).as(line.err()).isZero();
    ObjectNode result = json(folder.resolve(out).resolve("result.json"));
    return withoutTimes(result);
  }

  @Test
  void mistakesAreToldInOneLine() {
    refused("the Spark master is 'sparky' and must be like", "--engine", "sparky");
    refused("spark://127.0.0.1:1 does not answer", "--engine", "spark://127.0.0.1:1");
    refused(
        "--engine-setting has 'memory'", "--engine", "local[2]", "--engine-setting", "memory=1g");
    refused("--engine-setting is for --engine", "--engine-setting", "spark.memory=1g");
  }

  private void refused(String why, String... more) {
    CommandLine line = command("none", List.of("run", study.toString()), more);
    assertThat(line.exit()).isEqualTo(2);
    assertThat(line.err()).containsOnlyOnce("parallax: ").contains(why);
    assertThat(line.err()).doesNotContain("Exception");
  }

  private JsonNode run(String out, String... more) throws IOException {
    CommandLine line = command(out, List.of("run", study.toString()), more);
    assertThat(line.exit()).as(line.err()).isZero();
    return withoutTimes(json(folder.resolve(out).resolve("result.json")));
  }

  private CommandLine command(String out, List<String> command, String... more) {
    List<Object> words = new ArrayList<>(command);
    words.addAll(List.of("--out", folder.resolve(out)));
    words.addAll(List.of(more));
    return CommandLine.run(words.toArray());
  }

  private static ObjectNode json(Path file) throws IOException {
    return (ObjectNode) new ObjectMapper().readTree(file.toFile());
  }

  private List<String> searched(String out, String split) throws IOException {
    Path log = folder.resolve(out).resolve(split).resolve("search.log");
    return Files.exists(log) ? Files.readAllLines(log).stream().sorted().toList() : List.of();
  }

  /** Leaves out what differs from run to run. */
  private static ObjectNode withoutTimes(ObjectNode result) {
    result.path("bySplit").forEach(split -> ((ObjectNode) split).remove("seconds"));
    return result.without(List.of("seconds", "cpuSeconds", "folder"));
  }
}
