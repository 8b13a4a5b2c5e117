package io.parallax.consortium;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.coordinator.CoordinatorClient;
import io.parallax.core.BadInput;
import io.parallax.remote.RemoteStudies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "submit",
    mixinStandardHelpOptions = true,
    description = {
      "Submits a study; it waits until the owner of every party has approved it.",
      "",
      "The file is that of './parallax run' without data: parties say in their own files where their"
          + " rows are."
    },
    footer = {"", "Example: ./parallax study submit mood.yaml"})
final class StudySubmit implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOptions server;

  @Parameters(paramLabel = "STUDY", description = "the study file, YAML")
  private Path file;

  @Option(names = "--json", description = "print the coordinator's answer as JSON")
  private boolean json;

  @Option(names = "--watch", description = "watch it until it ends, as 'study watch' does")
  private boolean watch;

  @Override
  public Integer call() throws InterruptedException {
    String yaml = text(file);
    RemoteStudies.read(file.toString(), yaml); // reports a mistake at once, with its line
    CoordinatorClient client = server.client();
    String answer = client.post("/v1/studies", yaml);
    PrintWriter out = spec.commandLine().getOut();
    JsonNode study = ServerOptions.json(answer);
    if (json) {
      out.println(answer);
    } else {
      tell(study, out);
    }
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    return watch ? StudyWatch.watch(client, study.get("id").asText(), json, out, err) : 0;
  }

  private void tell(JsonNode study, PrintWriter out) {
    out.println("Submitted " + study.get("name").asText() + ": " + study.get("id").asText());
    List<String> away = new ArrayList<>();
    for (JsonNode member : study.get("members")) {
      if (!member.get("connected").asBoolean()) {
        away.add(member.get("party").asText());
      }
    }
    if (!away.isEmpty()) {
      out.println("Not connected now: " + String.join(", ", away) + ".");
    }
    out.println("Waiting for approval: each party's owner runs ./parallax study approve.");
    String id = study.get("id").asText().substring(0, 12);
    if (!watch) {
      out.println("Watch it: ./parallax study watch " + id);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new BadInput("cannot read the study file " + file + "; check the path", e);
    }
  }
}
