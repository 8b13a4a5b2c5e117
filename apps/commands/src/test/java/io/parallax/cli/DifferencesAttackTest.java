package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks that subtract sums of one study from those of another over the same rows, as a
 * coordinator can that sees masked sums only: every row has at least three parties in each of them.
 */
class DifferencesAttackTest {
  private static final int ROWS = 60;
  private static final PartyId CEDAR = PartyId.of("cedar");
  private final List<double[][]> views = new ArrayList<>();
  @TempDir Path dir;

  @BeforeEach
  void drawRows() {
    Rng rng = Rng.of(31);
    StringBuilder labels = new StringBuilder("id,label\n");
    for (int i = 0; i < ROWS; i++) {
      labels.append("p%02d,%s\n".formatted(i, i % 2 == 0 ? "x" : "y"));
    }
    SmallStudy.put(dir.resolve("labels.csv"), labels.toString());
    for (int view = 0; view < 4; view++) {
      double[][] rows = new double[ROWS][];
      for (int i = 0; i < ROWS; i++) {
        rows[i] = new double[] {rng.gaussian() + i % 2, rng.gaussian()};
      }
      views.add(rows);
    }
  }

  /** Writes a party's file with the rows that it has. */
  private void write(int view, IntPredicate has) {
    StringBuilder text = new StringBuilder("id,one,two\n");
    IntStream.range(0, ROWS)
        .filter(has)
        .forEach(
            i ->
                text.append(
                    "p%02d,%s,%s\n".formatted(i, views.get(view)[i][0], views.get(view)[i][1])));
    SmallStudy.put(dir.resolve((char) ('a' + view) + ".csv"), text.toString());
  }

  /** Every other party lacks a sixth of the rows, no row is lacked by two. */
  private Path study(String need, boolean cedarGained) {
    for (int view = 0; view < 4; view++) {
      int lacks = view;
      boolean all = view == 0 || view == 2 && cedarGained;
      write(view, i -> all || i % 6 != lacks);
    }
    return SmallStudy.put(
        dir.resolve("study.yaml"),
        """
        study: differences
        method: joint
        parties:
          maple: {view: a, data: {csv: a.csv, id: id}, labels: {csv: labels.csv, id: id, column: label}}
          birch: {view: b, data: {csv: b.csv, id: id}}
          cedar: {view: c, data: {csv: c.csv, id: id}}
          oak: {view: d, data: {csv: d.csv, id: id}}
        align: {need: %s}
        evaluate: {split: random, test: 0.2, repeats: 1}
        report: {points: 0}
        seed: 3
        """
            .formatted(need));
  }

  /**
   * What parties add in the first round, by id of the row.
   *
   * @param sum all that masks leave to be seen
   */
  private record Told(SortedMap<String, double[]> sum, SortedMap<String, double[]> cedars) {}

  private Told told(Path file) {
    Study study = StudyFile.read(file);
    return told(study, study.method());
  }

  private <C extends Record, R extends Result> Told told(Study study, Configured<C, R> method) {
    StudyData data = StudyReader.load(study);
    Fold fold = data.fold(data.everything(), "model");
    List<byte[]> words = new ArrayList<>();
    Simulation.train(
        method.method(),
        method.config(),
        fold.views(),
        fold.roster(),
        Rounds.of(1, 0),
        Simulation.Options.inMemory().through(l -> Transcript.recording(l, words::add)));
    Transcript.Exchange step =
        Transcript.read(words, method.method().asks()).stream()
            .filter(one -> one.ask().getClass().getSimpleName().equals("Step"))
            .findFirst()
            .orElseThrow();
    Matrix total =
        step.answered().values().stream()
            .map(parts -> parts.get(0))
            .reduce(Matrix::plus)
            .orElseThrow();
    return new Told(byId(data.ids(), total), byId(data.ids(), step.answered().get(CEDAR).get(0)));
  }

