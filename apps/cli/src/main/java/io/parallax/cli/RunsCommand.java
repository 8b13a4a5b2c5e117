package io.parallax.cli;

import io.parallax.report.RunComparison;
import io.parallax.report.TextTable;
import io.parallax.run.Runs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "runs",
    mixinStandardHelpOptions = true,
    description = "Lists the runs that are kept; 'runs compare A B …' puts some side by side.",
    subcommands = RunsCommand.Compare.class)
final class RunsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--in",
      paramLabel = "FOLDER",
      defaultValue = "runs",
      description = "where the runs are kept (default: ${DEFAULT-VALUE})")
  private Path folder;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    TextTable table = new TextTable("run", "method", "mode", "splits", "judged by", "rounds", "s");
    for (Runs.Kept run : Runs.in(folder)) {
      List<String> cells = new ArrayList<>();
      cells.add(run.folder().getFileName().toString());
      cells.add(run.method());
      cells.add(run.mode());
      cells.add(Integer.toString(run.finished()));
      cells.add(run.result().map(RunComparison::judged).orElse("unfinished"));
      cells.add(run.result().map(r -> number("%.1f", r.training().rounds())).orElse(""));
      cells.add(run.result().map(r -> number("%.1f", r.training().seconds())).orElse(""));
      table.row(cells);
    }
    out.print(table);
    return 0;
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  @Command(
      name = "compare",
      mixinStandardHelpOptions = true,
      description = "Puts two or more finished runs side by side.")
  static final class Compare implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
        paramLabel = "RUN",
        arity = "2..*",
        description = "the folders of the runs, or their names in runs/")
    private List<Path> folders;

    @Override
    public Integer call() {
      spec.commandLine().getOut().print(RunComparison.of(folders));
      return 0;
    }
  }
}
