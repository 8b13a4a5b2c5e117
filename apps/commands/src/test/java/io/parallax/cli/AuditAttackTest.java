package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Rng;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attacks of './parallax audit': each must work where nothing is done against it. */
class AuditAttackTest {
  @TempDir static Path shared;
  @TempDir Path dir;

  /** One line of the audit's table. */
  private record Line(double control, double found, double allowed) {}

  /** The lines of an attack, by the beginning of its name. */
  private static List<Line> lines(String table, String attack) {
    List<Line> lines =
        table
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith(attack))
            .map(line -> line.split(" {2,}"))
            .map(cells -> new Line(number(cells[2]), number(cells[3]), number(cells[4])))
            .toList();
    assertThat(lines).as(attack + " in\n" + table).isNotEmpty();
    return lines;
  }

  private static double number(String cell) {
    return cell.equals("no promise") ? Double.NaN : Double.parseDouble(cell);
  }

  private String audit(String name, String yaml) {
    Path file = SmallStudy.put(dir.resolve(name + ".yaml"), yaml);
    Path out = dir.resolve(name);
    Cli run = Cli.run("run", file, "--out", out, "--json");
    assertThat(run.exit()).as(run.err()).isZero();
    Cli audit = Cli.run("audit", file, "--out", out);
    assertThat(audit.exit()).as(audit.out() + audit.err()).isZero();
    return audit.out();
  }

  /** Sessions of random numbers, each party with other people. */
  private String sessions(int parties, int rows, String settings, String protection) {
    StringBuilder yaml =
        new StringBuilder(
            """
            study: sessions
            method: fedmood
            settings: {batch: 64, dropout: 0, %s}
            views: [one, two]
            evaluate: {split: stratified, test: 0.5, repeats: 1}
            stop: {rounds: 2}
            protection: {%s, record: true}
            model: false
            report: {points: 0}
            seed: 3
            parties:
            """
                .formatted(settings, protection));
    for (int p = 0; p < parties; p++) {
      Rng rng = Rng.of(p);
      StringBuilder steps = new StringBuilder("id,time,a,b,c\n");
      StringBuilder labels = new StringBuilder("id,label\n");
      for (int i = 0; i < rows; i++) {
        labels.append("s%d,%s\n".formatted(i, i % 2 == 0 ? "well" : "ill"));
        for (int t = 0; t < 5; t++) {
          double[] x = IntStream.range(0, 3).mapToDouble(k -> rng.gaussian()).toArray();
          steps.append("s%d,%d,%s,%s,%s\n".formatted(i, t, x[0], x[1], x[2]));
        }
      }
      SmallStudy.put(dir.resolve("p" + p + ".csv"), steps.toString());
      SmallStudy.put(dir.resolve("p" + p + "-labels.csv"), labels.toString());
      yaml.append(
          """
            p%1$d:
              data:
                one: {csv: p%1$d.csv, id: id, time: time, columns: [a, b]}
                two: {csv: p%1$d.csv, id: id, time: time, columns: [c]}
              labels: {csv: p%1$d-labels.csv, id: id, column: label}
          """
              .formatted(p));
    }
    return yaml.toString();
  }

  @Test
  void sessionsComeBackFromModelsInPlainSumsOnly() {
    String settings = "fusion: dmvm, units: 8, factors: 8, epochs: 1, rate: 0.001";
    Line masked =
        lines(audit("masked", sessions(8, 4, settings, "aggregation: masked")), "gradient").get(0);
    assertThat(masked.control()).isGreaterThan(0.3);
    assertThat(masked.allowed()).isBetween(0.1, 0.2); // with what chance finds among so few
    assertThat(masked.found()).isLessThan(masked.allowed());
    Line plain =
        lines(audit("plain", sessions(8, 4, settings, "aggregation: plain")), "gradient").get(0);
    assertThat(plain.found()) // changes are cut, which leaves them their direction
        .isCloseTo(plain.control(), within(0.02))
        .isGreaterThan(0.3);
  }

  @Test
  void membershipIsToldByAModelThatKnowsItsRowsByHeartAndNotByAPrivateOne() {
    String settings = "fusion: dnn, units: 12, factors: 12, epochs: 10, rate: 0.01";
    assertThat(advantage("free", settings)).isGreaterThan(0.4);
    assertThat(advantage("noisy", settings + ", clip: 0.1, noise: 8")).isLessThan(0.2);
  }

  /** As every report has it. */
  private double advantage(String name, String settings) {
    String yaml =
        sessions(3, 70, settings, "aggregation: plain").replace("rounds: 2", "rounds: 25");
    Path file = SmallStudy.put(dir.resolve(name + ".yaml"), yaml);
    Cli run = Cli.run("run", file, "--out", dir.resolve(name), "--json");
    assertThat(run.exit()).as(run.err()).isZero();
    return run.json().get("figures").get("membership advantage").asDouble();
  }

  /** Writes every second of the digits of a file, which is told apart as well. */
  private static Path some(String name, Path whole) {
    Path file = shared.resolve(name + ".csv");
    if (!Files.exists(file)) {
      List<String> lines = lines(whole);
      SmallStudy.put(
          file,
          IntStream.range(0, lines.size())
              .filter(i -> i % 2 == 0) // the head, and digits of every class
              .mapToObj(lines::get)
              .collect(Collectors.joining("\n", "", "\n")));
    }
    return file;
  }

  private static List<String> lines(Path file) {
    try (InputStream in = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
      return new String(plain.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String digits(String method, List<String> views, String more) {
    StringBuilder yaml =
        new StringBuilder(
            """
            study: digits
            method: %s
            evaluate: {split: random, test: 0.5, repeats: 1}
            model: false
            report: {points: 0}
            seed: 7
            %s
            parties:
            """
                .formatted(method, more));
    for (String view : views) {
      Path file = some("view_" + view, Shared.data("mfeat/view_" + view + ".csv.gz"));
      yaml.append("  %s-owner: {view: %s, data: {csv: %s, id: id}".formatted(view, view, file));
      if (view.equals(views.get(0))) {
        Path labels = some("labels", Shared.data("mfeat/labels.csv"));
        yaml.append(", labels: {csv: %s, id: id, column: label}".formatted(labels));
      }
      yaml.append("}\n");
    }
    return yaml.toString();
  }

  @Test
  void passiveRowsComeBackFromSingleGradientsOnly() {
    String study =
        digits(
            "apfed",
            List.of("fac", "kar", "fou"),
            """
            settings: {loss: reconstruction, width: 64, hidden: 64, batch: 32, rate: 0.001}
            stop: {rounds: 2}
            protection: {aggregation: masked, record: true}
            """);
    for (Line line : lines(audit("gradients", study), "gradient")) {
      assertThat(line.control()).isGreaterThan(0.4);
      assertThat(line.found()).isLessThan(0.1);
      assertThat(line.allowed()).isEqualTo(0.1);
    }
  }

  @Test
  void aPoisonerTakesAllWhereItIsBelievedAndLittleWhereTheCoordinatorCutsRows() {
    String table = audit("clipped", six("plain"));
    for (String attack : List.of("contribution times", "weight forged", "NaN")) {
      Line line = lines(table, attack).get(0);
      assertThat(line.control()).as(attack).isGreaterThan(0.6);
      assertThat(line.found()).as(attack).isLessThanOrEqualTo(0.04);
    }
    assertThat(table).contains("NaN in a contribution (refused)").doesNotContain("masks let it");
    double reversed = lines(table, "contribution times").get(0).found();
    for (String attack : List.of("its own best class", "the others' best class")) {
      Line swapped = lines(table, attack).get(0);
      assertThat(swapped.control()).as(attack).isGreaterThan(0.6);
      assertThat(swapped.found()).as("worse than reversal").isGreaterThan(reversed);
    }
  }

  private static String six(String aggregation) {
    return digits(
        "vfedmv",
        List.of("fac", "fou", "kar", "mor", "pix", "zer"),
        """
        stop: {rounds: 5}
        protection: {aggregation: %s, record: true}
        """
            .formatted(aggregation));
  }

  @Test
  void inMaskedSumsWhatIsBeyondAllLimitsIsRefusedAndWhatIsWithinThemIsNot() {
    String table = audit("unseen", six("masked"));
    for (String attack : List.of("contribution times -1000", "weight forged to 10^9", "NaN in a")) {
      assertThat(table).containsPattern(attack.replace("^", ".") + "[^\n]* \\(refused\\)");
      assertThat(lines(table, attack).get(0).control()).as(attack).isGreaterThan(0.6);
    }
    Line within = lines(table, "reversed, as far as masks let it").get(0);
    assertThat(within.control()).isGreaterThan(0.6);
    assertThat(within.found()).isGreaterThan(0.04).isLessThan(within.control());
    assertThat(lines(table, "the others' best class").get(0).found()).isGreaterThan(within.found());
  }

  @Test
  void aLiarEndsAStudyThatScoresRowsWithoutSingleParties() {
    String four =
        digits(
            "vfedmv",
            List.of("kar", "fou", "mor", "zer"),
            """
            stop: {rounds: 5}
            protection: {aggregation: masked, record: true}
            check: {leave-one-out: true, gate: true}
            """);
    String table = audit("left-out", four);
    for (String attack : List.of("its own best class", "the others' best class")) {
      Line line = lines(table, attack).get(0);
      assertThat(table).containsPattern(attack + " for the second \\(refused\\)");
      assertThat(line.control()).as(attack).isGreaterThan(0.6);
    }
    assertThat(lines(table, "reversed, as far as masks let it").get(0).found()).isLessThan(0.15);
  }

  @Test
  void reversedNumbersCostMoreWhereTheyAreBelievedAmongThreeParties() {
    for (String method : List.of("vfedmv", "mmvfl")) {
      String table =
          audit(
              method,
              digits(
                  method,
                  List.of("kar", "fou", "mor"),
                  "stop: {rounds: 8}\nprotection: {aggregation: plain, record: true}"));
      Line line = lines(table, "contribution times").get(0);
      assertThat(line.control()).as(method).isGreaterThan(0.9).isGreaterThan(line.found());
    }
  }

  @Test
  void whatIsShownOneByOneGivesRowsBackAndNothingIsPromised() {
    String study =
        digits(
                "tvfl",
                List.of("kar", "fou", "mor"),
                """
                settings: {width: 32, hidden: 32, batch: 64, rate: 0.01}
                stop: {rounds: 3}
                protection: {aggregation: masked, record: true}
                """)
            .replace("-owner: {", "-owner: {allow: [representation], ");
    String table = audit("shown", study);
    for (Line line : lines(table, "rows from what is shown")) {
      assertThat(line.control()).isEqualTo(line.found()).isGreaterThan(0.4);
      assertThat(line.allowed()).isNaN();
    }
    assertThat(lines(table, "contribution times").get(0).control()).isGreaterThan(0.1);
    assertThat(lines(table, "NaN").get(0).control()).isGreaterThan(0.5);
  }

  @Test
  void aControlSeesWhatTheRunShowedAndSaysSoWhereItDoesNotSucceed() {
    String table =
        audit(
            "groups",
            digits(
                    "fedmsgl",
                    List.of("kar", "fou", "mor"),
                    """
                    clusters: 10
                    settings: {anchors: 100}
                    stop: {rounds: 3}
                    protection: {aggregation: plain, record: true}
                    """)
                .replace("split: random, test: 0.5, ", ""));
    for (Line line : lines(table, "features of")) {
      assertThat(line.control()).as(table).isGreaterThanOrEqualTo(line.found() - 0.001);
    }
    String weak =
        audit(
            "weak",
            digits(
                "vfedmv",
                List.of("kar", "fou", "mor"),
                "settings: {beta: 100}\nstop: {rounds: 3}\nprotection: {record: true}"));
    assertThat(weak)
        .containsPattern("membership[^\n]* says nothing: the control did not succeed\n")
        .contains(
            "unprotected: the same rows without masks", "features: the share of the variance");
  }

  /** Digits of which each party has others, in two views. */
  private static String spread(String method, int parties, String aggregation) {
    return """
        study: digits
        method: %s
        data:
          views:
            kar: {csv: %s, id: id}
            fou: {csv: %s, id: id}
          labels: {csv: %s, id: id, column: label}
        partition: {kind: horizontal, parties: %d, how: iid}
        evaluate: {split: stratified, test: 0.3, repeats: 1}
        stop: {rounds: 10}
        protection: {aggregation: %s, record: true}
        model: false
        report: {points: 0}
        seed: 7
        """
        .formatted(
            method,
            some("view_kar", Shared.data("mfeat/view_kar.csv.gz")),
            some("view_fou", Shared.data("mfeat/view_fou.csv.gz")),
            some("labels", Shared.data("mfeat/labels.csv")),
            parties,
            aggregation);
  }

  @ParameterizedTest
  @CsvSource({"fedavg, proved", "'hfedmv\nmode: paper', plain"})
  void aPoisonerOfModelsTakesLittleWithinItsOwnLimit(String method, String aggregation) {
    String table = audit("own", spread(method, 6, aggregation));
    for (String attack :
        List.of("contribution times", "the others' sum reversed", "trained on shifted labels")) {
      Line line = lines(table, attack).get(0);
      assertThat(line.control()).as(attack).isGreaterThan(0.5);
      assertThat(line.found()).as(attack).isLessThanOrEqualTo(0.03);
    }
  }

  @Test
  void aPoisonerOfModelsTakesAllWithinTheLimitsOfAllParties() {
    String table = audit("all", spread("hfedmv\nmode: paper", 6, "masked"));
    assertThat(table).containsPattern("contribution times -1000[^\n]* \\(refused\\)");
    assertThat(lines(table, "reversed, as far as masks let it").get(0).found()).isGreaterThan(0.5);
  }

  @Test
  void aPoisonerTakesLittleWhereTheMedianIsUsed() {
    String table = audit("median", spread("hfedmv\nmode: paper", 7, "median"));
    for (String attack : List.of("contribution times", "weight forged", "NaN")) {
      Line line = lines(table, attack).get(0);
      assertThat(line.control()).as(attack).isGreaterThan(0.6);
      assertThat(line.found()).as(attack).isLessThanOrEqualTo(0.02);
    }
  }
}
