package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns come back from sums that tell as many directions as there are columns, masked or not. */
class DirectionsAuditTest {
  private static final String ALL = "all columns from directions told";
  private static final String OTHERS = "the others' from directions told";
  private static final String CANARIES = "labels of canaries";
  private static final int COLUMNS = 8;
  @TempDir Path dir;

  /** One line of the audit's table. */
  private record Line(String target, double control, double found) {}

  private List<Line> audit(String method, int rounds, boolean third, String attack) {
    List<Line> lines = lines(audit(method, rounds, third), attack);
    assertThat(lines).isNotEmpty();
    return lines;
  }

  private static List<Line> lines(String table, String attack) {
    return table
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(attack))
        .map(line -> line.split(" {2,}"))
        .map(c -> new Line(c[1], Double.parseDouble(c[2]), Double.parseDouble(c[3])))
        .toList();
  }

  /**
   * @param method its name, or with its mode behind a line end
   * @return the audit's table
   */
  private String audit(String method, int rounds, boolean third) {
    Path file = SmallStudy.write(dir, 240, COLUMNS);
    String name = method.replaceAll("\\W", "") + rounds + third;
    SmallStudy.change(file, "method: vfedmv\nmode: best\n", "method: " + method + "\n");
    SmallStudy.change(file, "settings: {beta: 0.5, zeta: 2, eta: 1}\n", "");
    SmallStudy.change(file, "repeats: 2", "repeats: 1");
    SmallStudy.change(
        file, "rounds: 100, tolerance: 1e-6", "rounds: %d, tolerance: 0".formatted(rounds));
    String sums = third ? "masked" : "plain";
    SmallStudy.change(
        file,
        "seed: 3",
        "seed: 3\nmodel: false\nreport: {points: 0}\nprotection: {aggregation: %s, record: true}"
            .formatted(sums));
    if (!third) {
      SmallStudy.change(file, "  cedar: {view: c, data: {csv: c.csv, id: id}}\n", "");
    }
    Path out = dir.resolve(name);
    Cli run = Cli.run("run", file, "--out", out, "--json");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(SmallStudy.read(out.resolve("report.html")))
        .contains("directions told", "columns in all", "For every training row sums told");
    Cli audit = Cli.run("audit", file, "--out", out);
    assertThat(audit.exit()).as(audit.out() + audit.err()).isZero();
    return audit.out();
  }

  /** Residuals of two classes are each other's negative, so that half of the count is new. */
  @Test
  void allColumnsComeBackFromManyRoundsOfTheJointModelAndHardlyFromFew() {
    Line many = audit("joint", 30, true, ALL).get(0);
    assertThat(many.target()).isEqualTo("60 of 24");
    assertThat(many.control()).isGreaterThan(0.99);
    assertThat(many.found()).isGreaterThan(0.95);
    Line few = audit("joint", 4, true, ALL).get(0);
    assertThat(few.target()).isEqualTo("8 of 24");
    assertThat(few.control()).isGreaterThan(0.99);
    assertThat(few.found()).isLessThan(0.2);
  }

  @Test
  void ofTwoPartiesEachCanWorkOutTheOthersColumns() {
    for (Line line : audit("joint", 10, false, OTHERS)) {
      assertThat(line.target()).endsWith("20 of 8");
      assertThat(line.found()).isGreaterThan(0.95);
    }
    for (Line line : audit("joint", 2, false, OTHERS)) {
      assertThat(line.control()).isGreaterThan(0.99);
      assertThat(line.found()).isLessThan(0.5);
    }
  }

  /** Its rounds come back to nearly the same directions: the count is an upper bound. */
  @Test
  void manyRoundsOfVFedMvTellLittleMoreThanFew() {
    Line few = audit("vfedmv", 3, true, ALL).get(0);
    Line many = audit("vfedmv", 13, true, ALL).get(0);
    assertThat(many.target()).isEqualTo("26 of 24");
    assertThat(many.control()).isGreaterThan(0.99);
    assertThat(many.found()).isBetween(few.found() - 0.05, 0.3);
  }

  /** The party with the labels takes its pad away from the sum; nobody else can. */
  @Test
  void landmarksOfModeKernelTellColumnsToThePartyWithTheLabelsAlone() {
    String three = audit("joint\nmode: kernel", 1, true);
    Line all = lines(three, ALL).get(0);
    assertThat(all.target()).isEqualTo("181 of 24");
    assertThat(all.control()).isGreaterThan(0.99);
    assertThat(all.found()).isLessThan(0.05);
    Line others = lines(three, OTHERS).get(0);
    assertThat(others.target()).isEqualTo("by maple: 181 of 16");
    assertThat(others.found()).isGreaterThan(0.99);
    assertThat(lines(three, CANARIES)).as("labels never leave").isEmpty();
    assertThat(lines(three, "features of unknown rows"))
        .hasSize(3)
        .allMatch(line -> line.found() < 0.05);
    List<Line> two = lines(audit("joint\nmode: kernel", 1, false), OTHERS);
    assertThat(two)
        .extracting(Line::target)
        .containsExactly("by maple: 181 of 8", "by birch: 181 of 8");
    assertThat(two.get(0).found()).isGreaterThan(0.99);
    assertThat(two.get(1).found()).isLessThan(0.05);
  }

  @Test
  void labelsOfModeLinearAreReadByEveryParty() {
    Line canaries = lines(audit("joint", 4, true), CANARIES).get(0);
    assertThat(canaries.found()).isGreaterThan(0.9);
  }
}
