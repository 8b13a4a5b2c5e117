package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Methods that a study names are trained on its splits. */
class BesideTest {
  private static final String STUDY =
      """
      study: beside
      method: %s
      data: {generate: typing-sessions, sessions: 600}
      parties:
        a: {view: alphanum, labels: true}
        b: {view: special}
        c: {view: accel}
      evaluate: {repeats: 2}
      stop: {rounds: 20, tolerance: 1.0e-4}
      report: {points: 0}
      model: false
      seed: 3
      """;
  @TempDir Path folder;

  private Cli run(String text) throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, text);
    return Cli.run("run", file, "--out", folder.resolve("run"), "--json");
  }

  private static JsonNode json(Cli done) throws IOException {
    return new ObjectMapper().readTree(done.out().lines().reduce((a, b) -> b).orElseThrow());
  }

  @Test
  void itHasTheRowsAndNumbersOfItsOwnStudy() throws IOException {
    Cli both = run(STUDY.formatted("joint") + "beside: {vfedmv: {beta: 2}}\n");
    assertThat(both.exit()).as(both.err()).isZero();
    double beside = json(both).at("/baselines/V-FedMV/accuracy/mean").asDouble();
    Path again = Files.createDirectory(folder.resolve("again"));
    Files.writeString(again.resolve("s.yaml"), STUDY.formatted("vfedmv") + "settings: {beta: 2}\n");
    Cli own = Cli.run("run", again.resolve("s.yaml"), "--out", again.resolve("run"), "--json");
    assertThat(beside).isEqualTo(json(own).at("/metrics/accuracy/mean").asDouble());
  }

  @Test
  void methodsThatGroupOrDoNotExistAreRefused() throws IOException {
    Cli groups = run(STUDY.formatted("joint") + "beside: [fedmsgl]\n");
    assertThat(groups.exit()).isEqualTo(2);
    assertThat(groups.err()).contains("fedmsgl", "groups samples");
    Cli unknown = run(STUDY.formatted("joint") + "beside: [nothing]\n");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("nothing");
  }
}
