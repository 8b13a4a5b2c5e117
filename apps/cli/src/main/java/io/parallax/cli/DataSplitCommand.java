package io.parallax.cli;

import io.parallax.cli.study.PartyFolders;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "split",
    mixinStandardHelpOptions = true,
    description = {
      "Cuts one data set into a folder for each party, and writes the study that runs on them.",
      "",
      "The study file says what to cut and how, with its 'data' and its 'partition': vertically by"
          + " view; horizontally IID, by subject, or by label skew (Dirichlet). The cut is the one"
          + " that 'run' makes of the same file. The parties' files are CSV, with the cells as they are;"
          + " numbers of .npy and .mat files are written in full."
    },
    footerHeading = "%n@|bold Example|@%n",
    footer = {
      "  ./parallax data split examples/handwritten-horizontal.yaml --out digits",
      "  ./parallax run digits/study.yaml"
    })
final class DataSplitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", description = "a study file with 'data' and 'partition'")
  private Path study;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      required = true,
      description = "a new folder for the parties' folders")
  private Path out;

  @Override
  public Integer call() {
    List<PartyFolders.Written> written = PartyFolders.write(study, out);
    TextTable table = new TextTable("party", "views", "rows", "labels");
    written.forEach(
        w ->
            table.row(
                w.party(),
                String.join(", ", w.views()),
                String.format(Locale.ROOT, "%,d", w.rows()),
                w.labels() ? "yes" : "no"));
    PrintWriter to = spec.commandLine().getOut();
    to.print(table);
    to.printf("%nTry: ./parallax run %s%n", out.resolve("study.yaml"));
    return 0;
  }
}
