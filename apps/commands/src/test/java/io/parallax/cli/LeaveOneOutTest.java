package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.math.Rng;
import io.parallax.run.check.LeftOutParts;
import io.parallax.study.file.StudyFile;
import java.nio.file.Path;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Held-out rows that are scored without one party: what each adds, and one that does harm. */
class LeaveOneOutTest {
  private static final int ROWS = 600;
  private static final String STUDY =
      """
      study: left
      method: METHOD
      parties:
        maple: {view: a, data: {csv: a.csv, id: id}, labels: {csv: labels.csv, id: id, column: label}}
        birch: {view: b, data: {csv: b.csv, id: id}}
        cedar: {view: c, data: {csv: c.csv, id: id}}
        dogwood: {view: d, data: {csv: d.csv, id: id}}
      evaluate: {split: given, column: split, test: test}
      report: {points: 0}
      model: false
      """;
  @TempDir Path dir;

  @BeforeEach
  void write() {
    write(i -> false);
  }

  /** Half of the rows is held out; of these birch's column says another class where it lies. */
  private void write(IntPredicate lies) {
    Rng rng = Rng.of(5);
    StringBuilder labels = new StringBuilder("id,label,split\n");
    StringBuilder[] views = new StringBuilder[4];
    for (int v = 0; v < views.length; v++) {
      views[v] = new StringBuilder("id,x,y\n");
    }
    for (int i = 0; i < ROWS; i++) {
      int label = i % 3;
      boolean heldOut = i / 3 % 2 == 0;
      labels.append("%d,%d,%s\n".formatted(i, label, heldOut ? "test" : "train"));
      for (int v = 0; v < views.length; v++) {
        boolean wrong = v == 1 && heldOut && lies.test(i);
        double noise = v == 1 ? 0.1 : 1.2;
        double angle = 2 * Math.PI * (wrong ? label + 1 : label) / 3;
        double x = Math.cos(angle) + noise * rng.gaussian();
        double y = Math.sin(angle) + noise * rng.gaussian();
        views[v].append(i + "," + x + "," + y + "\n");
      }
    }
    SmallStudy.put(dir.resolve("labels.csv"), labels.toString());
    for (int v = 0; v < views.length; v++) {
      SmallStudy.put(dir.resolve("abcd".charAt(v) + ".csv"), views[v].toString());
    }
  }

  private Cli run(String name, String method, String rest) {
    String text = STUDY.replace("METHOD", method) + rest;
    Path file = SmallStudy.put(dir.resolve("study.yaml"), text);
    return Cli.run("run", file, "--json", "--out", dir.resolve(name));
  }

  private static void passes(Cli cli) {
    assertThat(cli.exit()).as(cli.err()).isZero();
  }

  @Test
  void eachPartysShareIsShown() {
    Cli cli = run("shown", "vfedmv", "check: {leave-one-out: true}\n");
    passes(cli);
    JsonNode found = cli.json().get("leaveOneOut");
    assertThat(found.get("parties")).hasSize(3);
    JsonNode birch = found.get("parties").get(0);
    assertThat(birch.get("party").asText()).isEqualTo("birch");
    assertThat(birch.get("adds").asDouble()).isGreaterThan(2 * birch.get("error").asDouble());
    assertThat(birch.get("harmful").asBoolean()).isFalse();
    assertThat(cli.out()).contains("it adds, points", "scored by all parties");
    assertThat(SmallStudy.read(dir.resolve("shown/report.html"))).contains("Without one party");
    assertThat(cli.json().at("/data/rows/heldOut").asInt(300)).isEqualTo(300);
  }

  @Test
  void aPartyThatLiesAboutHeldOutRowsIsNamedAndEndsTheStudy() {
    write(i -> true);
    for (String method : new String[] {"vfedmv", "mmvfl", "joint"}) {
      Cli ended = run("ended-" + method, method, "check: {leave-one-out: true}\n");
      assertThat(ended.exit()).as(method).isNotZero();
      assertThat(ended.err())
          .contains("with party birch the study is worse by", "submit the study again without it");
    }
    Cli told = run("told", "vfedmv", "check: {leave-one-out: true, on-liar: tell}\n");
    passes(told);
    assertThat(told.json().at("/leaveOneOut/parties/0/harmful").asBoolean()).isTrue();
    assertThat(told.out()).contains("with party birch the study is worse", "does harm");
  }

  /** All know which rows leave out nobody, so that a liar can spoil these alone. */
  @Test
  void aPartyThatLiesWhereAllScoreEndsTheStudyAndNobodyIsNamed() {
    String check = "check: {leave-one-out: true}\n";
    Path file =
        SmallStudy.put(dir.resolve("study.yaml"), STUDY.replace("METHOD", "vfedmv") + check);
    int[] parts = LeftOutParts.of(StudyFile.read(file), ROWS).orElseThrow().ofRow();
    write(i -> parts[i] == 0);
    Cli ended = run("part-0", "vfedmv", check);
    assertThat(ended.exit()).isNotZero();
    assertThat(ended.err())
        .contains(
            "the parts of the held-out rows differ by more than chance",
            "one of the parties birch, cedar, dogwood adds wrong numbers");
  }

  @Test
  void maskedAndPlainSumsGiveTheSameBits() {
    String check = "check: {leave-one-out: true}\n";
    Cli masked = run("masked", "vfedmv", check);
    Cli plain = run("plain", "vfedmv", check + "protection: {aggregation: plain}\n");
    Cli proved = run("proved", "vfedmv", check + "protection: {aggregation: proved}\n");
    passes(plain);
    assertThat(masked.hash()).isEqualTo(plain.hash()).isEqualTo(proved.hash());
    assertThat(masked.hash()).isNotEqualTo(run("none", "vfedmv", "").hash());
  }

  @Test
  void whatCannotBeLeftOutIsRefused() {
    refuses("tvfl", "", "needs scores that are sums over the parties");
    refuses("vfedmv", "certainty: true\n", "does not go with certainty");
    refuses("vfedmv", "evaluate: {test: 0.05}\n", "it must have at least 10");
  }

  private void refuses(String method, String rest, String why) {
    String text = STUDY.replace("METHOD", method);
    if (rest.startsWith("evaluate")) {
      text = text.replace("evaluate: {split: given, column: split, test: test}\n", "");
    }
    Path file =
        SmallStudy.put(dir.resolve("study.yaml"), text + rest + "check: {leave-one-out: true}\n");
    Cli cli = Cli.run("run", file, "--out", dir.resolve("refused"));
    assertThat(cli.exit()).isNotZero();
    assertThat(cli.err()).contains(why);
  }

  @Test
  void threePartiesHaveTheGateOnly() {
    Path file = SmallStudy.write(dir);
    SmallStudy.put(file, SmallStudy.YAML + "check: {leave-one-out: true}\n");
    Cli cli = Cli.run("run", file, "--out", dir.resolve("three"));
    assertThat(cli.err()).contains("needs at least 4 parties", "use 'check: {gate: true}'");
  }
}
