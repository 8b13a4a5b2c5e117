package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.consortium.ExitCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Listing data sets, and getting one from a folder. */
class DataGetTest {
  @TempDir Path dir;
  private TinyData data;
  private Path to;
  private Path view;

  @BeforeEach
  void makeASet() throws IOException {
    data = new TinyData(dir.resolve("source"));
    to = dir.resolve("to");
    view = to.resolve("tiny").resolve(TinyData.VIEW);
  }

  @Test
  void aSetIsCopiedAndChecked() {
    Cli cli = got();
    assertThat(cli.err()).isEmpty();
    assertThat(cli.out().lines())
        .containsExactly(
            "tiny: 2 files, 200.9 kB, SHA-256 checked, now in " + to.resolve("tiny"),
            "licence: CC0; source: a test",
            "try: PARALLAX_DATA=" + to + " ./parallax run examples/tiny.yaml");
    assertThat(data.get("tiny", "--to", to).out())
        .startsWith("tiny: 2 files, 200.9 kB, SHA-256 checked, already in " + to.resolve("tiny"));
  }

  @Test
  void itGoesWhereStudiesLook() {
    data.environment.put("PARALLAX_DATA", to.toString());
    Cli cli = data.get("tiny", "--from", data.source);
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(view).hasBinaryContent(data.view);
    assertThat(cli.out()).endsWith("try: ./parallax run examples/tiny.yaml" + nl());
  }

  @Test
  void anotherFolderIsFilledFromTheOneWhereStudiesLook() {
    data.environment.put("PARALLAX_DATA", data.source.toString());
    assertThat(data.get("tiny", "--to", to).exit()).isZero();
    assertThat(view).hasBinaryContent(data.view);
  }

  @Test
  void anExampleIsPrintedAsItCanBeTyped() throws IOException {
    Files.move(data.source.resolve("tiny"), data.source.resolve("tine"));
    Path spaced = dir.resolve("my data");
    assertThat(data.get("tine", "--from", data.source, "--to", spaced).out())
        .endsWith("try: ./parallax data inspect '" + spaced + "'/tine/view_a.csv" + nl());
  }

  @Test
  void aHalfCopiedFileIsCopiedAnew() throws IOException {
    Files.createDirectories(view.getParent());
    Files.write(view.resolveSibling(TinyData.VIEW + ".part"), new byte[12_345]);
    got();
  }

  @Test
  void onlyWhatIsMissingIsCopied() throws IOException {
    got();
    Files.delete(view.resolveSibling(TinyData.LABELS));
    Files.delete(data.source.resolve("tiny").resolve(TinyData.VIEW)); // it is not needed
    assertThat(data.get("tiny").exit()).isEqualTo(ExitCode.BAD_INPUT);
    got();
  }

  @Test
  void aFileThatWasAlteredIsNotReplacedUnlessItIsWanted() throws IOException {
    got();
    byte[] altered = data.view.clone();
    altered[7]++;
    Files.write(view, altered);
    assertThat(data.refusal(ExitCode.BAD_INPUT, "tiny", "--from", data.source, "--to", to))
        .isEqualTo(
            view
                + " exists with different content (its SHA-256 is not the catalogue's);"
                + " move it away, or replace it with --force");
    assertThat(view).hasBinaryContent(altered);
    assertThat(data.get("--to", to).out()).containsPattern("tiny .* differs");
    Cli forced = data.get("tiny", "--from", data.source, "--to", to, "--force");
    assertThat(forced.exit()).as(forced.err()).isZero();
    assertThat(view).hasBinaryContent(data.view);
  }

  @Test
  void aSourceThatWasAlteredIsRefusedAndNothingIsKept() throws IOException {
    byte[] altered = data.view.clone();
    altered[7]++;
    Path file = Files.write(data.source.resolve("tiny").resolve(TinyData.VIEW), altered);
    assertThat(data.refusal(ExitCode.BAD_INPUT, "tiny", "--from", data.source, "--to", to))
        .startsWith(file + " has SHA-256 ")
        .endsWith("…; it is not the catalogue's file, get tiny from another source");
    assertThat(to).doesNotExist();
  }

  @Test
  void aFolderIsFilledByOneProcessAtATime() throws IOException {
    Files.createDirectories(view.getParent());
    Path lock = view.resolveSibling(".getting");
    try (FileChannel other =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      other.lock();
      assertThat(data.refusal(ExitCode.BAD_INPUT, "tiny", "--from", data.source, "--to", to))
          .isEqualTo(
              "another process is downloading to " + view.getParent() + "; wait for it to finish");
    }
    got();
  }

