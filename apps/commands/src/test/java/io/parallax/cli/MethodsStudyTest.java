package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.data.CsvFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies of several methods, and the tables that they give. */
class MethodsStudyTest {
  private static final String METHODS =
      "methods: [{vfedmv: {mode: best, beta: 0.5, as: '=V & FedMV'}}, mmvfl,"
          + " {joint: {lambda: 2, search: {lambda: [1, 2], folds: 2}}}]";

  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SmallStudy.write(dir);
    change(study, "method: vfedmv\nmode: best\nsettings: {beta: 0.5, zeta: 2, eta: 1}", METHODS);
    change(study, "seed: 3", "seed: 3\nmodel: false\nreport: {points: 0}");
  }

  @Test
  void oneCommandGivesOneTableOfAllMethodsOnTheSameRows() throws IOException {
    Cli all = run("all", "--latex", dir.resolve("t.tex"), "--markdown", dir.resolve("t.md"));
    JsonNode set = all.json().at("/sets/0");
    assertThat(set.at("/methods").findValuesAsText("name"))
        .containsExactly("=V & FedMV", "MMVFL", "The joint model");
    assertThat(all.out()).contains("=V & FedMV", "MMVFL", "minus =V & FedMV", "a training");
    List<Path> runs = folders("all");
    assertThat(runs).hasSize(3);
    for (int split = 1; split <= 2; split++) {
      String rows = truths(runs.get(0), split);
      assertThat(rows).isNotBlank();
      for (Path run : runs) {
        assertThat(truths(run, split)).isEqualTo(rows);
      }
    }
    assertThat(truths(runs.get(0), 1)).isNotEqualTo(truths(runs.get(0), 2));
    assertThat(Files.readString(dir.resolve("t.tex")))
        .contains("\\toprule", "=V \\& FedMV", "\\textbf{", "Nadeau and Bengio 2003")
        .contains("minus =V \\& FedMV", "p, Holm", "Cost of a training", "sent for that");
    assertThat(Files.readString(dir.resolve("t.md"))).contains("| =V & FedMV |", "**");
    Path page;
    try (Stream<Path> files = Files.list(dir.resolve("all/runs"))) {
      page = files.filter(f -> f.toString().endsWith(".html")).findFirst().orElseThrow();
    }
    assertThat(Files.readString(page))
        .contains("Methods compared: small", "=V &amp; FedMV", "<svg");
  }

  @Test
  void tablesWithoutAFileArePrintedBeforeTheJson() throws IOException {
    String text = SmallStudy.read(study);
    Object out = dir.resolve("all");
    Cli all = Cli.run("run", "--out", out, "--latex", study, "--csv", "--markdown", "-", "--json");
    assertThat(all.exit()).as(all.err()).isZero();
    assertThat(all.json().at("/sets/0/methods")).hasSize(3);
    assertThat(all.out())
        .contains("\\begin{tabular}", "=V \\& FedMV & ", "\ndata,method,metric,", "| MMVFL | ");
    assertThat(SmallStudy.read(study)).as("the study is read, not written").isEqualTo(text);
    Object[] two = folders("all").stream().limit(2).toArray();
    Cli compared = Cli.run("runs", "compare", "--markdown", two[0], two[1], "--json");
    assertThat(compared.exit()).as(compared.err()).isZero();
    assertThat(compared.json().at("/sets/0/methods")).hasSize(2);
    assertThat(compared.out()).contains("|---");
    for (Object[] over :
        new Object[][] {{"--latex=" + study}, {"--svg", study}, {"--csv=study.json"}}) {
      Cli refused = Cli.run(Stream.concat(Stream.of("run", study), Stream.of(over)).toArray());
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err()).contains("is no file for --", "to write over");
    }
    assertThat(SmallStudy.read(study)).isEqualTo(text);
  }

  /** A method's run is the run of a study with that method alone. */
  @Test
  void eachMethodGivesTheBitsOfItsOwnStudy() throws IOException {
    Path alone = dir.resolve("alone.yaml");
    SmallStudy.put(alone, SmallStudy.read(study).replace(METHODS, "method: mmvfl"));
    String hash = Cli.run("run", alone, "--out", dir.resolve("alone"), "--json").hash();
    run("all");
    assertThat(
            folders("all").stream()
                .map(run -> read(run.resolve("result.json")).get("resultHash").asText()))
        .contains(hash);
  }

  @Test
  void everyRunKeepsItsStudyFileAndTidyTables() throws IOException {
    run("all");
    for (Path run : folders("all")) {
      assertThat(Files.readString(run.resolve("study.yaml"))).isEqualTo(SmallStudy.read(study));
      String splits = Files.readString(run.resolve("splits.csv"));
      assertThat(splits)
          .startsWith("run,method,row,split,party,view,metric,value\n")
          .contains(",1,maple,a,");
      assertThat(Files.readString(run.resolve("predictions.csv")).lines()).hasSize(21);
      assertThat(read(run.resolve("run.json")).get("started").asText()).startsWith("20");
    }
    Path named = named("=V & FedMV");
    assertThat(Cli.run("audit", named).err()).contains("give it 'protection: {record: true}'");
  }

  /** The study file itself may be gone; each run keeps it, and knows which method is its own. */
  @Test
  void aRunIsAuditedByItsFolder() throws IOException {
    change(study, "seed: 3", "seed: 3\nprotection: {aggregation: plain, record: true}");
    run("all");
    Path ours = named("=V & FedMV");
    Path alone = dir.resolve("alone.yaml");
    String method = "method: vfedmv\nmode: best\nsettings: {beta: 0.5}";
    SmallStudy.put(alone, SmallStudy.read(study).replace(METHODS, method));
    Path out = dir.resolve("alone");
    assertThat(Cli.run("run", alone, "--out", out).exit()).isZero();
    Files.delete(study);
    Cli audited = Cli.run("audit", ours);
    assertThat(audited.exit()).as(audited.out() + audited.err()).isZero();
    assertThat(audited.out())
        .contains("features of", "promised at most")
        .isEqualTo(Cli.run("audit", alone, "--out", out).out());
    Cli other = Cli.run("audit", other(ours));
    assertThat(other.exit()).as(other.out() + other.err()).isZero();
    assertThat(other.out()).isNotEqualTo(audited.out());
  }

  private Path other(Path run) throws IOException {
    return folders("all").stream().filter(one -> !one.equals(run)).findFirst().orElseThrow();
  }

  @Test
  void theTablesOfAPaperAreChosen() throws IOException {
    run("all", "--tables", "costs", "--latex", dir.resolve("t.tex"), "--csv", dir.resolve("t.csv"));
    assertThat(Files.readString(dir.resolve("t.tex")))
        .contains("Cost of a training")
        .containsOnlyOnce("\\begin{table}");
    List<List<String>> costs =
        CsvFile.of(dir.resolve("t.csv")).cells().stream()
            .filter(line -> line.get(2).equals("accuracy"))
            .toList();
    assertThat(costs).hasSize(3);
    for (List<String> line : costs) {
      boolean searched = line.get(1).equals("The joint model");
      assertThat(line.get(15)).as("tried").isEqualTo(searched ? "2" : "1");
      assertThat(Double.parseDouble(line.get(16)) > 0).as("bytes for it").isEqualTo(searched);
      assertThat(line.get(19)).as("membership").isNotEmpty();
    }
    Cli wrong = Cli.run("run", study, "--tables", "cost", "--out", dir.resolve("none"));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("metrics, differences, costs");
  }

  /** As R or pandas would read them: one long table of all runs. */
  @Test
  void theSplitsOfAllRunsMakeOneTableInWhichNothingIsTwice() throws IOException {
    change(study, ", mmvfl,", ", {joint: {lambda: 3}},");
    run("all", "--tag", "first");
    List<List<String>> table = splits();
    assertThat(table.stream().map(line -> line.subList(0, 7)).distinct()).hasSize(table.size());
    assertThat(own(table)).containsOnlyKeys("'=V & FedMV", "The joint model");
    assertThat(own(table).get("'=V & FedMV")).hasSize(2);
    assertThat(own(table).get("The joint model")).as("two runs of one name").hasSize(4);
    assertThat(table.stream().filter(line -> line.get(2).equals("majority class")))
        .isNotEmpty()
        .allMatch(line -> !line.get(1).equals("majority class"));
    Path named = named("=V & FedMV");
    assertThat(Cli.run("runs", "note", named, "--name", "Ours").exit()).isZero();
    change(study, "{joint: {lambda: 3}}", "{joint: {lambda: 3, as: Joint}}");
    run("all", "--tag", "second");
    assertThat(own(splits())).containsOnlyKeys("'=V & FedMV", "Joint", "The joint model");
    List<Double> values = own(table).values().stream().flatMap(List::stream).sorted().toList();
    assertThat(own(splits()).values().stream().flatMap(List::stream).sorted().toList())
        .as("names change no number")
        .isEqualTo(values);
    assertThat(read(named.resolve("run.json")).get("tags").toString()).contains("first", "second");
  }

  /** Returns the lines of all runs' splits.csv. */
  private List<List<String>> splits() throws IOException {
    return folders("all").stream()
        .flatMap(run -> CsvFile.of(run.resolve("splits.csv")).cells().stream())
        .toList();
  }

  /** Returns the accuracies of the methods themselves, as docs/paper.md chooses them. */
  private static Map<String, List<Double>> own(List<List<String>> table) {
    return table.stream()
        .filter(line -> line.get(2).equals(line.get(1)) && line.get(4).isEmpty())
        .filter(line -> line.get(6).equals("accuracy"))
        .collect(
            Collectors.groupingBy(
                line -> line.get(1),
                Collectors.mapping(line -> Double.valueOf(line.get(7)), Collectors.toList())));
  }

  @Test
  void whatCannotBeComparedIsRefused() {
    change(study, METHODS, METHODS + "\nmethod: joint");
    refused("method and methods exclude each other");
    change(study, METHODS + "\nmethod: joint", "methods: []");
    refused("methods is empty");
    change(study, "methods: []", "methods: [joint, nothing]");
    refused("nothing");
    change(study, "methods: [joint, nothing]", "methods: [{joint: {lambda: 2}, vfedmv: {}}]");
    refused("must be a method, or one method with its settings");
    change(study, "methods: [{joint: {lambda: 2}, vfedmv: {}}]", "methods: [{joint: {lamda: 2}}]");
    refused("lamda");
    assertThat(dir.resolve("refused")).doesNotExist();
  }

  private void refused(String why) {
    Cli refused = Cli.run("run", study, "--out", dir.resolve("refused"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains(why);
    assertThat(refused.err().lines()).hasSize(1);
  }

  private Cli run(String out, Object... more) {
    Object[] command =
        Stream.concat(Stream.of("run", study, "--out", dir.resolve(out), "--json"), Stream.of(more))
            .toArray();
    Cli done = Cli.run(command);
    assertThat(done.exit()).as(done.err()).isZero();
    return done;
  }

  private List<Path> folders(String out) throws IOException {
    try (Stream<Path> all = Files.list(dir.resolve(out).resolve("runs"))) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  private Path named(String name) throws IOException {
    return folders("all").stream()
        .filter(run -> read(run.resolve("run.json")).get("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String truths(Path run, int split) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : Files.readAllLines(run.resolve("split-0" + split + "/predictions.csv"))) {
      text.append(line, 0, line.indexOf(',', line.indexOf(',') + 1)).append('\n');
    }
    return text.toString();
  }

  private static JsonNode read(Path file) {
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
