package io.parallax.consortium;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.coordinator.CatalogueText;
import io.parallax.engine.DurableFile;
import io.parallax.report.TextTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Short questions and orders about studies. */
final class StudySteer {
  private StudySteer() {}

  /** The argument that names the study. */
  static final class Which {
    @Mixin ServerOptions server;

    @Parameters(paramLabel = "STUDY", description = "its hash, or the first 8 or more digits of it")
    String id;
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists your studies.")
  static final class Listing implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerOptions server;

    @Override
    public Integer call() {
      TextTable table = new TextTable("study", "name", "state", "owner", "submitted", "");
      for (JsonNode s : ServerOptions.json(server.client().get("/v1/studies"))) {
        table.row(
            s.get("id").asText().substring(0, 12),
            s.get("name").asText(),
            s.get("state").asText(),
            s.get("owner").asText(),
            s.get("created").asText().substring(0, 19),
            s.get("note").asText());
      }
      spec.commandLine().getOut().print(table);
      return 0;
    }
  }

  @Command(
      name = "catalogue",
      mixinStandardHelpOptions = true,
      description = {
        "Lists the views, columns and rounded numbers of rows that parties show.",
        "",
        "Each owner chooses what is shown ('catalogue' in the party's file); by default it is nothing."
            + " A study of a view or column that a party does not have is refused at submit."
      })
  static final class Catalogue implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerOptions server;

    @Option(names = "--json", description = "print the coordinator's answer as JSON")
    private boolean json;

    @Override
    public Integer call() {
      String answer = server.client().get("/v1/catalogue");
      spec.commandLine().getOut().print(json ? answer + "\n" : CatalogueText.of(answer));
      return 0;
    }
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Stops a study after the current round; 'study resume' continues it.")
  static final class Stop implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Which which;

    @Override
    public Integer call() {
      which.server.client().post("/v1/studies/" + which.id + "/stop", "");
      spec.commandLine().getOut().println("The study stops after the current round.");
      return 0;
    }
  }

  @Command(
      name = "resume",
      mixinStandardHelpOptions = true,
      description = "Resumes a stopped or failed study from its last committed round.")
  static final class Resume implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Which which;

    @Override
    public Integer call() {
      which.server.client().post("/v1/studies/" + which.id + "/resume", "");
      spec.commandLine().getOut().println("The study resumes.");
      return 0;
    }
  }

  @Command(
      name = "report",
      mixinStandardHelpOptions = true,
      description = "Writes a finished study's report, an HTML page of its own.",
      footer = {"", "Example: ./parallax study report 1a2b3c4d5e6f --out mood.html"})
  static final class Reporting implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Which which;

    @Option(
        names = "--out",
        paramLabel = "FILE",
        description = "the page to write (default: report-STUDY.html)")
    private Path out;

    @Override
    public Integer call() {
      Path file = out == null ? Path.of("report-%s.html".formatted(which.id)) : out;
      String page = which.server.client().get("/v1/studies/" + which.id + "/report");
      DurableFile.replace(file, page.getBytes(StandardCharsets.UTF_8));
      spec.commandLine().getOut().println("Wrote " + file + ".");
      return 0;
    }
  }

  @Command(
      name = "result",
      mixinStandardHelpOptions = true,
      description = "Prints a finished study's result as JSON.")
  static final class Outcome implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Which which;

    @Override
    public Integer call() {
      spec.commandLine()
          .getOut()
          .println(which.server.client().get("/v1/studies/" + which.id + "/result"));
      return 0;
    }
  }
}
