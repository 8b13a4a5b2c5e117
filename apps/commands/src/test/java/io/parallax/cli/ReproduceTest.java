package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReproduceTest {
  private static final Path EXPERIMENTS = Path.of("..", "..", "experiments");
  @TempDir Path dir;

  @Test
  void theListShowsEveryFolderWithItsDataAndTime() throws IOException {
    Cli list = Cli.run("reproduce", "--list");
    assertThat(list.exit()).isZero();
    try (Stream<Path> folders = Files.list(EXPERIMENTS)) {
      Set<String> program = Set.of("src", "target");
      for (Path folder : folders.filter(Files::isDirectory).toList()) {
        if (program.contains(folder.getFileName().toString())) {
          continue;
        }
        assertThat(list.out()).contains(folder.getFileName().toString());
        assertThat(folder.resolve("README.md")).isNotEmptyFile();
        assertThat(folder.resolve("settings.yaml")).isNotEmptyFile();
        assertThat(folder.resolve("expected.yaml")).isNotEmptyFile();
      }
    }
    assertThat(list.out()).containsPattern("mmvfl-table2 +mfeat, caltech101-7");
  }

  @Test
  void aQuickTableHasThePapersNumbersBesideOursAndSaysThatItIsQuick() throws IOException {
    Path out = dir.resolve("t1");
    Cli first = Cli.run("reproduce", "fedmv-table1", "--quick", "--json", "--out", out);
    assertThat(first.exit()).as(first.err()).isZero();
    assertThat(first.out())
        .contains("fedmv-table1 (QUICK, reduced)", "QUICK: fewer sessions")
        .containsPattern("paper +88.76 +90.89 +87.09 +88.93")
        .containsPattern("difference +[+-]\\d");
    JsonNode json = first.json();
    assertThat(json.get("quick").asBoolean()).isTrue();
    assertThat(json.get("settingsTried").asInt()).isEqualTo(4);
    JsonNode ours = json.at("/tables/0/lines/0/cells/0");
    assertThat(ours.get("ours").asDouble()).isBetween(80.0, 95.0);
    assertThat(ours.get("paper").asDouble()).isEqualTo(88.76);
    assertThat(Files.readString(out.resolve("report.html")))
        .contains("Quick: a reduced version")
        .contains("90.89 (")
        .doesNotContain("http:", "https:");
    assertThat(Files.readString(out.resolve("result.csv")))
        .contains(",V-FedMV,accuracy,")
        .contains(",88.76,true");
    Cli again = Cli.run("reproduce", "fedmv-table1", "--quick", "--json", "--out", out);
    assertThat(again.json().get("tables")).isEqualTo(json.get("tables"));
  }

  @Test
  void itsTablesAreWrittenForPapersAndPrograms() throws IOException {
    Path out = dir.resolve("t1");
    Path latex = dir.resolve("papers/t.tex");
    Path markdown = dir.resolve("papers/t.md");
    Path csv = dir.resolve("papers/t.csv");
    Object[] command = {
      "reproduce", "fedmv-table1", "--quick", "--json", "--out", out, "--latex", latex, "--csv", csv
    };
    Cli run = Cli.run(command);
    assertThat(run.exit()).as(run.err()).isZero();
    double ours = run.json().at("/tables/0/lines/0/cells/0/ours").asDouble();
    String rounded = String.format(Locale.ROOT, "%.2f", ours);
    String tex = Files.readString(latex);
    assertThat(tex)
        .matches("[\\n\\x20-\\x7e]*")
        .contains(
            "\\begin{tabular}{lrrrrrrrr}", " & paper & ", "V-FedMV & " + rounded, " & 88.76 & ")
        .contains("paired differences", " $-$ ", "95 \\% interval", "Nadeau and Bengio, 2003")
        .contains("A reduced version (--quick)")
        .doesNotContain("\\caption{}");
    assertThat(tex.split("\\\\begin\\{table\\}", -1)).hasSize(1 + 2);
    Cli again =
        Cli.run(
            "reproduce",
            "--latex",
            "fedmv-table1",
            "--quick",
            "--out",
            out,
            "--markdown",
            markdown,
            "--json");
    assertThat(again.exit()).isZero();
    assertThat(again.json().get("tables")).isEqualTo(run.json().get("tables"));
    assertThat(again.out()).contains(tex.strip());
    assertThat(Files.readString(markdown))
        .contains("| V-FedMV | " + rounded, "| 88.76 |", "| difference | 95 % interval | p | of |");
    assertThat(Files.readString(csv)).isEqualTo(Files.readString(out.resolve("result.csv")));
  }

  @Test
  void anExperimentRunsOnAFolderOfOnesOwn() throws IOException {
    Path folder = TinyViews.write(dir.resolve("own"));
    Path out = dir.resolve("t2");
    Cli run = Cli.run("reproduce", "fedmv-table2", "--quick", "--data", folder, "--out", out);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("every party for itself", "blood alone, averaged")
        .contains("On other data than the paper's")
        .doesNotContain("  paper ");
    Cli sweep =
        Cli.run("reproduce", "fedmv-fig6", "--quick", "--data", folder, "--out", dir.resolve("f6"));
    assertThat(sweep.out()).contains("V-FedMV: zeta blood", "H-FedMV: eta");
    Cli drawn =
        Cli.run(
            "reproduce",
            "fedmv-fig6",
            "--quick",
            "--data",
            folder,
            "--out",
            dir.resolve("f6"),
            "--json",
            "--csv",
            dir.resolve("f6.csv"),
            "--latex",
            dir.resolve("f6.tex"));
    assertThat(drawn.exit()).isEqualTo(2);
    assertThat(drawn.err()).contains("there is no table for --latex", "--csv writes every number");
    assertThat(drawn.json().get("plots")).isNotEmpty();
    assertThat(Files.readString(dir.resolve("f6.csv"))).contains("V-FedMV: zeta blood,");
    Cli pictures =
        Cli.run("reproduce", "fedmv-fig5", "--quick", "--data", folder, "--out", dir.resolve("f5"));
    assertThat(pictures.out()).contains("view blood", "Z after V-FedMV", "Z after H-FedMV");
    assertThat(Files.readString(dir.resolve("f5").resolve("report.html")))
        .contains("<svg class=\"scatter\"");
  }

  @Test
  void anInterruptedExperimentGoesOnBehindItsFinishedUnits() throws Exception {
    Path data = Shared.data("mfeat").getParent();
    Path out = dir.resolve("f3");
    Object[] command = {"reproduce", "mmvfl-fig3", "--quick", "--json", "--out", out};
    Cli whole = withData(data, command);
    assertThat(whole.exit()).as(whole.err()).isZero();
    Path first = out.resolve("units").resolve("Handwritten-seed1-fold1.json");
    Path second = out.resolve("units").resolve("Handwritten-seed1-fold2.json");
    String found = Files.readString(second);
    Files.writeString(first, Files.readString(first).replaceAll("0\\.\\d+", "0.5"));
    Files.delete(second);
    JsonNode altered = withData(data, command).json().get("plots");
    assertThat(altered).as("the first unit is read").isNotEqualTo(whole.json().get("plots"));
    assertThat(Files.readString(second)).as("the second one is the same").isEqualTo(found);
  }

  /** Runs it in this process if the tests have the same data. */
  private Cli withData(Path data, Object... command) throws Exception {
    return data.toString().equals(System.getenv("PARALLAX_DATA"))
        ? Cli.run(command)
        : Child.runWithData(data, dir, command);
  }

  @Test
  void missingDataIsToldWithTheWayToGetIt() throws Exception {
    Cli refused = Child.runWithData(dir, dir, "reproduce", "mmvfl-table2");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo(
            "parallax: the data set 'mfeat' is not in "
                + dir
                + "; get it: ./parallax data get mfeat --from FOLDER-OR-URL\n");
    assertThat(dir.resolve("runs")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "fedmv-tabel1 | there is no experiment 'fedmv-tabel1'; did you mean 'fedmv-table1'? Known are: LIST",
        "mmvfl-table2 --data x | experiment mmvfl-table2 has its own data: [mfeat, caltech101-7]; leave out --data",
        "fedmv-table1 --data DIR | DIR has 0 files view_NAME.csv; the experiment needs two or more",
      })
  void mistakesAreToldInOneLine(String arguments, String message) throws IOException {
    Path empty = dir.resolve("empty");
    empty.toFile().mkdir();
    Object[] words =
        Stream.concat(
                Stream.of("reproduce", "--out", dir.resolve("none")),
                Stream.of(arguments.replace("DIR", empty.toString()).split(" ")))
            .toArray();
    Cli refused = Cli.run(words);
    assertThat(refused.exit()).isEqualTo(2);
    String expected = message.replace("DIR", empty.toString()).replace("LIST", known());
    assertThat(refused.err()).isEqualTo("parallax: " + expected + "\n");
  }

  private static String known() throws IOException {
    return String.join(", ", Files.readAllLines(EXPERIMENTS.resolve("names.txt")));
  }

  @Test
  void aFolderThatHoldsAnotherExperimentIsRefused() {
    Path folder = TinyViews.write(dir.resolve("own"));
    Path out = dir.resolve("one");
    assertThat(Cli.run("reproduce", "fedmv-fig5", "--quick", "--data", folder, "--out", out).exit())
        .isZero();
    Cli other = Cli.run("reproduce", "fedmv-fig6", "--quick", "--data", folder, "--out", out);
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err())
        .isEqualTo(
            "parallax: "
                + out
                + " holds another experiment (other settings, data or version); choose another --out\n");
  }
}
