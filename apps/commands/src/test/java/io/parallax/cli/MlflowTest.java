package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.testkit.RecordingMlflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are sent to an MLflow server by the command that made them. */
class MlflowTest {
  private static final String TOKEN = "secret-1";
  @TempDir Path dir;
  private Path study;
  private Path run;
  private RecordingMlflow mlflow;

  @BeforeEach
  void start() throws IOException {
    study = SmallStudy.write(dir);
    change(study, "seed: 3", "seed: 3\nmodel: false\nreport: {points: 0}");
    run = dir.resolve("run");
    mlflow = RecordingMlflow.start("");
  }

  @AfterEach
  void stop() {
    mlflow.close();
  }

  private Cli run(Object address) {
    Cli done = Cli.run("run", study, "--out", run, "--json", "--mlflow", address);
    assertThat(done.exit()).as(done.err()).isZero();
    assertThat(done.json().get("study").asText()).isEqualTo("small");
    return done;
  }

  @Test
  void theOptionSendsARunWithItsReport() throws IOException {
    Cli sent = run(mlflow.address());
    assertThat(sent.err()).contains("MLflow at " + mlflow.address() + " has ", "as run run-1.");
    assertThat(mlflow.status("run-1")).isEqualTo("FINISHED");
    assertThat(mlflow.tags()).containsEntry("parallax.resultHash", sent.hash());
    assertThat(mlflow.metric("accuracy", 0))
        .isEqualTo(sent.json().at("/metrics/accuracy/mean").asDouble());
    assertThat(mlflow.files())
        .containsOnlyKeys(
            "7/run-1/artifacts/report.html",
            "7/run-1/artifacts/result.json",
            "7/run-1/artifacts/metrics.csv",
            "7/run-1/artifacts/splits.csv",
            "7/run-1/artifacts/study.yaml")
        .containsEntry(
            "7/run-1/artifacts/report.html", Files.readString(run.resolve("report.html")));
    assertThat(run(mlflow.address()).err()).contains("already, as run run-1");
    assertThat(mlflow.runs()).isEqualTo(1);
  }

  @Test
  void theVariablesSendEveryRunOfAStudyWithATokenThatIsNotTold() throws Exception {
    try (RecordingMlflow locked = RecordingMlflow.start(TOKEN)) {
      change(study, "method: vfedmv\nmode: best\n", "methods: [mmvfl, {vfedmv: {as: Ours}}]\n");
      change(study, "settings: {beta: 0.5, zeta: 2, eta: 1}\n", "");
      Map<String, String> variables =
          Map.of("PARALLAX_MLFLOW", locked.address(), "MLFLOW_TRACKING_TOKEN", TOKEN);
      Cli done = Child.runWith(variables, dir, "run", study, "--json", "--tag", "paper");
      assertThat(done.exit()).as(done.err()).isZero();
      assertThat(done.json().at("/sets/0/methods")).hasSize(2);
      assertThat(locked.runs()).isEqualTo(2);
      assertThat(locked.status("run-2")).isEqualTo("FINISHED");
      assertThat(locked.tags()).containsEntry("parallax.tag.paper", "true");
      assertThat(locked.files()).containsKey("7/run-2/artifacts/report.html");
      assertThat(done.out() + done.err() + locked.files()).doesNotContain(TOKEN);
    }
  }

  @Test
  void whateverFailsTheRunAndItsLineOfJsonAreThere() throws Exception {
    mlflow.failAt("runs/create");
    assertThat(run(mlflow.address()).err()).contains("it answered 500 to runs/create");
    byte[] before = Files.readAllBytes(run.resolve("result.json"));
    mlflow.failAt("");
    Files.writeString(run.resolve("mlflow.json"), "{ damaged");
    assertThat(run(mlflow.address()).err())
        .contains("was not told of", "mlflow.json cannot be read");
    Files.delete(run.resolve("mlflow.json"));
    mlflow.answerAll("<html>a login page</html>");
    assertThat(run(mlflow.address()).err()).contains("does not answer", "as MLflow does");
    mlflow.close();
    assertThat(run(mlflow.address()).err()).contains("it cannot be reached");
    assertThat(Files.readAllBytes(run.resolve("result.json"))).isEqualTo(before);
    Map<String, String> variable = Map.of("PARALLAX_MLFLOW", mlflow.address());
    Cli child = Child.runWith(variable, dir, "run", study, "--out", run, "--json");
    assertThat(child.exit()).as(child.err()).isZero();
    assertThat(child.json().get("study").asText()).isEqualTo("small");
    assertThat(child.err()).contains("it cannot be reached");
  }

  @Test
  void anAddressThatCannotBeMeantIsToldBeforeAnythingIsRun() {
    Cli wrong = Cli.run("run", study, "--out", run, "--mlflow", "mlflow.example.org");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("not of the form https://host:port");
    assertThat(run).doesNotExist();
  }
}
