package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        .contains("\\toprule", "=V \\& FedMV", "\\textbf{", "Nadeau and Bengio 2003");
    assertThat(Files.readString(dir.resolve("t.md"))).contains("| =V & FedMV |", "**");
    Path page;
    try (Stream<Path> files = Files.list(dir.resolve("all/runs"))) {
      page = files.filter(f -> f.toString().endsWith(".html")).findFirst().orElseThrow();
    }
    assertThat(Files.readString(page))
        .contains("Methods compared: small", "=V &amp; FedMV", "<svg");
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
          .startsWith("split,party,view,method,metric,value\n")
          .contains("1,maple,a,");
      assertThat(Files.readString(run.resolve("predictions.csv")).lines()).hasSize(21);
      assertThat(read(run.resolve("run.json")).get("started").asText()).startsWith("20");
    }
    Path named = named("=V & FedMV");
    assertThat(Files.readString(named.resolve("splits.csv"))).contains("V-FedMV");
    assertThat(Cli.run("audit", named).err()).contains("give it 'protection: {record: true}'");
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
