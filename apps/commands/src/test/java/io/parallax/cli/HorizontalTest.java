package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Studies on one pooled data set that is cut into parties. */
class HorizontalTest {
  private static final String YAML =
      """
      study: spread
      method: hfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      data:
        views: {a: {csv: a.csv, id: id}, b: {csv: b.csv, id: id}, c: {csv: c.csv, id: id}}
        labels: {csv: labels.csv, id: id, column: label}
      partition: {kind: horizontal, parties: 3, how: iid}
      evaluate: {split: stratified, test: 0.25, repeats: 2}
      seed: 3
      """;
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SmallStudy.write(dir, 120, 3);
    put(study, YAML);
  }

  private Cli run(String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  @Test
  void partiesWithDifferentRowsLearnTogether() {
    Cli cli = run("out");
    assertThat(cli.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.8);
    assertThat(cli.json().get("mode").asText()).isEqualTo("exact");
    assertThat(cli.out()).containsPattern("party-3 +a, b, c +40 ");
    assertThat(run("again").hash()).isEqualTo(cli.hash());
  }

  @Test
  void spoiltLabelsAreLearntFromAndNotJudgedBy() {
    double right = run("right").json().at("/metrics/accuracy/mean").asDouble();
    change(study, "how: iid", "how: iid, spoilt: {parties: 0, labels: turned}");
    assertThat(run("none").json().at("/metrics/accuracy/mean").asDouble()).isEqualTo(right);
    change(study, "parties: 0, labels", "parties: 1, labels");
    assertThat(run("one").json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.6);
    change(study, "parties: 1, labels", "parties: 2, labels");
    assertThat(run("two").json().at("/metrics/accuracy/mean").asDouble()).isLessThan(0.5);
  }

  @Test
  void theModesAndTheBaselinesRun() {
    change(study, "seed: 3", "seed: 3\nbaselines: true\nmode: paper");
    Cli cli = run("paper");
    assertThat(cli.out()).contains("every party for itself", "a + b", "c alone, averaged");
    assertThat(cli.out().replaceAll("\\s+", " "))
        .contains("balanced, %", "Balanced accuracy on each party's held-out rows, by what its");
  }

  @Test
  void theNumberOfPartiesDoesNotChangeTheExactModelBeyondRounding() {
    JsonNode three = run("three").json();
    change(study, "parties: 3", "parties: 5");
    JsonNode five = run("five").json();
    assertThat(five.get("objective").asDouble())
        .isCloseTo(three.get("objective").asDouble(), org.assertj.core.api.Assertions.within(1e-6));
  }

  @Test
  void rowsCanBeSpreadBySubjectAndByLabel() {
    Path labels = dir.resolve("labels.csv");
    StringBuilder withSubjects = new StringBuilder("id,label,ward\n");
    read(labels)
        .lines()
        .skip(1)
        .forEach(
            line ->
                withSubjects.append(line).append(",ward").append(line.length() % 2).append('\n'));
    put(labels, withSubjects.toString());
    change(study, "parties: 3, how: iid", "how: subject, column: ward");
    assertThat(run("subject").out()).contains("party-2").doesNotContain("party-3");
    change(study, "how: subject, column: ward", "parties: 3, how: dirichlet, alpha: 5");
    assertThat(run("dirichlet").out()).contains("party-3");
  }

  @Test
  void aPooledSetCanAlsoBeCutByView() {
    change(study, "hfedmv", "vfedmv");
    change(study, "{kind: horizontal, parties: 3, how: iid}", "{kind: vertical}");
    assertThat(run("vertical").out())
        .startsWith("V-FedMV, mode best, study ")
        .containsPattern("a +a +120 ");
  }

  @Test
  void generatedSessionsCanBeSpreadToo() {
    put(
        study,
        """
        study: made
        method: hfedmv
        data: {generate: typing-sessions, sessions: 600}
        partition: {kind: horizontal, parties: 4}
        evaluate: {repeats: 2}
        """);
    assertThat(run("made").out()).contains("party-4", "alphanum, special, accel");
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of(
            "parties: 3", "parties: 0", "7: partition.parties is 0 and must be at least 1"),
        Arguments.of(
            "how: iid",
            "spoilt: {parties: 3, labels: random}",
            "7: partition.spoilt.parties is 3 of 3; at least one party keeps its labels"),
        Arguments.of(
            "how: iid",
            "spoilt: {parties: 1, labels: lost}",
            "7: partition.spoilt.labels is 'lost' and must be one of"),
        Arguments.of("how: iid", "how: odd", "7: partition.how is 'odd' and must be one of"),
        Arguments.of("kind: horizontal, ", "", "7: partition has no 'kind'; it needs one"),
        Arguments.of("how: iid", "how: subject", "7: partition by subject needs the 'column'"),
        Arguments.of("how: iid", "how: dirichlet, alpha: 0", "7: partition.alpha is 0.0 and must"),
        Arguments.of("seed: 3", "parties: {}", "7: partition makes the parties; remove 'parties'"),
        Arguments.of(
            "partition: {kind: horizontal, parties: 3, how: iid}\n",
            "",
            "4: data with views needs a 'partition'"),
        Arguments.of(
            "  labels: {csv: labels.csv, id: id, column: label}\n",
            "",
            "4: data has no 'labels'; it needs one"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void mistakesAreToldWithTheirLine(String from, String to, String message) throws IOException {
    change(study, from, to);
    assertThat(Refusal.of(dir)).startsWith("DIR/study.yaml:" + message);
  }

  @Test
  void tooManyPartiesForTheRowsAreRefused() throws IOException {
    change(study, "parties: 3", "parties: 70");
    assertThat(Refusal.of(dir)).contains("training samples, fewer than the 2 classes");
    change(study, "parties: 70", "parties: 500");
    assertThat(Refusal.of(dir))
        .isEqualTo("partition.parties is 500 and must lie between 1 and 120");
  }
}
