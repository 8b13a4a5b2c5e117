package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies in one process with rows that some parties lack, and predictions with views missing. */
class PartialViewsTest {
  private static final String NEED = "align: {need: any}";
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SmallStudy.write(dir);
    change(
        study,
        "method: vfedmv\nmode: best\nsettings: {beta: 0.5, zeta: 2, eta: 1}",
        "method: joint\n" + NEED);
    change(study, "seed: 3", "seed: 3\nreport: {points: 0}");
    lack("b", 0);
    lack("c", 1);
  }

  /** Takes every third row out of a view, those whose number leaves this remainder. */
  private void lack(String view, int rest) {
    Path file = dir.resolve(view + ".csv");
    SmallStudy.put(
        file,
        SmallStudy.read(file)
            .lines()
            .filter(line -> line.startsWith("id") || number(line) % 3 != rest)
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private static int number(String line) {
    return Integer.parseInt(line.substring(1, line.indexOf(',')));
  }

  private Cli run(Object... more) {
    List<Object> command = new ArrayList<>(List.of("run", study, "--out", dir.resolve("run")));
    command.addAll(List.of(more));
    return Cli.run(command.toArray());
  }

  @Test
  void rowsThatSomePartiesLackAreUsedAndCounted() {
    Cli done = run("--json");
    JsonNode result = done.json();
    assertThat(result.get("samples").asInt()).isEqualTo(40);
    assertThat(result.at("/traffic/birch/samples").asInt()).isEqualTo(26);
    assertThat(result.get("notes").toString())
        .contains("party birch: its view is there for 26 of the study's 40 rows")
        .contains("sums are plain: with three parties masks would leave out every row that a party")
        .contains("'protection: {aggregation: masked}' gets masks");
    assertThat(result.get("protection").toString()).contains("Sums were taken in plain sight");
    assertThat(done.out())
        .containsPattern("rows +has +used\n.*\n +maple +40 +40\n +birch +26 +26\n")
        .contains("40 rows are used; all parties have 13. Classes: ill 20, well 20.");
    change(study, "need: any", "need: 2");
    JsonNode both = Cli.run("run", study, "--out", dir.resolve("both"), "--json").json();
    assertThat(both.get("samples").asInt()).isEqualTo(13);
    assertThat(both.get("notes").toString())
        .contains("27 of 40 rows are held by too few other parties (align.need: 2)")
        .doesNotContain("sums are plain"); // masks leave out no more
    assertThat(both.get("protection").toString()).contains("Sums were masked");
  }

  /** With three parties masks need all: of two that add, each would find the other's numbers. */
  @Test
  void underMasksRowsOfTwoPartiesAreLeftOut() {
    String hash = run("--json").hash();
    change(study, NEED, NEED + "\nprotection: {aggregation: plain}");
    assertThat(Cli.run("run", study, "--out", dir.resolve("plain"), "--json").hash())
        .isEqualTo(hash);
    change(study, "aggregation: plain", "aggregation: masked");
    Cli done = Cli.run("run", study, "--out", dir.resolve("masked"), "--json");
    assertThat(done.json().get("samples").asInt()).isEqualTo(13);
    assertThat(done.json().get("notes").toString())
        .contains("27 rows are left out: fewer than 3 parties would add")
        .doesNotContain("sums are plain");
    assertThat(done.json().get("protection").toString()).contains("Sums were masked");
  }

  @Test
  void withoutLabelsThereIsNobodyWhoseRowsAreAligned() {
    change(study, "method: joint", "method: fedmsgl\nclusters: 2\nsettings: {k: 4}");
    assertThat(Cli.run("align", study).exit()).isZero();
    SmallStudy.put(study, SmallStudy.read(study).replaceAll(", labels: \\{[^}]*\\}", ""));
    Cli none = Cli.run("align", study);
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("nobody has labels here").hasLineCount(1);
  }

  /** What stands in a blank row changes nothing: it is not read. */
  @Test
  void theLabelHolderMayLackRowsOfItsOwnView() {
    lack("a", 2);
    assertThat(run("--json").json().get("samples").asInt()).isEqualTo(40);
  }

  @Test
  void newRowsAreScoredByTheViewsThatThereAre() throws Exception {
    change(study, "need: any", "need: any, indicator: true");
    assertThat(run().exit()).isZero();
    assertThat(Files.readString(dir.resolve("run/model/birch.json"))).contains("\"indicated\"");
    Cli some = predict("a=" + dir.resolve("a.csv"), "b=" + dir.resolve("b.csv"));
    assertThat(some.out().lines()).hasSize(41);
    assertThat(some.err()).contains("view b has 26 of 40 rows; the others are scored without it");
    assertThat(predict("c=" + dir.resolve("c.csv")).out().lines()).hasSize(28);
    assertThat(predict("d=" + dir.resolve("c.csv")).err()).contains("the model has no view 'd'");
    assertThat(Cli.run("explain", "--model", dir.resolve("run")).out()).contains("(held)");
  }

  private Cli predict(String... views) {
    return Cli.run("predict", "--model", dir.resolve("run"), "--views", String.join(",", views));
  }

  @Test
  void whatCannotBeIsRefusedInASentence() {
    refused("need: any", "need: 3", "align.need is 3, but there are only 2 other parties");
    refused("need: 3", "need: -1", "align.need is -1 and must be at least 0");
    refused("need: -1", "need: some", "must be one of [all, any]");
    refused("need: some", "indicator: true", "add 'need: any'");
    refused("indicator: true", "need: any", "");
    change(study, "method: joint", "method: sfedmv\nsettings: {labels: shared}");
    refused("need: any", "need: 1", "needs every row of every party");
  }

  private void refused(String from, String to, String why) {
    change(study, from, to);
    if (!why.isEmpty()) {
      Cli refused = Cli.run("run", study, "--out", dir.resolve("refused"));
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err()).contains(why);
      assertThat(refused.err().lines()).hasSize(1);
    }
  }

  private static String unzipped(Path file) throws Exception {
    try (var in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Every fourth of the handwritten digits in three views; of the last, a party has half. */
  @Test
  void digitsOfWhichAPartyHasHalfAreUsedByDefault() throws Exception {
    Path labels = Shared.data("mfeat/labels.csv");
    String views = "";
    for (String view : List.of("kar", "fou", "mor")) {
      List<String> lines =
          unzipped(labels.resolveSibling("view_" + view + ".csv.gz")).lines().toList();
      int step = view.equals("mor") ? 8 : 4;
      StringBuilder some = new StringBuilder(lines.get(0) + "\n");
      for (int i = 1; i < lines.size(); i += step) {
        some.append(lines.get(i)).append("\n");
      }
      SmallStudy.put(dir.resolve(view + ".csv"), some.toString());
      String truth = ", labels: {csv: %s, id: id, column: label}".formatted(labels);
      views +=
          "  p-%s: {view: %s, data: {csv: %s.csv, id: id}%s}\n"
              .formatted(view, view, view, view.equals("kar") ? truth : "");
    }
    Path digits =
        SmallStudy.put(
            dir.resolve("digits.yaml"),
            """
            study: digits
            method: joint
            parties:
            %salign: {need: any}
            evaluate: {split: stratified, test: 0.2, repeats: 1}
            stop: {rounds: 15}
            model: false
            report: {points: 0}
            """
                .formatted(views));
    JsonNode result = Cli.run("run", digits, "--out", dir.resolve("digits"), "--json").json();
    assertThat(result.get("samples").asInt()).isEqualTo(500);
    assertThat(result.at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.9);
  }

  /** Creatinine is missing for 1,350 of 7,871 people, whom the laboratory does not have at all. */
  @Test
  void peopleWithoutABloodTestCountToo() throws Exception {
    Path labels = Shared.data("flchain/labels.csv");
    Path kidney = dir.resolve("kidney.csv");
    String all = unzipped(labels.resolveSibling("view_kidney.csv.gz"));
    SmallStudy.put(
        kidney,
        all.lines()
            .filter(line -> !line.endsWith(",") && !line.endsWith(",NA"))
            .collect(Collectors.joining("\n", "", "\n")));
    String text =
        SmallStudy.read(Sources.ROOT.resolve("examples/flchain-lacking.yaml"))
            .replace("$PARALLAX_DATA/flchain/tested.csv", kidney.toString())
            .replace("$PARALLAX_DATA", labels.getParent().getParent().toString())
            .replace("repeats: 5", "repeats: 1");
    Path flchain = SmallStudy.put(dir.resolve("flchain.yaml"), text + "model: false\n");
    JsonNode result = Cli.run("run", flchain, "--out", dir.resolve("flchain"), "--json").json();
    assertThat(result.get("samples").asInt()).isEqualTo(7871);
    assertThat(result.get("notes").toString())
        .contains("party kidney: its view is there for 6521 of the study's 7871 rows");
    assertThat(result.at("/metrics/concordance/mean").asDouble()).isGreaterThan(0.77);
  }
}