  private static SortedMap<String, double[]> byId(List<String> ids, Matrix rows) {
    SortedMap<String, double[]> all = new TreeMap<>();
    IntStream.range(0, ids.size()).forEach(i -> all.put(ids.get(i), rows.row(i)));
    return all;
  }

  /** Returns how far a difference of sums is from cedar's numbers, relative to their size. */
  private static double error(Told one, Told other, String id) {
    double[] truth = one.cedars().get(id);
    double far = 0;
    double size = 0;
    for (int c = 0; c < truth.length; c++) {
      double found = one.sum().get(id)[c] - other.sum().get(id)[c];
      far += Math.pow(found - truth[c], 2);
      size += truth[c] * truth[c];
    }
    return Math.sqrt(far / size);
  }

  /**
   * A study of the rows that all have, and one of those that three have: other rows make other
   * weights at every party, and differences are not cedar's numbers. What remains, and is the
   * control: if cedar alone has more rows in a second study, the others add the same in its first
   * round, and the difference is cedar's number for each of these rows.
   */
  @Test
  void sumsOfTwoStudiesTellASummandIfOnePartyAloneChanged() {
    Told any = told(study("any", false));
    Told all = told(study("all", false));
    assertThat(any.sum()).hasSize(ROWS);
    assertThat(all.sum()).hasSize(ROWS / 2);
    double middle =
        all.sum().keySet().stream()
            .mapToDouble(id -> error(any, all, id))
            .sorted()
            .skip(ROWS / 4)
            .findFirst()
            .orElseThrow();
    Told after = told(study("any", true));
    List<String> gained =
        IntStream.range(0, ROWS).filter(i -> i % 6 == 2).mapToObj("p%02d"::formatted).toList();
    double farthest = gained.stream().mapToDouble(id -> error(after, any, id)).max().orElseThrow();
    System.out.printf(
        "error of a single number: need all and any %.2f, before and after at most %.1e%n",
        middle, farthest);
    assertThat(middle).isGreaterThan(0.5);
    assertThat(farthest).as("the control, which remains").isLessThan(1e-6);
  }

  /**
   * Predictions with and without cedar: the difference is its part, whoever else is there, as
   * TakePartialScores declares. The control: of other people the difference is another one.
   */
  @Test
  void predictionsWithAndWithoutAPartyTellItsPart() {
    Path file = study("any", false);
    Cli run = Cli.run("run", file, "--out", dir.resolve("run"));
    assertThat(run.exit()).as(run.err()).isZero();
    double[] four = differences(odds("abcd"), odds("abd"));
    double[] two = differences(odds("abc"), odds("ab"));
    for (int i = 0; i < ROWS; i++) {
      assertThat(four[i]).isCloseTo(two[i], within(1e-9));
    }
    assertThat(Arrays.stream(four).filter(d -> d == 0).count()).as("rows it lacks").isEqualTo(10);
    assertThat(Math.abs(four[0] - four[1])).as("the control").isGreaterThan(1e-3);
  }

  private double[] odds(String there) {
    List<String> files = new ArrayList<>();
    for (char view : there.toCharArray()) {
      files.add(view + "=" + dir.resolve(view + ".csv"));
    }
    Cli cli = Cli.run("predict", "--model", dir.resolve("run"), "--views", String.join(",", files));
    assertThat(cli.exit()).as(cli.err()).isZero();
    double[] odds = new double[ROWS];
    int score = List.of(cli.out().lines().findFirst().orElseThrow().split(",")).indexOf("score:x");
    cli.out()
        .lines()
        .skip(1)
        .map(line -> line.split(","))
        .forEach(
            cells ->
                odds[Integer.parseInt(cells[0].substring(1))] =
                    Math.log(
                        Double.parseDouble(cells[score]) / Double.parseDouble(cells[score + 1])));
    return odds;
  }

  private static double[] differences(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] - b[i]).toArray();
  }
}
