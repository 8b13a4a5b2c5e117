package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.data.catalogue.Catalogue;
import io.parallax.data.catalogue.DataFile;
import io.parallax.data.catalogue.DataFolder;
import io.parallax.data.catalogue.DataSet;
import io.parallax.data.catalogue.Download;
import io.parallax.data.catalogue.DownloadProgress;
import io.parallax.data.catalogue.DownloadSource;
import io.parallax.data.catalogue.RetryPolicy;
import io.parallax.report.ResultText;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "get",
    mixinStandardHelpOptions = true,
    description = {
      "Gets a public data set by name, from a folder or a web server, and checks every file by its"
          + " SHA-256. Without a name: lists the sets with sizes, licences and sources.",
      "",
      "The files are conversions (CSV, NumPy, idx) of what the sources publish, and nobody serves"
          + " them in public: get them from a colleague's folder or your organisation's mirror, with"
          + " every file at NAME/FILE. Files that you convert yourself belong straight into the"
          + " folder; studies read them, but they have another SHA-256. docs/data.md says what is"
          + " in each.",
      "",
      "The same command resumes an interrupted download. Existing files are never replaced"
          + " without --force."
    },
    footerHeading = "%n@|bold Examples|@%n",
    footer = {
      "  ./parallax data get",
      "  ./parallax data get mfeat --list",
      "  ./parallax data get mfeat --from /media/stick/data",
      "  ./parallax data get mfeat --from https://mirror.example/data --to data"
    })
final class DataGetCommand implements Callable<Integer> {
  private static final String MIRROR = "PARALLAX_MIRROR";
  private final Supplier<Catalogue> catalogue;
  private final UnaryOperator<String> environment;
  private final RetryPolicy patience;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", arity = "0..1", description = "the data set, such as mfeat")
  private String name;

  @Option(
      names = "--from",
      paramLabel = "FOLDER|URL",
      description =
          "where NAME/FILE are (default: PARALLAX_DATA, if --to is another folder;"
              + " then PARALLAX_MIRROR)")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description = "where they go (default: PARALLAX_DATA if set, or else the folder data)")
  private Path to;

  @Option(names = "--force", description = "replace files that are there with another content")
  private boolean force;

  @Option(names = "--list", description = "get nothing: list the sets, or the files of NAME")
  private boolean list;

  DataGetCommand() {
    this(Catalogue::bundled, System::getenv, RetryPolicy.USUAL);
  }

  DataGetCommand(
      Supplier<Catalogue> catalogue, UnaryOperator<String> environment, RetryPolicy patience) {
    this.catalogue = catalogue;
    this.environment = environment;
    this.patience = patience;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    DataFolder folder = folder();
    if (name == null && (from != null || force)) {
      throw new BadInput("no data set is named; './parallax data get' lists their names");
    }
    if (name == null) {
      new DataList(folder, out).all(catalogue.get());
    } else if (list) {
      new DataList(folder, out).one(catalogue.get().named(name));
    } else {
      get(catalogue.get().named(name), folder, out);
    }
    return 0;
  }

  private DataFolder folder() {
    return Optional.ofNullable(to)
        .map(DataFolder::new)
        .or(() -> DataFolder.of(environment))
        .orElseGet(() -> new DataFolder(Path.of("data")));
  }

  private void get(DataSet set, DataFolder folder, PrintWriter out) {
    List<DataFile> wanted = folder.holding(set).wanted(force);
    if (!wanted.isEmpty()) {
      fetch(set, wanted, folder);
    }
    out.printf(
        "%s: %s files, %s, SHA-256 checked, %s in %s%n",
        set.name(),
        set.files().size(),
        ResultText.bytes(set.bytes()),
        wanted.isEmpty() ? "already" : "now",
        folder.of(set));
    out.printf("licence: %s; source: %s%n", set.licence(), set.source());
    set.examples().forEach(example -> out.println("try: " + command(example, folder)));
  }

  private void fetch(DataSet set, List<DataFile> wanted, DataFolder folder) {
    TransferLine progress = new TransferLine(spec.commandLine().getErr());
    DownloadSource source = source(set, wanted, folder, progress);
    StopNote note = new StopNote(progress::note);
    try {
      new Download(source, folder, progress).get(set, wanted);
    } finally {
      note.end();
      progress.end();
    }
  }

  private DownloadSource source(
      DataSet set, List<DataFile> wanted, DataFolder to, DownloadProgress progress) {
    return Optional.ofNullable(from)
        .or(() -> otherFolder(set, to))
        .or(() -> Optional.ofNullable(environment.apply(MIRROR)).filter(text -> !text.isBlank()))
        .map(text -> DownloadSource.of(text, patience, progress))
        .orElseThrow(
            () ->
                new BadInput(
                    "%s of %s files of %s are not in %s, and nothing says where to get them; give --from FOLDER-OR-URL or set %s, or make them: docs/data.md says how they must be"
                        .formatted(
                            wanted.size(), set.files().size(), set.name(), to.of(set), MIRROR)));
  }

  /** The folder of the environment, if another one is to be filled. */
  private Optional<String> otherFolder(DataSet set, DataFolder to) {
    return DataFolder.of(environment)
        .filter(folder -> !folder.equals(to) && Files.isDirectory(folder.of(set)))
        .map(folder -> folder.root().toString());
  }

  /** A command that works as it stands, whatever the shell knows of PARALLAX_DATA. */
  private String command(String example, DataFolder folder) {
    String root = quoted(folder.root().toString());
    boolean known = DataFolder.of(environment).filter(folder::equals).isPresent();
    boolean named = example.contains("$" + DataFolder.VARIABLE);
    return (known || named ? "" : DataFolder.VARIABLE + "=" + root + " ")
        + example.replace("$" + DataFolder.VARIABLE, root);
  }

  private static String quoted(String path) {
    return path.matches("[\\w./:\\\\-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
  }
}
