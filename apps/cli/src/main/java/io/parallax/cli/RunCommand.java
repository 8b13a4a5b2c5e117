package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.report.ComparisonPage;
import io.parallax.report.ComparisonTables;
import io.parallax.report.ResultText;
import io.parallax.report.TableFiles;
import io.parallax.run.RunComparison;
import io.parallax.run.RunNotes;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyResult;
import io.parallax.run.cluster.TrainingsAhead;
import io.parallax.study.file.StudyText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
          + " command resumes an interrupted run, with the same bits.",
      "",
      "A study with 'methods' is run once for each of them, and so are several studies. All end in"
          + " one comparison, as 'runs compare' makes it."
    },
    footer = {
      "",
      "Examples: ./parallax run examples/typing.yaml --json",
      "          ./parallax run digits.yaml news.yaml cells.yaml --latex table.tex",
      "          ./parallax run my-search.yaml --engine spark://head:7077",
      "",
      "With --json the last line of standard output is one JSON object: study, method, mode,"
          + " metrics (mean and sd over splits, as fractions of 1), rounds and objective (means over"
          + " splits), bytesUp and seconds (sums over splits), seed, resultHash, and more."
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", arity = "1..*", description = "the study files, YAML")
  private List<Path> files;

  @Option(names = "--json", description = "print one JSON object as the last line")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "where to keep the run (default: runs/STUDY-HASH below the working folder)")
  private Path out;

  @Option(
      names = "--tag",
      paramLabel = "WORD",
      description = "a word to find the run by in 'runs --tag'; may be repeated")
  private List<String> tags = List.of();

  @Mixin private ExportOptions export;
  @Mixin private EngineOptions engine;

  @Override
  public Integer call() {
    List<StudyText> studies =
        files.stream().flatMap(file -> StudyText.read(file).stream()).toList();
    if (studies.size() > 1 && out != null) {
      throw new BadInput(
          "--out is for a single run, and these are %d; leave it out".formatted(studies.size()));
    }
    studies.forEach(StudyText::study); // a mistake in the last is told before the first is run
    List<StudyResult> results = new ArrayList<>();
    for (StudyText study : studies) {
      results.add(run(study));
      spec.commandLine().getOut().print(ResultText.of(results.get(results.size() - 1)));
    }
    RunComparison compared = compared(results);
    export.write(TableFiles.of(new ComparisonTables(compared)));
    if (json) {
      boolean one = results.size() == 1;
      spec.commandLine().getOut().println(one ? results.get(0).json() : compared.json());
    }
    return 0;
  }

  private RunComparison compared(List<StudyResult> results) {
    List<Path> folders = results.stream().map(result -> Path.of(result.folder())).toList();
    if (folders.size() == 1) {
      return RunComparison.of(folders.get(0));
    }
    boolean baselines = results.stream().anyMatch(r -> r.comparison().rows().size() > 2);
    RunComparison compared = RunComparison.of(folders, files.size() > 1, baselines);
    PrintWriter to = spec.commandLine().getOut();
    to.println();
    to.print(new ComparisonTables(compared).text());
    to.println("Report: " + ComparisonPage.keep(compared, Path.of("runs")));
    return compared;
  }

  private StudyResult run(StudyText text) {
    try (EngineOptions.Connection connection = engine.connect()) {
      return StudyConsole.run(
          text.study(),
          RunOptions.below(Path.of(""))
              .out(Optional.ofNullable(out))
              .writtenAs(text)
              .notedAs(RunNotes.named(text.name().orElse(""), tags))
              .ahead(connection.cluster().map(cluster -> new TrainingsAhead(cluster, text))),
          spec.commandLine().getErr());
    }
  }
}
