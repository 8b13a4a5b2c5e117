package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scalings other than mean 0 and deviation 1, from the study file to a prediction. */
class ScaleTest {
  @TempDir Path dir;

  @Test
  void logarithmsAreThoseOfAFileOfLogarithms() {
    Path study = small("scale: {b: log}");
    Scored inside = scored(study, "inside");
    rewrite("b.csv", x -> Math.copySign(Math.log1p(Math.abs(x)), x));
    change(study, "scale: {b: log}", "scale: true");
    Scored outside = scored(study, "outside");
    assertThat(inside.rows()).hasSize(SmallStudy.ROWS);
    for (String id : inside.rows().keySet()) {
      assertThat(Scored.distance(inside.scores(id), outside.scores(id))).isLessThan(1e-9);
    }
  }

  @Test
  void ranksDoNotChangeWhenACubeIsTaken() {
    Path study = small("scale: {a: quantile}");
    rewrite("a.csv", Math::rint); // so few different numbers that all are among the quantiles
    Scored plain = scored(study, "plain");
    rewrite("a.csv", x -> x * x * x);
    Scored cubed = scored(study, "cubed");
    for (String id : plain.rows().keySet()) {
      assertThat(Scored.distance(plain.scores(id), cubed.scores(id))).isLessThan(1e-12);
    }
  }

  @Test
  void lengthsOfTextsDoNotMatter() {
    Path study = small("scale: {c: text}");
    rewrite("c.csv", x -> Math.rint(Math.abs(3 * x)));
    Scored once = scored(study, "once");
    rewrite("c.csv", x -> 2 * x);
    Scored twice = scored(study, "twice");
    for (String id : once.rows().keySet()) {
      assertThat(Scored.distance(once.scores(id), twice.scores(id))).isLessThan(1e-12);
    }
  }

  @Test
  void negativeNumbersAreNoCounts() {
    Cli cli = Cli.run("run", small("scale: text"), "--out", dir.resolve("out"));
    assertThat(cli.exit()).isNotZero();
    assertThat(cli.err())
        .contains("view a")
        .contains("negative")
        .contains("scale: text")
        .doesNotContain("Exception");
  }

  @Test
  void ranksNeedAllRowsOfAViewAtOneParty() {
    Path study = SiteStudy.write(dir);
    change(study, "seed: 3", "scale: {blood: quantile}\nseed: 3");
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).isEqualTo(2);
    assertThat(cli.err()).contains("view blood has scale: quantile").contains("use scale: log");
  }

  @Test
  void partiesWithPeopleOfTheirOwnScaleByTheirSums() {
    Path study = SiteStudy.write(dir);
    change(study, "seed: 3", "scale: {history: log, blood: text}\nseed: 3");
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(read(dir.resolve("out/model/maple.json")))
        .contains("\"scale\" : \"log\"")
        .contains("\"scale\" : \"text\"");
  }

  private Path small(String scale) {
    Path study = SmallStudy.write(dir);
    return change(study, "seed: 3", "report: {points: 0}\n" + scale + "\nseed: 3");
  }

  private void rewrite(String file, DoubleUnaryOperator rule) {
    Path path = dir.resolve(file);
    put(
        path,
        read(path)
            .lines()
            .map(line -> line.startsWith("id") ? line : row(line, rule))
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private static String row(String line, DoubleUnaryOperator rule) {
    String[] cells = line.split(",");
    return cells[0]
        + Arrays.stream(cells)
            .skip(1)
            .map(cell -> "," + rule.applyAsDouble(Double.parseDouble(cell)))
            .collect(Collectors.joining());
  }

  private Scored scored(Path study, String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out));
    assertThat(cli.exit()).as(cli.err()).isZero();
    Cli predicted =
        Cli.run(
            "predict",
            "--model",
            dir.resolve(out),
            "--views",
            "a=" + dir.resolve("a.csv"),
            "--views",
            "b=" + dir.resolve("b.csv"),
            "--views",
            "c=" + dir.resolve("c.csv"));
    assertThat(predicted.exit()).as(predicted.err()).isZero();
    return Scored.parse(predicted.out());
  }
}
