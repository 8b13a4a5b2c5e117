package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One data set cut into the folders of parties: nothing is lost, nothing is changed. */
class DataSplitTest {
  private static final int ROWS = 60;

  /** Ids, labels and categories with commas and quotes; the study has comments. */
  private static final String YAML =
      """
      # a comment that stays
      study: spread
      method: hfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      data: # goes
        views:
          a: {csv: a.csv, id: 'no, or name'}
          b: {csv: b.csv, id: id}
        labels: {csv: labels.csv, id: id, column: 'out: come'}
      categorical: {kind: ['x, y', 'the "other"']}
      partition: {kind: horizontal, parties: 3, how: iid}
      evaluate: {split: random, test: 0.25, repeats: 1}
      report: {points: 0}
      seed: 3
      """;

  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    SmallStudy.write(dir, ROWS, 3);
    String[] kinds = {"\"x, y\"", "\"the \"\"other\"\"\""};
    List<String> lines = read(dir.resolve("a.csv")).lines().skip(1).toList();
    StringBuilder a = new StringBuilder("\"no, or name\",kind,a0,a1,a2\n");
    for (int i = 0; i < lines.size(); i++) {
      String number = i % 5 == 0 ? ",01.50," : "," + lines.get(i).split(",")[1] + ",";
      a.append(
          lines.get(i).replaceFirst(",[^,]*,", "," + kinds[i / 2 % 2].replace("\\", "") + number));
      a.append('\n');
    }
    put(dir.resolve("a.csv"), a.toString());
    StringBuilder labels = new StringBuilder("id,out: come,ward\n");
    for (int i = 0; i < ROWS; i++) {
      labels.append("p%d,%s,w%d\n".formatted(i, i % 2 == 0 ? "well" : "\"ill, or so\"", i % 7 / 2));
    }
    put(dir.resolve("labels.csv"), labels.toString());
    study = put(dir.resolve("study.yaml"), YAML);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "parties: 3, how: iid; 3",
        "parties: 3, how: dirichlet, alpha: 2; 3",
        "how: subject, column: ward; 4",
        "parties: 2, how: subject, column: ward; 2"
      })
  void horizontalPartiesHoldAllRowsAndGetTheModelOfThePooledStudy(String how, int parties)
      throws IOException {
    change(study, "parties: 3, how: iid", how);
    split();
    List<String> names = new ArrayList<>();
    for (int p = 1; p <= parties; p++) {
      names.add("party-" + p);
    }
    assertThat(folders()).isEqualTo(new HashSet<>(names));
    sameRows("a.csv", names, "a.csv", 0);
    sameRows("b.csv", names, "b.csv", 0);
    sameRows("labels.csv", names, "labels.csv", 1);
    for (String name : names) {
      assertThat(ids(name + "/a.csv"))
          .isEqualTo(ids(name + "/b.csv"))
          .isEqualTo(ids(name + "/labels.csv"));
    }
    assertThat(read(dir.resolve("parts/study.yaml")))
        .contains("# a comment that stays", "views: [a, b]")
        .doesNotContain("partition", "# goes");
    run(study, "pooled");
    run(dir.resolve("parts/study.yaml"), "sites");
    sameModel(names);
  }

  /** The exact model is that of all rows, whoever holds them and in whatever order. */
  private void sameModel(List<String> names) {
    ByHand pooled = ByHand.read(dir.resolve("pooled/model"));
    ByHand sites = ByHand.read(dir.resolve("sites/model"));
    assertThat(sites.head().get("classes")).isEqualTo(pooled.head().get("classes"));
    for (String name : names) {
      for (String view : List.of("a", "b")) {
        JsonNode expected = pooled.parts().get(name).at("/matrices/" + view);
        JsonNode found = sites.parts().get(name).at("/matrices/" + view);
        assertThat(found).hasSize(expected.size()).hasSize(view.equals("a") ? 5 : 3);
        for (int j = 0; j < expected.size(); j++) {
          for (int c = 0; c < 2; c++) {
            assertThat(found.get(j).get(c).asDouble())
                .isCloseTo(expected.get(j).get(c).asDouble(), within(1e-9));
          }
        }
      }
    }
  }

  @Test
  void subjectsStayTogether() throws IOException {
    change(study, "parties: 3, how: iid", "parties: 2, how: subject, column: ward");
    split();
    Set<String> first = wards("party-1");
    assertThat(first).doesNotContainAnyElementsOf(wards("party-2")).hasSizeBetween(1, 3);
  }

  @Test
  void verticalPartiesRunToTheBitsOfThePooledStudy() throws IOException {
    change(study, "hfedmv", "vfedmv");
    change(study, "{kind: horizontal, parties: 3, how: iid}", "{kind: vertical}");
    Cli cli = split();
    assertThat(cli.out()).containsPattern("a +a +60 +yes").containsPattern("b +b +60 +no");
    assertThat(folders()).containsExactlyInAnyOrder("a", "b");
    sameRows("a.csv", List.of("a"), "a.csv", 0);
    sameRows("b.csv", List.of("b"), "b.csv", 0);
    sameRows("labels.csv", List.of("a"), "labels.csv", 1);
    String hash = run(study, "pooled").hash();
    assertThat(run(dir.resolve("parts/study.yaml"), "sites").hash()).isEqualTo(hash);
    assertThat(read(dir.resolve("sites/model/b.json")))
        .isEqualTo(read(dir.resolve("pooled/model/b.json")));
  }

  @Test
  void aViewMayBeCalledLabels() {
    change(study, "b: {csv", "labels: {csv");
    split();
    run(dir.resolve("parts/study.yaml"), "sites");
  }

  @Test
  void generatedSessionsCanBeSplitToo() throws IOException {
    put(
        study,
        """
        study: made
        method: hfedmv
        data: {generate: typing-sessions, sessions: 300}
        partition: {kind: horizontal, parties: 3}
        evaluate: {repeats: 1}
        report: {points: 0}
        """);
    Cli cli = split();
    assertThat(cli.out()).contains("alphanum, special, accel", "Try: ./parallax run ");
    assertThat(ids("party-1/accel.csv")).hasSize(100);
    run(study, "pooled");
    Cli sites = run(dir.resolve("parts/study.yaml"), "sites");
    assertThat(sites.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.6);
  }

  private Cli split() {
    Cli cli = Cli.run("data", "split", study, "--out", dir.resolve("parts"));
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(cli.err()).isEmpty();
    return cli;
  }

  private Cli run(Path file, String out) {
    Cli cli = Cli.run("run", file, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  private Set<String> folders() throws IOException {
    try (Stream<Path> all = Files.list(dir.resolve("parts"))) {
      return new HashSet<>(
          all.filter(Files::isDirectory).map(p -> p.getFileName().toString()).toList());
    }
  }

  /** The lines of the parties' files, together, are those of the whole file, to the letter. */
  private void sameRows(String whole, List<String> parties, String part, int lastColumnsLeftOut) {
    List<String> expected =
        read(dir.resolve(whole))
            .lines()
            .map(line -> lastColumnsLeftOut == 0 ? line : line.replaceFirst(",[^,]*$", ""))
            .toList();
    List<String> found = new ArrayList<>();
    for (String party : parties) {
      List<String> lines = read(dir.resolve("parts").resolve(party).resolve(part)).lines().toList();
      assertThat(lines.get(0)).isEqualTo(expected.get(0));
      found.addAll(lines.subList(1, lines.size()));
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected.subList(1, expected.size()));
  }

  private List<String> ids(String file) {
    return read(dir.resolve("parts").resolve(file))
        .lines()
        .skip(1)
        .map(l -> l.split(",")[0])
        .toList();
  }

  private Set<String> wards(String party) {
    Set<String> ids = new HashSet<>(ids(party + "/labels.csv"));
    Set<String> wards = new HashSet<>();
    read(dir.resolve("labels.csv"))
        .lines()
        .filter(line -> ids.contains(line.split(",")[0]))
        .forEach(line -> wards.add(line.replaceFirst(".*,", "")));
    return wards;
  }

  @Test
  void columnsOfOneTableAreDealtToParties() {
    StringBuilder table = new StringBuilder("id,x,y,z,kind\n");
    for (int i = 0; i < ROWS; i++) {
      table.append(
          "p%d,%d,%d,%d,%s%n".formatted(i, i % 7, i % 2 * 5 + i % 3, i % 5, "ab".charAt(i % 2)));
    }
    Path file = put(dir.resolve("one.csv"), table.toString());
    Cli cut = deal(file, "--by", "importance", "--id", "id", "--label", "kind", "--parties", "2");
    assertThat(cut.exit()).as(cut.err()).isZero();
    assertThat(cut.out())
        .contains("share drawn", "importance", "Pcor inside", "Icor", "Try: ./parallax run")
        .containsPattern("party-2 +[12] ");
    assertThat(dir.resolve("dealt/study.yaml")).exists();
    assertThat(deal(file, "--by", "correlation", "--label", "kind").err()).contains("not empty");
    assertThat(deal(file, "--by", "size", "--label", "kind").err())
        .contains("expected one of [importance, correlation]");
    assertThat(deal(file, "--by", "importance").err()).contains("add --label COLUMN");
    assertThat(deal(file, "--by", "importance", "--label", "sort").err())
        .contains("no column 'sort' for the label; the file has id, x, y, z, kind");
    assertThat(deal(study, "--by", "importance", "--label", "kind").err())
        .contains("--id, --label and --columns are for a data file; the study names them");
    assertThat(deal(study, "--by", "importance").err()).contains("data has 2 views; --by cuts one");
  }

  private Cli deal(Path file, Object... more) {
    List<Object> line =
        new ArrayList<>(List.of("data", "split", file, "--out", dir.resolve("dealt")));
    line.addAll(List.of(more));
    return Cli.run(line.toArray());
  }
}
