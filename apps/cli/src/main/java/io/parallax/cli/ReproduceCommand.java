package io.parallax.cli;

import io.parallax.consortium.ExitCode;
import io.parallax.core.BadInput;
import io.parallax.core.Stopped;
import io.parallax.experiments.RecipeSeeds;
import io.parallax.experiments.Reproduction;
import io.parallax.experiments.ResultsSite;
import io.parallax.report.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = {
      "Does a table or figure of a paper again, and puts the paper's numbers beside ours.",
      "",
      "Results are kept in a folder below runs/: report.html, result.json, result.csv."
          + " The same command resumes an interrupted one.",
      "",
      "The folder experiments/NAME of the project says what the paper did, what is done here, and"
          + " what should hold; exit code 1 if it does not."
    },
    footerHeading = "%n@|bold Examples|@%n",
    footer = {
      "  ./parallax reproduce --list",
      "  ./parallax reproduce fedmood-table2 --quick --seeds 5",
      "  ./parallax reproduce mmvfl-fig3 --print-settings > mine.yaml",
      "  ./parallax reproduce mmvfl-fig3 --settings mine.yaml",
      "  ./parallax reproduce mmvfl-table2 --quick",
      "  ./parallax reproduce fedmv-table1 --data mfeat",
      "  ./parallax reproduce fedmsgl-table3 --engine spark://head:7077"
    })
final class ReproduceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", arity = "0..1", description = "the table or figure")
  private String name;

  @Option(names = "--list", description = "show all, with the data they need and their time")
  private boolean list;

  @Option(names = "--quick", description = "a reduced version, which says so everywhere")
  private boolean quick;

  @Option(
      names = "--data",
      paramLabel = "SET",
      description =
          "other data than the experiment's own, where it allows that: a public set such as mfeat,"
              + " or a folder with view_NAME.csv files and labels.csv")
  private String data;

  @Option(
      names = "--settings",
      paramLabel = "FILE",
      description = "a changed copy of the recipe that --print-settings prints")
  private Path settings;

  @Option(
      names = "--print-settings",
      description = "print the recipe, as a file to change and give to --settings")
  private boolean printSettings;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "another seed, or the first of several (default: the recipe's)")
  private Long seed;

  @Option(
      names = "--seeds",
      paramLabel = "K",
      description =
          "so many seeds, one after the other; tables have means, deviations and paired differences")
  private Integer seeds;

  @Option(
      names = "--data-seed",
      paramLabel = "N",
      description =
          "draw generated data with this seed, the same for all (default: each seed its own)")
  private Long dataSeed;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "where to keep it (default: runs/reproduce-NAME-HASH)")
  private Path out;

  @Mixin private EngineOptions engine;
  @Mixin private ExportOptions export;

  @Option(names = "--json", description = "print one JSON object as the last line")
  private boolean json;

  @Option(
      names = "--site",
      paramLabel = "FOLDER",
      description = "write pages of all stored results, with a verdict on every claim")
  private Path site;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "for --site: a folder of your runs, shown instead of the project's results")
  private Path results;

  @Override
  public Integer call() {
    PrintWriter to = spec.commandLine().getOut();
    if (site != null) {
      write(to);
      return 0;
    }
    if (list || name == null) {
      list(to);
      if (!list) {
        throw new BadInput("name a table or figure of this list");
      }
      return 0;
    }
    if (printSettings) {
      to.print(Reproduction.settings(name));
      return 0;
    }
    Reproduction done = run();
    to.print(done.text());
    export.print(done.files(), to);
    if (json) {
      to.println(done.jsonLine());
    }
    export.write(done.files());
    return done.allHold() ? 0 : ExitCode.FAILED;
  }

  private void write(PrintWriter to) {
    ResultsSite pages = ResultsSite.of(Optional.ofNullable(results));
    pages.write(site);
    to.printf("%d results. Open %s%n", pages.size(), site.resolve("index.html"));
  }

  private Reproduction run() {
    ConsoleProgress progress = new ConsoleProgress(spec.commandLine().getErr());
    try (Interrupt interrupt = new Interrupt()) {
      return run(progress, interrupt);
    } // the process ends then, if it was interrupted
  }

  private Reproduction run(ConsoleProgress progress, Interrupt interrupt) {
    try (EngineOptions.Connection connection = engine.connect()) {
      return Reproduction.run(wanted(), connection.cluster(), progress, interrupt::requested);
    } catch (Stopped stopped) {
      progress.note("Stopped. Run the same command again to resume.");
      throw stopped;
    }
  }

  private Reproduction.Wanted wanted() {
    RecipeSeeds chosen =
        new RecipeSeeds(
            seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
            seeds == null ? OptionalInt.empty() : OptionalInt.of(seeds),
            dataSeed == null ? OptionalLong.empty() : OptionalLong.of(dataSeed));
    return new Reproduction.Wanted(
        name,
        quick,
        Optional.ofNullable(settings),
        chosen,
        Optional.ofNullable(data),
        Optional.ofNullable(out));
  }

  private static void list(PrintWriter to) {
    TextTable table = new TextTable("name", "data", "minutes", "--quick");
    for (Reproduction.Listed one : Reproduction.list()) {
      table.row(
          one.name(),
          one.data().isEmpty() ? "generated" : String.join(", ", one.data()),
          String.format(Locale.ROOT, "%.0f", one.minutes()),
          String.format(Locale.ROOT, "%.0f", one.quickMinutes()));
    }
    to.print(table);
    to.println();
    Reproduction.list().forEach(one -> to.printf("  %-18s %s%n", one.name(), one.title()));
  }
}
