package io.parallax.consortium;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.coordinator.CoordinatorClient;
import io.parallax.coordinator.StudyLine;
import io.parallax.core.BadInput;
import io.parallax.report.ResultText;
import io.parallax.run.StudyResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = {
      "Watches a study until it ends: who has to approve, who is late, the rounds, the share done and"
          + " the time left; then prints its result.",
      "",
      "Ctrl-C ends the watching, not the study. A coordinator that goes away meanwhile is tried"
          + " again for 5 minutes."
    })
final class StudyWatch implements Callable<Integer> {
  private static final Set<String> ENDED =
      Set.of("finished", "failed", "refused", "withdrawn", "stopped", "held", "withheld");
  private static final long PAUSE_MILLIS = 500;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  @Spec private CommandSpec spec;
  @Mixin private ServerOptions server;

  @Parameters(paramLabel = "STUDY", description = "its hash, or the first 8 or more digits of it")
  private String id;

  @Option(
      names = "--json",
      description = "print the result as JSON, as the last line, instead of a table")
  private boolean json;

  private PrintWriter err;
  private String last = "";
  private Instant answered; // null: not yet

  @Override
  public Integer call() throws InterruptedException {
    err = spec.commandLine().getErr();
    return follow(server.client(), spec.commandLine().getOut());
  }

  /** Watches a study until it ends, and returns the exit code. */
  static int watch(
      CoordinatorClient client, String id, boolean json, PrintWriter out, PrintWriter err)
      throws InterruptedException {
    StudyWatch watch = new StudyWatch();
    watch.id = id;
    watch.json = json;
    watch.err = err;
    return watch.follow(client, out);
  }

  private int follow(CoordinatorClient client, PrintWriter out) throws InterruptedException {
    while (true) {
      JsonNode study = ServerOptions.json(ask(client, "/v1/studies/" + id));
      say(StudyLine.of(study));
      String state = study.get("state").asText();
      if (ENDED.contains(state)) {
        if (state.equals("finished")) {
          String result = ask(client, "/v1/studies/" + id + "/result");
          out.print(json ? result + "\n" : ResultText.of(StudyResult.read(result)));
        }
        return state.equals("finished") ? 0 : ExitCode.FAILED;
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /**
   * Repeats a request for a while if an earlier one succeeded: the coordinator may be restarting.
   */
  private String ask(CoordinatorClient client, String path) throws InterruptedException {
    while (true) {
      try {
        String reply = client.get(path);
        answered = Instant.now();
        return reply;
      } catch (BadInput e) {
        boolean silent = e.getCause() instanceof IOException;
        if (!silent || answered == null || answered.plus(PATIENCE).isBefore(Instant.now())) {
          throw e;
        }
        say("the coordinator does not answer; trying again for up to 5 minutes");
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  private void say(String text) {
    if (!text.equals(last)) {
      last = text;
      err.println(text);
      err.flush();
    }
  }
}
