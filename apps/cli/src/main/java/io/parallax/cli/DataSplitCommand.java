package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.report.TextTable;
import io.parallax.study.rows.PartyFolders;
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
          + " view; horizontally IID, by subject, or by label skew (Dirichlet); images by rows of points. The cut is the one"
          + " that 'run' makes of the same file. The parties' files are CSV, with the cells as they are;"
          + " numbers of .npy and .mat files are written in full, images as IDX files."
    },
    footerHeading = "%n@|bold Example|@%n",
    footer = {
      "  ./parallax data split examples/handwritten-horizontal.yaml --out digits",
      "  ./parallax run digits/study.yaml",
      "  ./parallax data split examples/fashion-apfed.yaml --rows 3 --out clothes"
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

  @Option(
      names = "--rows",
      paramLabel = "M",
      description =
          "cut images into M parts from top to bottom, one for each party (default: as the study's"
              + " partition says)")
  private Integer rows;

  private int parts() {
    if (rows != null && rows < 1) {
      throw new BadInput("--rows is " + rows + " and must be at least 1");
    }
    return rows == null ? 0 : rows;
  }

  @Override
  public Integer call() {
    List<PartyFolders.Written> written = PartyFolders.write(study, out, parts());
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
