package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies from files in which not every party has every row. */
class LackingRowsTest {
  private static final String NEED = "align: {need: any}";
  @TempDir Path dir;

  @BeforeEach
  void files() {
    People.labels(dir.resolve("labels.csv"));
    view("blood", 4, 1, i -> i % 5 != 0);
    view("heart", 3, 2, i -> i % 8 != 1 && i < 50);
    view("sleep", 2, 3, i -> i % 6 != 2 && i < 50);
    view("mood", 3, 4, i -> i % 4 != 3 && i < 50);
  }

  /** Writes a view's file with some of the rows. */
  private void view(String name, int columns, long seed, IntPredicate held) {
    List<String> lines =
        new ArrayList<>(lines(People.csv(dir.resolve(name + ".csv"), columns, seed)));
    List<String> some = new ArrayList<>(lines.subList(0, 1));
    IntStream.range(0, People.IDS.size()).filter(held).forEach(i -> some.add(lines.get(i + 1)));
    People.write(dir.resolve(name + ".csv"), some);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Run run(String... lines) {
    return Parallax.run(Parallax.read(file(lines)));
  }

  private Path file(String... lines) {
    String text =
        """
        study: people
        parties:
          st-mary: {view: blood, data: {csv: blood.csv, id: id}, labels: {csv: labels.csv, id: id, column: state}}
          riverside: {view: heart, data: {csv: heart.csv, id: id}}
          hillview: {view: sleep, data: {csv: sleep.csv, id: id}}
          northgate: {view: mood, data: {csv: mood.csv, id: id}}
        report: {points: 0}
        """;
    List<String> all = new ArrayList<>(List.of(text.split("\n")));
    all.addAll(List.of(lines));
    if (all.stream().noneMatch(line -> line.startsWith("stop:"))) {
      all.add("stop: {rounds: 10}");
    }
    return People.write(dir.resolve("study.yaml"), all);
  }

  private static final String SPLIT = "evaluate: {split: stratified, test: 0.25, repeats: 2}";

  @ParameterizedTest
  @ValueSource(strings = {"vfedmv", "mmvfl", "joint", "apfed"})
  void masksChangeNoBit(String method) {
    String need = "align: {need: 3}"; // of the others, so that three have every row
    String plain = "protection: {aggregation: plain}";
    Run masked = run("method: " + method, SPLIT, need);
    assertThat(run("method: " + method, SPLIT, need, plain).resultHash())
        .isEqualTo(masked.resultHash());
    assertThat(samples(masked)).isBetween(20, 40);
    assertThat(samples(run("method: " + method, SPLIT, NEED, plain))).isEqualTo(50);
  }

  private static int samples(Run run) {
    return run.result().about().samples();
  }

  /**
   * Of rows that one party besides the label holder has, only the label holder's view is used under
   * masks.
   */
  @Test
  void cellsThatAStudyDoesNotUseChangeNoBit() {
    for (String view : List.of("heart", "mood")) {
      List<String> few = new ArrayList<>(lines(dir.resolve(view + ".csv")));
      few.removeIf(line -> line.split(",")[0].matches(".*[37]"));
      People.write(dir.resolve(view + ".csv"), few);
    }
    String before = run("method: vfedmv", SPLIT, NEED).resultHash();
    List<String> lines = new ArrayList<>(lines(dir.resolve("sleep.csv")));
    int changed = 0;
    List<String> others = new ArrayList<>(lines(dir.resolve("heart.csv")));
    others.addAll(lines(dir.resolve("mood.csv")));
    for (int i = 1; i < lines.size(); i++) {
      String id = lines.get(i).split(",")[0];
      if (others.stream().noneMatch(line -> line.startsWith(id + ","))) {
        lines.set(i, id + ",77,88");
        changed++;
      }
    }
    assertThat(changed).isPositive();
    People.write(dir.resolve("sleep.csv"), lines);
    assertThat(run("method: vfedmv", SPLIT, NEED).resultHash()).isEqualTo(before);
    assertThat(run("method: vfedmv", SPLIT, NEED, "protection: {aggregation: plain}").resultHash())
        .isNotEqualTo(before);
  }

  @Test
  void whereNobodyLacksARowItIsTheSame() {
    for (String name : List.of("blood", "heart", "sleep", "mood")) {
      view(name, 3, name.length(), i -> true);
    }
    for (String method : List.of("vfedmv", "mmvfl")) {
      Run all = run("method: " + method, SPLIT);
      Run any = run("method: " + method, SPLIT, NEED);
      assertThat(samples(any)).isEqualTo(60);
      assertThat(any.accuracy()).isCloseTo(all.accuracy(), within(1e-12));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sfedmv, sfedmv needs every row of every party",
    "fedmsgl, of a pair that one party alone has",
  })
  void aMethodThatNeedsEveryRowIsRefused(String method, String why) {
    String clusters = method.equals("fedmsgl") ? "clusters: 2" : "settings: {labels: shared}";
    assertThatThrownBy(() -> run("method: " + method, clusters, NEED))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("align.need lets parties lack rows")
        .hasMessageContaining(why);
  }

  /**
   * Masked sums need three that add to them, whoever leaves, and the label holder may not count.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "joint | align: {need: any} | stop: {rounds: 5, lost: continue} | stop.lost 'continue'",
        "joint | align: {need: any, least: 5} | | fewer than 5 parties add to a masked sum, and 4",
        "apfed | align: {need: any, least: 4} | | and 3 parties add to one here, all but",
        "joint | align: {need: any, least: 2} | | align.least is 2 and must be at least 3",
        "joint | align: {least: 4} | | align.least is for rows that parties may lack",
        "joint | align: {need: any, least: 4} | protection: {aggregation: plain} | are plain",
      })
  void sumsThatMasksWouldNotHideAreRefused(String method, String align, String more, String why) {
    assertThatThrownBy(() -> run("method: " + method, align, more == null ? "" : more))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why);
    run("method: joint", "align: {need: any, least: 4}", SPLIT);
  }

  @Test
  void soIsOneBesideTheStudys() {
    assertThatThrownBy(() -> run("method: vfedmv", NEED, "beside: [sfedmv]"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("sfedmv needs every row of every party");
  }

  @Test
  void groupsAreFoundInPlainSums() {
    Run run =
        run(
            "method: fedmsgl",
            "clusters: 2",
            "settings: {k: 6}",
            NEED,
            "protection: {aggregation: plain}");
    assertThat(samples(run)).isEqualTo(50);
    assertThat(run.accuracy()).isGreaterThan(0.6);
  }
}
