package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns come back from sums that tell as many directions as there are columns, masked or not. */
class DirectionsAuditTest {
  private static final String ALL = "all columns from directions told";
  private static final String OTHER = "the other's from directions told";
  private static final int COLUMNS = 8;
  @TempDir Path dir;

  /** One line of the audit's table. */
  private record Line(String target, double control, double found) {}

  private List<Line> audit(String method, int rounds, boolean third, String attack) {
    Path file = SmallStudy.write(dir, 240, COLUMNS);
    String name = method + rounds + third;
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
    Cli audit = Cli.run("audit", file, "--out", out);
    assertThat(audit.exit()).as(audit.out() + audit.err()).isZero();
    List<Line> lines =
        audit
            .out()
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith(attack))
            .map(line -> line.split(" {2,}"))
            .map(c -> new Line(c[1], Double.parseDouble(c[2]), Double.parseDouble(c[3])))
            .toList();
    assertThat(lines).as(audit.out()).isNotEmpty();
    return lines;
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
    for (Line line : audit("joint", 10, false, OTHER)) {
      assertThat(line.target()).endsWith("20 of 8");
      assertThat(line.found()).isGreaterThan(0.95);
    }
    for (Line line : audit("joint", 2, false, OTHER)) {
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
}
