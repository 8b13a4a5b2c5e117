package io.parallax.cli;

import io.parallax.report.ResultText;
import io.parallax.run.StudyResult;
import io.parallax.run.cluster.TrainingsAhead;
import io.parallax.study.Study;
import io.parallax.study.file.StudyText;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a study in this process, every party as a virtual node.",
      "",
      "The study file says who holds which view, which method to use and how to judge it;"
          + " docs/study-file.md explains every key. Results are kept in a run folder. The same"
          + " command resumes an interrupted run, with the same bits."
    },
    footer = {
      "",
      "Examples: ./parallax run examples/typing.yaml --json",
      "          ./parallax run my-search.yaml --engine spark://head:7077",
      "",
      "With --json the last line of standard output is one JSON object: study, method, mode,"
          + " metrics (mean and sd over splits, as fractions of 1), rounds and objective (means over"
          + " splits), bytesUp and seconds (sums over splits), seed, resultHash, and more."
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", description = "the study file, YAML")
  private Path study;

  @Option(names = "--json", description = "print one JSON object as the last line")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "where to keep the run (default: runs/STUDY-HASH below the working folder)")
  private Path out;

  @Mixin private EngineOptions engine;

  @Override
  public Integer call() {
    var line = spec.commandLine();
    StudyResult result = run(StudyText.read(study));
    line.getOut().print(ResultText.of(result));
    if (json) {
      line.getOut().println(result.json());
    }
    return 0;
  }

  private StudyResult run(StudyText text) {
    Study read = text.study();
    try (EngineOptions.Connection connection = engine.connect()) {
      return StudyConsole.run(
          read,
          Optional.ofNullable(out),
          spec.commandLine().getErr(),
          connection.cluster().map(cluster -> new TrainingsAhead(cluster, text)));
    }
  }
}
