package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.report.ComparisonPage;
import io.parallax.report.ComparisonTables;
import io.parallax.report.RunList;
import io.parallax.run.RunComparison;
import io.parallax.run.RunFilter;
import io.parallax.run.RunNotes;
import io.parallax.run.Runs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "runs",
    mixinStandardHelpOptions = true,
    description = "Lists the runs that are kept, the newest last; compares, names, deletes them.",
    subcommands = {RunsCommand.Compare.class, RunsCommand.Note.class, RunsCommand.Delete.class})
final class RunsCommand implements Callable<Integer> {
  private static final String RUN = "a run's folder, or its name in runs/";
  @Spec private CommandSpec spec;

  @Option(
      names = "--in",
      paramLabel = "FOLDER",
      defaultValue = "runs",
      description = "where the runs are kept (default: ${DEFAULT-VALUE})")
  private Path folder;

  @Option(names = "--study", paramLabel = "NAME", description = "only runs of this study")
  private String study;

  @Option(names = "--method", paramLabel = "NAME", description = "only runs of this method")
  private String method;

  @Option(names = "--tag", paramLabel = "WORD", description = "only runs with this tag")
  private String tag;

  @Option(names = "--since", paramLabel = "DAY", description = "only runs begun since: 2026-11-19")
  private String since;

  @Option(names = "--json", description = "print one JSON object as the last line")
  private boolean json;

  @Override
  public Integer call() {
    RunFilter wanted = RunFilter.of(study, method, tag, since);
    List<Runs.Kept> found = Runs.in(folder).stream().filter(wanted::lets).toList();
    PrintWriter out = spec.commandLine().getOut();
    out.print(RunList.of(found));
    if (json) {
      out.println(RunList.json(found));
    }
    return 0;
  }

  @Command(
      name = "compare",
      mixinStandardHelpOptions = true,
      description = {
        "Compares two or more finished runs: a table with the costs of each, the differences to the"
            + " first, split by split with a corrected test, and with --html a page with every pair"
            + " and a picture of what can be told apart.",
        "",
        "Runs must hold out the same rows: the same data, 'evaluate' and 'seed'. They do if the ids"
            + " and their truth agree in every split; columns may differ. With --across they may be of"
            + " several data sets; methods are then also ranked over these."
      })
  static final class Compare implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "RUN", arity = "0..*", description = RUN)
    private List<Path> runs = List.of();

    @Option(names = "--across", description = "compare over several data sets")
    private boolean across;

    @Option(names = "--baselines", description = "with all that the runs were compared with")
    private boolean baselines;

    @Option(names = "--html", paramLabel = "FILE", description = "write a page with pictures")
    private Path html;

    @Option(names = "--json", description = "print one JSON object as the last line")
    private boolean json;

    @Mixin private ComparisonOptions export;

    @Override
    public Integer call() {
      if (runs.size() < 2) {
        throw new BadInput("a comparison needs two runs or more; name them as 'runs' lists them");
      }
      RunComparison compared =
          export.by(RunComparison.of(runs.stream().map(Runs::named).toList(), across, baselines));
      PrintWriter out = spec.commandLine().getOut();
      out.print(new ComparisonTables(compared).text());
      export.print(compared, out);
      export.write(compared);
      ComparisonPage.write(compared, html);
      if (json) {
        out.println(compared.json());
      }
      return 0;
    }
  }

  @Command(
      name = "note",
      mixinStandardHelpOptions = true,
      description = "Gives a run a name for tables, or tags to find it by. Its result stays.")
  static final class Note implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", description = RUN)
    private Path run;

    @Option(names = "--name", paramLabel = "TEXT", defaultValue = "", description = "its name")
    private String name;

    @Option(names = "--tag", paramLabel = "WORD", description = "a tag; may be repeated")
    private List<String> tags = List.of();

    @Option(names = "--untag", paramLabel = "WORD", description = "a tag to take away")
    private List<String> ended = List.of();

    @Override
    public Integer call() {
      Runs.note(Runs.named(run), RunNotes.named(name, tags), ended);
      return 0;
    }
  }

  @Command(
      name = "delete",
      mixinStandardHelpOptions = true,
      description = "Deletes runs with all that they hold, also their models.")
  static final class Delete implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "RUN", arity = "1..*", description = RUN)
    private List<Path> runs;

    @Option(names = "--yes", required = true, description = "they cannot be brought back")
    private boolean yes;

    @Override
    public Integer call() {
      List<Path> folders = runs.stream().map(run -> Runs.read(Runs.named(run)).folder()).toList();
      for (Path folder : folders) {
        Runs.delete(folder);
        spec.commandLine().getOut().println("deleted " + folder);
      }
      return 0;
    }
  }
}
