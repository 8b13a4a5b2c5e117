package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.consortium.ExitCode;
import io.parallax.data.catalogue.Catalogue;
import io.parallax.data.catalogue.DataFile;
import io.parallax.data.catalogue.DataFolder;
import io.parallax.data.catalogue.DataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The data sets that the program knows, and the files where there are some. */
class DataCatalogueTest {
  private static final Path PROJECT = Path.of("..", "..");
  @TempDir Path dir;

  static Stream<DataSet> sets() {
    return Catalogue.bundled().sets().stream();
  }

  @Test
  void everySetIsKnownByOneName() {
    assertThat(sets().map(DataSet::name))
        .doesNotHaveDuplicates()
        .contains("mfeat", "caltech101-7", "bbcsport", "orl", "orl3v", "sonar", "wdbc")
        .contains("heart-disease", "har", "neuroqwerty", "mnist", "fashion-mnist")
        .contains("cifar10", "cifar100");
  }

  @ParameterizedTest
  @MethodSource("sets")
  void aSetIsDescribedInFull(DataSet set) {
    assertThat(Stream.of(set.title(), set.kind(), set.licence(), set.source(), set.form()))
        .noneMatch(String::isBlank);
    assertThat(set.files().stream().map(DataFile::name)).doesNotHaveDuplicates();
    assertThat(set.files()).noneMatch(file -> file.holds().isBlank());
    assertThat(List.of(set.samples(), set.views(), set.classes())).allMatch(n -> n > 0);
  }

  @ParameterizedTest
  @MethodSource("sets")
  void theDocumentationNamesEveryFile(DataSet set) throws IOException {
    String page = Files.readString(PROJECT.resolve("docs/data.md"));
    String section = page.substring(page.indexOf("\n### " + set.name() + "\n"));
    assertThat(section).contains(set.source());
    set.files()
        .forEach(file -> assertThat(section).contains("`" + file.name() + "`", file.holds()));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void itsExamplesUseIt(DataSet set) throws IOException {
    String run = "./parallax run ";
    String inspect = "./parallax data inspect $PARALLAX_DATA/" + set.name() + "/";
    for (String example : set.examples()) {
      if (example.startsWith(run)) {
        assertThat(Files.readString(PROJECT.resolve(example.substring(run.length()))))
            .contains("$PARALLAX_DATA/" + set.name() + "/");
      } else {
        assertThat(example).startsWith(inspect);
        assertThat(set.files().stream().map(DataFile::name))
            .contains(example.substring(inspect.length()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sets")
  void theFilesAreThoseOfTheCatalogue(DataSet set) {
    DataFolder folder = new DataFolder(Shared.data(set.name()).getParent());
    assertThat(folder.holding(set).inShort()).isEqualTo("yes");
  }

  @Test
  void theListFitsATerminal() {
    Cli list = Cli.run("data", "get", "--to", dir);
    assertThat(list.exit()).isZero();
    assertThat(list.out().lines().filter(line -> !line.contains(dir.toString())))
        .allMatch(line -> line.length() <= 100);
    assertThat(Cli.run("data", "get", "--help").out().lines())
        .allMatch(line -> line.length() <= 100);
  }

  /** The whole program, against a server that stops in the middle. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void ctrlCKeepsWhatHasCome() throws Exception {
    Path source = Shared.data("sonar").getParent();
    Path part = dir.resolve("sonar").resolve("view_bands.csv.part");
    try (TestMirror mirror = new TestMirror(source)) {
      mirror.then(TestMirror.stallAfter(40_000, 20_000));
      Object[] get = {"data", "get", "sonar", "--from", mirror.address(), "--to", dir};
      try (Child child = Child.start(dir, List.of(), get)) {
        assertThat(child.reaches(() -> part.toFile().length() == 40_000)).isTrue();
        child.interrupt();
        Cli cli = child.end();
        assertThat(cli.exit()).as(cli.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(cli.err()) // behind progress, on a slow machine
            .endsWith("Stopped. Run the same command again to resume.\n")
            .doesNotContain("Exception");
      }
      Cli again = Child.run(dir, List.of(), get);
      assertThat(again.exit()).as(again.err()).isZero();
      assertThat(mirror.requests)
          .containsExactly(
              "sonar/view_bands.csv", "sonar/view_bands.csv bytes=40000-", "sonar/labels.csv");
    }
  }
}
