package io.parallax.cli;

import io.parallax.report.ComparisonPage;
import io.parallax.report.ComparisonTables;
import io.parallax.report.ResultText;
import io.parallax.run.RunComparison;
import io.parallax.run.RunNotes;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyResult;
import io.parallax.run.cluster.TrainingsAhead;
import io.parallax.study.Study;
import io.parallax.study.file.StudyText;
import io.parallax.tracking.MlflowServer;
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
      names = "--progress",
      paramLabel = "json",
      description = "tell of the progress in JSON, a line at a time, on standard error")
  private String progress;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description =
          "where to keep the run (default: runs/STUDY-HASH below the working folder); of several"
              + " runs, where to keep the folder runs")
  private Path out;

  @Option(
      names = "--tag",
      paramLabel = "WORD",
      description = "a word to find the run by in 'runs --tag'; may be repeated")
  private List<String> tags = List.of();

  @Mixin private ComparisonOptions export;
  @Mixin private MlflowOption mlflow;
  @Mixin private EngineOptions engine;

  @Override
  public Integer call() {
    ProgressView.require(progress);
    List<StudyText> studies =
        files.stream().flatMap(file -> StudyText.read(file).stream()).toList();
    for (StudyText study : studies) { // a mistake in the last is told before the first is run
      study.study();
      notes(study);
    }
    Optional<MlflowServer> tracker = mlflow.server();
    List<StudyResult> results = run(studies);
    List<Path> folders = results.stream().map(result -> Path.of(result.folder())).toList();
    RunComparison compared =
        export.by(
            results.size() == 1
                ? RunComparison.of(folders.get(0))
                : RunComparison.of(folders, files.size() > 1, baselines(results)));
    show(results, compared);
    PrintWriter to = spec.commandLine().getOut();
    export.print(compared, to);
    if (json) {
      boolean one = results.size() == 1;
      to.println(one ? results.get(0).json() : compared.json());
      to.flush(); // whatever becomes of what follows
    }
    export.write(compared);
    PrintWriter err = spec.commandLine().getErr();
    tracker.ifPresent(server -> results.forEach(run -> MlflowOption.send(server, run, err)));
    return 0;
  }

  private List<StudyResult> run(List<StudyText> studies) {
    List<StudyResult> results = new ArrayList<>();
    try (EngineOptions.Connection connection = engine.connect()) {
      for (StudyText text : studies) {
        RunOptions options =
            (studies.size() == 1
                    ? RunOptions.below(Path.of("")).out(Optional.ofNullable(out))
                    : RunOptions.below(home()))
                .writtenAs(text)
                .notedAs(notes(text))
                .ahead(connection.cluster().map(cluster -> new TrainingsAhead(cluster, text)));
        results.add(StudyConsole.run(text.study(), options, progress(text, studies)));
      }
    }
    return results;
  }

  private ConsoleProgress progress(StudyText text, List<StudyText> all) {
    Study study = text.study();
    String method = text.name().orElse(study.method().method().about().title());
    int number = all.indexOf(text) + 1;
    return new ConsoleProgress(
        ProgressView.of(
            progress,
            new ProgressJson.Run(study.name(), method, number, all.size()),
            spec.commandLine().getErr()));
  }

  private RunNotes notes(StudyText study) {
    return RunNotes.named(study.name().orElse(""), tags);
  }

  /** Returns the folder in which several runs are kept, in runs/. */
  private Path home() {
    return out == null ? Path.of("") : out;
  }

  /** Returns whether the studies ask for more than the guess without features. */
  private static boolean baselines(List<StudyResult> results) {
    return results.stream().anyMatch(result -> result.baselines().size() > 1);
  }

  private void show(List<StudyResult> results, RunComparison compared) {
    PrintWriter to = spec.commandLine().getOut();
    if (results.size() == 1) {
      to.print(ResultText.of(results.get(0)));
      return;
    }
    to.print(new ComparisonTables(compared).text());
    to.println("Runs, each with its own report:");
    results.forEach(result -> to.println("  " + result.folder()));
    to.println("Comparison: " + ComparisonPage.keep(compared, home().resolve("runs")));
  }
}