  @Test
  void theListTellsWhatIsHere() throws IOException {
    assertThat(data.get("--to", to).out())
        .containsPattern("name +samples +views +classes +size +licence +here")
        .containsPattern("tiny +1,234 +1 +2 +200.9 kB +CC0 +no\n")
        .contains("here: in " + to + ", with the right SHA-256")
        .containsPattern("Sources\\s+tiny +a test");
    got();
    assertThat(data.get("--to", to, "--list").out()).containsPattern("tiny .* yes\n");
    Files.delete(view);
    assertThat(data.get("--to", to).out()).containsPattern("tiny .* 1 of 2\n");
    assertThat(data.get("tiny", "--to", to, "--list").out())
        .containsPattern("licence +CC0")
        .containsPattern("here +1 of 2 \\(" + to.resolve("tiny") + "\\)")
        .containsPattern("view_a.csv +200,000 +[0-9a-f]{64} +no\n")
        .containsPattern("labels.csv +900 +[0-9a-f]{64} +yes\n");
  }

  /** Arguments and what is said about them; FROM and TO are folders. */
  record Mistake(String arguments, String message) {}

  private static final String GIVE =
      "; give a folder that has a folder %s in it, or an address that begins with http:// or"
          + " https://";

  static Stream<Mistake> mistakes() {
    return Stream.of(
        new Mistake(
            "tinny --from FROM",
            "there is no data set 'tinny'; did you mean 'tiny'? Known are: tiny, tine"),
        new Mistake("mnist", "there is no data set 'mnist'; known are: tiny, tine"),
        new Mistake(
            "tiny",
            "2 of 2 files of tiny are not in TO/tiny, and nothing says where to get them; give"
                + " --from FOLDER-OR-URL or set PARALLAX_MIRROR, or make them: docs/data.md says how"
                + " they must be"),
        new Mistake(
            "tiny --from FROM/none", "there is no folder FROM/none" + GIVE.formatted("tiny")),
        new Mistake("tine --from FROM", "there is no folder FROM/tine" + GIVE.formatted("tine")),
        new Mistake(
            "tiny --from FROM/tiny", "there is no folder FROM/tiny/tiny" + GIVE.formatted("tiny")),
        new Mistake(
            "tiny --from ftp://host/data",
            "'ftp://host/data' is not a source of data" + GIVE.formatted("NAME")),
        new Mistake(
            "tiny --from http://host/data?key=1",
            "'http://host/data?key=1' must have a host and no ? or #: files are at"
                + " ADDRESS/NAME/FILE"),
        new Mistake(
            "tiny --from http://",
            "'http://' is not a valid address; give one such as https://host/data"),
        new Mistake(
            "tiny --from http://me:secret@host/data",
            "an address with a user name in it is not supported; leave it out"),
        new Mistake("--from FROM", "no data set is named; './parallax data get' lists their names"),
        new Mistake("--force", "no data set is named; './parallax data get' lists their names"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsToldInOneLineAndLeavesNoTrace(Mistake mistake) {
    Stream<String> words = Stream.of((mistake.arguments() + " --to " + to).split(" "));
    Object[] arguments = words.map(word -> word.replace("FROM", "" + data.source)).toArray();
    assertThat(data.refusal(ExitCode.BAD_INPUT, arguments))
        .isEqualTo(mistake.message().replace("FROM", "" + data.source).replace("TO/", to + "/"));
    assertThat(to).doesNotExist();
  }

  @Test
  void aFileThatIsMissingOrShortAtTheSourceIsNamed() throws IOException {
    Path file = data.source.resolve("tiny").resolve(TinyData.LABELS);
    Files.write(file, new byte[12]);
    assertThat(data.refusal(ExitCode.BAD_INPUT, "tiny", "--from", data.source, "--to", to))
        .isEqualTo(
            file
                + " has 12 bytes and must have 900; it is not the catalogue's file, get tiny from another source");
    Files.delete(file);
    assertThat(data.refusal(ExitCode.BAD_INPUT, "tiny", "--from", data.source, "--to", to))
        .isEqualTo("there is no file " + file + "; tiny needs it");
    assertThat(to).doesNotExist();
  }

  @Test
  void aFolderThatCannotBeUsedIsNamed() throws IOException {
    Files.writeString(to, "a file");
    assertThat(data.refusal(ExitCode.BAD_INPUT, "tiny", "--from", data.source, "--to", to))
        .isEqualTo(
            "cannot write to "
                + to.resolve("tiny")
                + "; choose a folder that you may write to with --to");
    Path other = dir.resolve("other");
    Path taken = Files.createDirectories(other.resolve("tiny").resolve(TinyData.VIEW));
    assertThat(data.refusal(ExitCode.BAD_INPUT, "tiny", "--from", data.source, "--to", other))
        .isEqualTo(taken + " is a folder and must be a file; move it away");
  }

  /** Gets the set from its folder, which has to succeed. */
  private Cli got() {
    Cli cli = data.get("tiny", "--from", data.source, "--to", to);
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(view).hasBinaryContent(data.view);
    assertThat(view.getParent().toFile().list())
        .containsExactlyInAnyOrder(TinyData.VIEW, TinyData.LABELS);
    return cli;
  }

  private static String nl() {
    return System.lineSeparator();
  }
}
