package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Method;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.data.Split;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.math.Rng;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudySplits;
import io.parallax.testkit.RecordingLink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks on who holds which row by messages to parties. Two parties, cedar and oak, have the same
 * columns and lack different rows; in a second world each lacks what the other lacked. Whatever
 * tells birch or the label holder which of the two has a row differs between the worlds. Methods
 * whose parties start at random, each by its name, are not among these: their bits differ anyway.
 */
class HoldersHiddenTest {
  private static final int ROWS = 60;
  @TempDir Path dir;

  @BeforeEach
  void writeRows() {
    Rng rng = Rng.of(12);
    double[][] same = new double[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      same[i] = new double[] {rng.gaussian() + i % 2, rng.gaussian()};
    }
    for (String view : List.of("a", "b")) {
      double shift = view.equals("a") ? 0.7 : 0.3;
      put(view, IntStream.range(0, ROWS), i -> new double[] {rng.gaussian() + shift * (i % 2), i});
    }
    StringBuilder labels = new StringBuilder("id,label,number,days,event\n");
    IntStream.range(0, ROWS)
        .forEach(
            i ->
                labels.append(
                    "p%d,%s,%s,%d,%d\n"
                        .formatted(
                            i, i % 2 == 0 ? "x" : "y", i * 0.1, 1 + i * 7 % ROWS, i % 3 % 2)));
    SmallStudy.put(dir.resolve("labels.csv"), labels.toString());
    int[] first = IntStream.range(0, ROWS).filter(i -> i % 5 != 1).toArray();
    int[] second = IntStream.range(0, ROWS).filter(i -> i % 4 != 2).toArray();
    put("c-here", IntStream.of(first), i -> same[i]);
    put("d-here", IntStream.of(second), i -> same[i]);
    put("c-there", IntStream.of(second), i -> same[i]);
    put("d-there", IntStream.of(first), i -> same[i]);
  }

  private void put(String view, IntStream rows, IntFunction<double[]> of) {
    StringBuilder text = new StringBuilder("id,one,two\n");
    rows.forEach(i -> text.append("p%d,%s,%s\n".formatted(i, of.apply(i)[0], of.apply(i)[1])));
    SmallStudy.put(dir.resolve(view + ".csv"), text.toString());
  }

  private Study study(String method, String world, String need) {
    boolean times = method.endsWith("# of times");
    boolean target = method.startsWith("regression");
    String truth =
        "{csv: labels.csv, id: id, %s}"
            .formatted(
                times ? "time: days, event: event" : "column: " + (target ? "number" : "label"));
    return StudyFile.read(
        SmallStudy.put(
            dir.resolve("study-" + world + ".yaml"),
            """
            study: holders
            method: %s
            parties:
              maple: {view: a, data: {csv: a.csv, id: id}, %s: %s}
              birch: {view: b, data: {csv: b.csv, id: id}}
              cedar: {view: c, data: {csv: c-%s.csv, id: id}}
              oak: {view: d, data: {csv: d-%s.csv, id: id}}
            align: {need: %s}
            evaluate: {split: random, test: 0.2, repeats: 1}
            stop: {rounds: 4, tolerance: 0}
            seed: 3
            """
                .formatted(method, target ? "target" : "labels", truth, world, world, need)));
  }

  /** Returns what a training sends: the asks to all parties, or with them their plain answers. */
  private List<String> told(Study study, boolean answers) {
    return told(study, study.method(), answers);
  }

  private <C extends Record, R extends Result> List<String> told(
      Study study, Configured<C, R> method, boolean answers) {
    StudyData data = StudyReader.load(study);
    Split split = new StudySplits(data).all().get(0);
    Fold fold = data.fold(split, "1");
    List<byte[]> words = new ArrayList<>();
    Simulation.Options options =
        Simulation.Options.inMemory()
            .through(
                link ->
                    answers
                        ? Transcript.recording(link, words::add)
                        : new RecordingLink(link, words));
    Method<C, R> own = method.method();
    Simulation.train(own, method.config(), fold.views(), fold.roster(), Rounds.of(4, 0), options);
    return answers
        ? Transcript.read(words, own.asks()).stream().map(HoldersHiddenTest::numbers).toList()
        : words.stream().map(Arrays::toString).toList();
  }

  private static String numbers(Transcript.Exchange exchange) {
    StringBuilder text = new StringBuilder();
    exchange
        .answered()
        .forEach(
            (id, parts) ->
                parts.forEach(part -> text.append(id).append(Arrays.deepToString(part.toRows()))));
    return text.toString();
  }

  /**
   * The asks of a training, which go to birch and to the label holder alike, are the same to the
   * last bit. The control: cedar's and oak's own answers, which masks hide, are not.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "joint",
        "joint\nsettings: {scaled: true}",
        "joint\nmode: kernel",
        "joint\nmode: trees",
        "vfedmv",
        "mmvfl",
        "regression\nsettings: {lambda: 1}",
        "regression\nsettings: {lambda: 1} # of times"
      })
  void trainingTellsNoPartyWhoOfTwoOthersHasARow(String method) {
    Study here = study(method, "here", "any");
    Study there = study(method, "there", "any");
    List<String> asks = told(here, false);
    assertThat(asks).hasSizeGreaterThan(1);
    assertThat(told(there, false)).isEqualTo(asks);
    assertThat(told(there, true)).as("the control").isNotEqualTo(told(here, true));
  }
}
