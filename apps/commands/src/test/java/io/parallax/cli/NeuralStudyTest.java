package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.consortium.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FedMood and S-FedMV as a user runs them. */
class NeuralStudyTest {
  private static final String SETTINGS =
      "settings: {fusion: dnn, units: 4, epochs: 4, batch: 8, rate: 0.02, dropout: 0}\nstop: {rounds: 6}";

  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SequenceStudy.write(dir);
    change(study, "method: test-steps", "method: fedmood");
    change(study, "settings: {beta: 0.1}", SETTINGS);
    change(study, "repeats: 3", "repeats: 1");
  }

  private Cli run(String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  private Cli refused() {
    Cli cli = Cli.run("run", study, "--out", dir.resolve("refused"));
    assertThat(cli.exit()).as(cli.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(dir.resolve("refused")).doesNotExist();
    return cli;
  }

  @Test
  void fedMoodLearnsBesideWhatItIsComparedWith() throws IOException {
    change(study, "seed: 3", "seed: 3\nbaselines: true\nmissing: median");
    Path keys = dir.resolve("keys.csv"); // by its own median, every fifth session a cell
    put(keys, Files.readString(keys).replaceAll("\n(p\\d*[05],[^,]*,letter),[^\n]*", "\n$1,"));
    Cli cli = run("out");
    assertThat(cli.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.7);
    JsonNode rows =
        new ObjectMapper().readTree(dir.resolve("out/result.json").toFile()).get("rows");
    assertThat(rows.properties().stream().map(Map.Entry::getKey))
        .containsExactly(
            "FedMood",
            "every party for itself (Local)",
            "all rows in one place (CDS)",
            "all rows in one place, small batches (CDS)",
            "passed on once (IIL)",
            "passed on every round (CIIL)",
            "majority class");
    for (JsonNode row : rows) {
      assertThat(row.at("/logLoss/mean").asDouble(-1)).isGreaterThan(0);
      assertThat(row.at("/calibrationError/mean").asDouble(-1)).isBetween(0.0, 1.0);
    }
    assertThat(cli.out()).contains("log loss", "calibration error");
  }

  @Test
  void aKilledTrainingGoesOnToTheSameBits() throws Exception {
    change(study, "epochs: 4", "epochs: 2");
    change(study, "rounds: 6", "rounds: 12");
    String undisturbed = run("undisturbed").hash();
    Path log = dir.resolve("killed/split-01/rounds.log");
    try (Child child =
        Child.start(dir, List.of(), "run", study, "--out", dir.resolve("killed"), "--json")) {
      long some = 2 * 8 * 500; // bytes of two sums, roughly
      assertThat(child.reaches(() -> Files.exists(log) && log.toFile().length() > some)).isTrue();
      child.kill();
    }
    assertThat(dir.resolve("killed/split-01.json")).doesNotExist();
    assertThat(run("killed").hash()).isEqualTo(undisturbed);
  }

  @Test
  void newSessionsAreScoredAloneWithTheModelThatARunLeaves() {
    run("out");
    Cli cli =
        Cli.run(
            "predict",
            "--model",
            dir.resolve("out"),
            "--party",
            "party-1",
            "--views",
            "timing=%s,kinds=%s".formatted(dir.resolve("keys.csv"), dir.resolve("keys.csv")),
            "--out",
            dir.resolve("new.csv"));
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(read(dir.resolve("new.csv")).lines()).hasSize(1 + SequenceStudy.SESSIONS);
  }

  @Test
  void privacyIsCountedAndToldWithTheResult() {
    change(study, "dropout: 0}", "dropout: 0, clip: 1, noise: 4}");
    assertThat(run("out").json().at("/figures/epsilon").asDouble()).isBetween(0.5, 50.0);
    Cli text = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(text.out()).containsPattern("epsilon \\d");
  }

  @Test
  void sequencesAreEmbeddedAndThenLearntFromByHFedMv() {
    change(study, "method: fedmood", "method: sfedmv");
    change(study, "fusion: dnn, units: 4", "units: 4, beta: 0.1");
    change(study, "seed: 3", "seed: 3\nbaselines: true");
    Cli cli = run("out");
    assertThat(cli.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.6);
    assertThat(run("again").hash()).isEqualTo(cli.hash());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clip: 1, noise: 4, epsilon: -1 | epsilon is -1.0 and must be above 0, or 0 for no limit",
        "clip: 1, noise: 4, epsilon: 0.001 | epsilon is 0.001, but one round costs",
        "epsilon: 3 | without clip and noise there is no privacy to count",
        "noise: 2 | set both for differential privacy",
        "batch: 0 | batch is 0 and must be at least 1",
        "fusion: dnm | did you mean",
        "dropout: 1 | dropout is 1.0 and must be below 1",
        "rate: 0 | rate is 0.0 and must be above 0"
      })
  void badSettingsAreToldBeforeAnythingIsWritten(String setting, String message) {
    change(study, SETTINGS.lines().findFirst().orElseThrow(), "settings: {" + setting + "}");
    assertThat(refused().err()).contains(message).doesNotContain("Exception");
  }

  @Test
  void anExplodingLossNamesPartyAndRoundAndKeepsWhatThereIs() {
    change(study, "rate: 0.02", "rate: 1.0e+30");
    change(study, "fusion: dnn", "fusion: dfm");
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.err())
        .containsPattern("party party-\\d, round \\d+: the loss is no longer finite")
        .contains("use a smaller rate")
        .doesNotContain("Exception");
    assertThat(dir.resolve("out/split-01/rounds.log")).exists();
  }

  @Test
  void aPartyWithOneClassOnlyAndLessThanABatchStillTakesPart() {
    change(study, "how: subject, column: person, parties: 4", "how: subject, column: label");
    change(study, "batch: 8", "batch: 500");
    change(study, "split: subjects, column: person, test: 0.25", "split: stratified, test: 0.25");
    Cli cli = run("out");
    assertThat(cli.json().get("rounds").asInt()).isEqualTo(6);
  }

  @Test
  void aMethodForSingleRowsRefusesSequences() {
    change(study, "method: fedmood", "method: hfedmv");
    change(study, SETTINGS.lines().findFirst().orElseThrow(), "settings: {beta: 1}");
    assertThat(refused().err()).contains("view timing holds sequences; use fedmood or sfedmv");
  }
}
