package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.math.Rng;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A joint result below the label holder's own view: noted, or refused if the study says so. */
class GateTest {
  private static final int ROWS = 240;
  private static final String STUDY =
      """
      study: gated
      method: vfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      parties:
        maple: {view: a, data: {csv: a.csv, id: id}, labels: {csv: labels.csv, id: id, column: label}}
        birch: {view: b, data: {csv: b.csv, id: id}}
        cedar: {view: c, data: {csv: c.csv, id: id}}
      evaluate: {split: given, column: split, test: test}
      report: {points: 0}
      """;
  private static final String WORSE = "the joint model is worse than the label holder's own view";
  @TempDir Path dir;

  /** A third of the rows is held out; of these birch's column says the other class. */
  private void write(boolean lies) {
    Rng rng = Rng.of(5);
    StringBuilder labels = new StringBuilder("id,label,split\n");
    StringBuilder a = new StringBuilder("id,a\n");
    StringBuilder b = new StringBuilder("id,b\n");
    StringBuilder c = new StringBuilder("id,c\n");
    for (int i = 0; i < ROWS; i++) {
      int well = i % 2;
      boolean heldOut = i % 3 == 0;
      labels.append("%d,%d,%s\n".formatted(i, well, heldOut ? "test" : "train"));
      a.append(i + "," + (2 * well + rng.gaussian()) + "\n");
      b.append(i + "," + ((lies && heldOut ? 1 - well : well) + 0.1 * rng.gaussian()) + "\n");
      c.append(i + "," + rng.gaussian() + "\n");
    }
    SmallStudy.put(dir.resolve("labels.csv"), labels.toString());
    SmallStudy.put(dir.resolve("a.csv"), a.toString());
    SmallStudy.put(dir.resolve("b.csv"), b.toString());
    SmallStudy.put(dir.resolve("c.csv"), c.toString());
  }

  private Cli run(String name, String rest) {
    Path file = SmallStudy.put(dir.resolve("study.yaml"), STUDY + rest);
    return Cli.run("run", file, "--json", "--out", dir.resolve(name));
  }

  @Test
  void refusedIfTheStudySaysSo() {
    write(true);
    Cli refused = run("refused", "check: {gate: true}\n");
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.err()).contains(WORSE, "of 80 rows are right", "by that view alone");
    Cli noted = run("noted", "");
    assertThat(noted.exit()).as(noted.err()).isZero();
    assertThat(noted.out()).contains(WORSE);
    assertThat(SmallStudy.read(dir.resolve("noted/report.html"))).contains("is worse than the");
  }

  @Test
  void anHonestStudyPassesWithTheSameResult() {
    write(false);
    Cli passed = run("passed", "check: {gate: true}\n");
    assertThat(passed.exit()).as(passed.err()).isZero();
    assertThat(passed.out()).doesNotContain(WORSE);
    assertThat(passed.hash()).isEqualTo(run("plain", "").hash());
  }
}
