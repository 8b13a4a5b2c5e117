package io.parallax.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyRun;
import io.parallax.study.file.StudyText;
import io.parallax.testkit.RecordingMlflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is sent to a server which keeps to the documented API and its limits. */
class TrackedRunTest {
  private static final Map<String, String> TOKEN = Map.of("MLFLOW_TRACKING_TOKEN", "secret-1");
  @TempDir Path dir;
  private RecordingMlflow mlflow;

  @BeforeEach
  void start() throws IOException {
    mlflow = RecordingMlflow.start("secret-1");
  }

  @AfterEach
  void stop() {
    mlflow.close();
  }

  private StudyResult run() throws IOException {
    StringBuilder rows = new StringBuilder("id,x,y,label\n");
    for (int i = 0; i < 40; i++) {
      rows.append("p%d,%d,%d,%s\n".formatted(i, i % 7 + i % 2, i % 5, i % 2 == 0 ? "a" : "b"));
    }
    Files.writeString(dir.resolve("rows.csv"), rows.toString());
    Path file = dir.resolve("study.yaml");
    Files.writeString(
        file,
        """
        study: tracked
        method: vfedmv
        parties:
          maple: {view: a, data: {csv: rows.csv, id: id, columns: [x]}, labels: {csv: rows.csv, id: id, column: label}}
          birch: {view: b, data: {csv: rows.csv, id: id, columns: [y]}}
        protection: {aggregation: plain}
        evaluate: {repeats: 2}
        model: false
        report: {points: 0}
        """);
    StudyText text = StudyText.read(file).get(0);
    return StudyRun.of(text.study(), RunOptions.in(dir.resolve("run")).writtenAs(text));
  }

  @Test
  void aRunIsSentOnceAndHoldsNoRow() throws IOException {
    StudyResult result = run();
    MlflowServer server = MlflowServer.at(mlflow.address() + "/", TOKEN::get);
    assertThat(TrackedRun.send(result, server)).contains("as run run-1.");
    assertThat(TrackedRun.send(result, server)).contains("already, as run run-1");
    assertThat(mlflow.runs()).isEqualTo(1);
    assertThat(mlflow.status("run-1")).isEqualTo("FINISHED");
    assertThat(mlflow.experiments()).containsExactly("tracked");
    assertThat(mlflow.params())
        .containsEntry("method", "vfedmv")
        .containsEntry("seed", "1")
        .containsKey("beta");
    assertThat(mlflow.metric("accuracy", 0)).isEqualTo(result.metrics().get("accuracy").mean());
    assertThat(mlflow.metric("split/accuracy", 2))
        .isEqualTo(result.bySplit().get(1).metrics().get("accuracy"));
    List<Double> trace = result.training().traces().get(0);
    assertThat(mlflow.metric("objective/split-1", trace.size()))
        .isEqualTo(trace.get(trace.size() - 1));
    assertThat(mlflow.metric("beside/majority class/accuracy", 0)).isPositive();
    assertThat(mlflow.tags()).containsEntry("parallax.resultHash", result.resultHash());
    assertThat(mlflow.files())
        .containsOnlyKeys(
            "7/run-1/artifacts/result.json",
            "7/run-1/artifacts/metrics.csv",
            "7/run-1/artifacts/splits.csv",
            "7/run-1/artifacts/study.yaml");
    assertThat(String.join("", mlflow.files().values()))
        .doesNotContain("p17,")
        .doesNotContain("\"p17\"");
  }

  @Test
  void aServerThatFailsHarmsNothing() throws IOException {
    StudyResult result = run();
    byte[] before = Files.readAllBytes(dir.resolve("run/result.json"));
    MlflowServer stranger = MlflowServer.at(mlflow.address(), name -> null);
    assertThat(TrackedRun.send(result, stranger))
        .contains("it answered 401", "give the same command again");
    mlflow.failAt("runs/log-batch");
    MlflowServer server = MlflowServer.at(mlflow.address(), TOKEN::get);
    assertThat(TrackedRun.send(result, server)).contains("it answered 500 to runs/log-batch");
    mlflow.failAt("");
    assertThat(TrackedRun.send(result, server)).contains("as run run-2");
    mlflow.close();
    Files.delete(dir.resolve("run/mlflow.json"));
    assertThat(TrackedRun.send(result, server)).contains("it cannot be reached");
    assertThat(Files.readAllBytes(dir.resolve("run/result.json"))).isEqualTo(before);
  }

  @Test
  void neitherADamagedFileNorAnAnswerOfAnotherProgramIsMoreThanASentence() throws IOException {
    StudyResult result = run();
    MlflowServer server = MlflowServer.at(mlflow.address(), TOKEN::get);
    for (String other : List.of("<html>hello</html>", "[1, 2]", "{}", "null", " ")) {
      mlflow.answerAll(other);
      assertThat(TrackedRun.send(result, server))
          .as(other)
          .contains("was not told of", "as MLflow does", "give the same command again");
      assertThat(dir.resolve("run/mlflow.json")).doesNotExist();
    }
    mlflow.answerAll(
        "{\"run\": {\"info\": {\"run_id\": \"1\", \"artifact_uri\": \"mlflow-artifacts:/a b%\"}}}");
    assertThat(TrackedRun.send(result, server)).contains("was not told of");
    mlflow.answerAll("");
    for (String damaged : List.of("{\"server\": 3", "[]", "{\"server\": {}}")) {
      Files.writeString(dir.resolve("run/mlflow.json"), damaged);
      assertThat(TrackedRun.send(result, server))
          .as(damaged)
          .contains("was not told of", "mlflow.json cannot be read; remove it");
    }
    Files.delete(dir.resolve("run/mlflow.json"));
    Files.writeString(dir.resolve("run/run.json"), "{");
    assertThat(TrackedRun.send(result, server)).contains("run.json cannot be read");
    Files.delete(dir.resolve("run/run.json"));
    assertThat(TrackedRun.send(result, server)).contains("as run run-1.");
  }

  @Test
  void addressesThatCannotBeMeantAreRefused() {
    for (String wrong : List.of("ftp://host", "host:5000", "http://a:b@host", "http://", "%%")) {
      assertThatThrownBy(() -> MlflowServer.at(wrong, name -> null))
          .as(wrong)
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("https://host:port");
    }
    assertThatThrownBy(() -> MlflowServer.at("http://example.org", TOKEN::get))
        .hasMessageContaining("use https");
  }
}
