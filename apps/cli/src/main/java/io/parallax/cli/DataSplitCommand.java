package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.report.ColumnSplitText;
import io.parallax.report.TextTable;
import io.parallax.run.columns.ColumnSplit;
import io.parallax.run.columns.PooledTable;
import io.parallax.study.rows.PartyFolders;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.ArgGroup;
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
          + " numbers of .npy and .mat files are written in full, images as IDX files.",
      "",
      "With --by the columns of one table are dealt to parties of the same people, as VertiBench does: by"
          + " importance, of which each party gets a share drawn from a Dirichlet distribution, or by"
          + " correlation, within the parties or between them. The table is a data file, or the only view in a"
          + " study's 'data'; docs/data.md explains the measures."
    },
    footerHeading = "%n@|bold Example|@%n",
    footer = {
      "  ./parallax data split examples/handwritten-horizontal.yaml --out digits",
      "  ./parallax run digits/study.yaml",
      "  ./parallax data split examples/fashion-apfed.yaml --rows 3 --out clothes",
      "  ./parallax data split glass.csv --label type --by importance --alpha 0.5 --out glass",
      "  ./parallax data split glass.csv --label type --by correlation --beta 1 --parties 3 --out glass"
    })
final class DataSplitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "STUDY|TABLE",
      description = "a study file with 'data' and 'partition'; with --by also a data file")
  private String source;

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

  @ArgGroup(exclusive = false, heading = "%nColumns dealt to parties%n")
  private Columns columns;

  private static final class Columns {
    @Option(
        names = "--by",
        paramLabel = "WORD",
        required = true,
        description = "importance or correlation")
    private By by;

    @Option(
        names = "--alpha",
        paramLabel = "X",
        defaultValue = "1",
        description = "the smaller, the more uneven the shares of importance (default: 1)")
    private double alpha;

    @Option(
        names = "--beta",
        paramLabel = "X",
        defaultValue = "0.5",
        description =
            "0: columns that correlate are at one party; 1: at different ones (default: 0.5)")
    private double beta;

    @Option(names = "--parties", paramLabel = "N", defaultValue = "4", description = "default: 4")
    private int parties;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "default: 1")
    private long seed;

    @Option(
        names = "--id",
        paramLabel = "COLUMN",
        description = "of a data file: names a row (default: rows are numbered)")
    private String id;

    @Option(names = "--label", paramLabel = "COLUMN", description = "of a data file: the class")
    private String label;

    @Option(
        names = "--columns",
        paramLabel = "COLUMN",
        split = ",",
        description = "of a data file: those to use (default: all but id and label)")
    private List<String> used = List.of();

    ColumnSplit.How how() {
      return new ColumnSplit.How(by == By.importance, alpha, beta, parties, seed);
    }
  }

  /** The words of --by. */
  private enum By {
    importance,
    correlation
  }

  private int parts() {
    if (rows != null && rows < 1) {
      throw new BadInput("--rows is " + rows + " and must be at least 1");
    }
    return rows == null ? 0 : rows;
  }

  @Override
  public Integer call() {
    if (columns != null) {
      ColumnSplit.How how = columns.how();
      PooledTable pooled = pooled(how);
      ColumnSplit.Done done = new ColumnSplit(pooled.study(), how).write(pooled.text(), out);
      spec.commandLine().getOut().print(ColumnSplitText.of(done));
    } else {
      show(PartyFolders.write(Path.of(source), out, parts()));
    }
    spec.commandLine().getOut().printf("%nTry: ./parallax run %s%n", out.resolve("study.yaml"));
    return 0;
  }

  private PooledTable pooled(ColumnSplit.How how) {
    if (source.matches("(?i).*\\.(ya?ml|json)")) {
      if (columns.label != null || columns.id != null || !columns.used.isEmpty()) {
        throw new BadInput("--id, --label and --columns are for a data file; the study names them");
      }
      return PooledTable.ofStudy(Path.of(source));
    }
    if (columns.label == null) {
      throw new BadInput(
          source + " is a data file, of which the labels must be known; add --label COLUMN");
    }
    Consumer<String> notes = spec.commandLine().getErr()::println;
    return PooledTable.ofFile(source, columns.id, columns.label, columns.used, how, notes);
  }

  private void show(List<PartyFolders.Written> written) {
    TextTable table = new TextTable("party", "views", "rows", "labels");
    written.forEach(
        w ->
            table.row(
                w.party(),
                String.join(", ", w.views()),
                String.format(Locale.ROOT, "%,d", w.rows()),
                w.labels() ? "yes" : "no"));
    spec.commandLine().getOut().print(table);
  }
}
