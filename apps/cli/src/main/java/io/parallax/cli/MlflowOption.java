package io.parallax.cli;

import io.parallax.run.StudyResult;
import io.parallax.tracking.MlflowServer;
import io.parallax.tracking.TrackedRun;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that sends finished runs to an MLflow server. */
final class MlflowOption {
  private static final String VARIABLE = "PARALLAX_MLFLOW";

  @Option(
      names = "--mlflow",
      paramLabel = "URL",
      description =
          "send settings, metrics, the objective by round and the report to this MLflow tracking"
              + " server, but neither predictions nor models (default: $PARALLAX_MLFLOW, or none)")
  private String address;

  /** Returns the server, if one is configured; a wrong address is said before anything is run. */
  Optional<MlflowServer> server() {
    return Optional.ofNullable(address == null ? System.getenv(VARIABLE) : address)
        .filter(text -> !text.isBlank())
        .map(text -> MlflowServer.at(text, System::getenv));
  }

  /** Sends a run and prints what became of it. */
  static void send(MlflowServer server, StudyResult result, PrintWriter err) {
    err.println(TrackedRun.send(result, server));
  }
}
