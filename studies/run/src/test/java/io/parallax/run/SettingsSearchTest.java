package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.engine.TaskEngine;
import io.parallax.math.Rng;
import io.parallax.run.StudyResult.Searched;
import io.parallax.run.cluster.TrainingsAhead;
import io.parallax.study.file.StudyText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches for settings, by any metric, whole or by halving. */
class SettingsSearchTest {
  private static final int ROWS = 60;
  private static final String NINE = "eta: [0.01, 0.1, 1], beta: [0.1, 1, 10], folds: 2";
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    write(new StringBuilder("id,x,y,label,part\n"), false);
  }

  /** The last quarter is held out; its cells may be others. */
  private void write(StringBuilder rows, boolean other) throws IOException {
    Rng rng = Rng.of(5);
    for (int i = 0; i < ROWS; i++) {
      boolean held = i >= 45;
      int label = i % 3 == 0 ? 1 : 0;
      double x = label + rng.gaussian();
      double y = label - rng.gaussian();
      boolean turned = held && other;
      rows.append(
          "p%d,%s,%s,%d,%s%n"
              .formatted(
                  i,
                  turned ? -7 * x : x,
                  turned ? i : y,
                  turned ? 1 - label : label,
                  held ? "test" : "train"));
    }
    Files.writeString(folder.resolve("rows.csv"), rows);
  }

  private StudyText study(String search) throws IOException {
    return study("vfedmv", search, "");
  }

  private StudyText study(String method, String search, String more) throws IOException {
    String text =
        """
        study: searched
        method: %s
        parties:
          maple: {view: a, data: {csv: rows.csv, id: id, columns: [x]}, labels: {csv: rows.csv, id: id, column: label}}
          birch: {view: b, data: {csv: rows.csv, id: id, columns: [y]}}
        evaluate: {split: given, column: part, test: test, repeats: 1}
        stop: {rounds: 60, tolerance: 1e-9}
        report: {points: 0}
        model: false
        search: {%s}
        seed: 4
        %s"""
            .formatted(method, search, more);
    return StudyText.read(Files.writeString(folder.resolve("study.yaml"), text)).get(0);
  }

  private StudyResult run(StudyText study, String name) {
    return StudyRun.of(study.study(), RunOptions.in(folder.resolve(name)));
  }

  private List<String> log(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name).resolve("split-01/search.log"));
  }

  @Test
  void heldOutRowsTakeNoPart() throws IOException {
    StudyResult first = run(study(NINE + ", by: auc"), "first");
    write(new StringBuilder("id,x,y,label,part\n"), true);
    StudyResult second = run(study(NINE + ", by: auc"), "second");
    assertThat(second.searching().searched()).isEqualTo(first.searching().searched());
    assertThat(second.searching().chosen()).isEqualTo(first.searching().chosen());
    assertThat(log("second")).containsExactlyInAnyOrderElementsOf(log("first"));
    double before = first.metrics().get("accuracy").mean();
    assertThat(second.metrics().get("accuracy").mean()).isNotCloseTo(before, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({"'',accuracy,vfedmv", "balancedAccuracy,,vfedmv", "auc,,vfedmv", "logLoss,,joint"})
  void theMetricThatIsNamedChooses(String by, String usual, String method) throws IOException {
    String values = method.equals("joint") ? "lambda: [0.01, 1, 100], folds: 3" : NINE;
    String criterion = by.isEmpty() ? "" : ", by: " + by;
    StudyResult result = run(study(method, values + criterion, ""), "out");
    assertThat(result.searching().by()).isEqualTo(by.isEmpty() ? usual : by);
    Comparator<Searched> order = Comparator.comparingDouble(Searched::value);
    List<Searched> points = result.searching().searched();
    double best =
        points.stream().max(by.equals("logLoss") ? order.reversed() : order).orElseThrow().value();
    Searched first = points.stream().filter(one -> one.value() == best).findFirst().orElseThrow();
    first
        .point()
        .forEach(
            (setting, value) ->
                assertThat(result.searching().chosen().get(setting))
                    .containsOnlyKeys(written(value)));
    assertThat(points).allMatch(one -> one.value() > 0 && one.rounds() == null);
  }

  /** Returns a number as results write settings. */
  private static String written(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  @Test
  void halvingTrainsFewPointsForLong() throws IOException {
    StudyText study = study(NINE + ", halving: {factor: 3, rounds: 5}");
    StudyResult result = run(study, "out");
    assertThat(log("out")).hasSize(2 * (9 + 3 + 1 + 1)); // of 5, 15, 45 and 60 rounds
    assertThat(log("out")).filteredOn(line -> line.matches("a\\+b/\\d/\\d/5\t.*")).hasSize(18);
    assertThat(log("out")).filteredOn(line -> line.matches("a\\+b/\\d/\\d\t.*")).hasSize(2);
    List<Integer> rounds =
        result.searching().searched().stream().map(Searched::rounds).sorted().toList();
    assertThat(rounds).containsExactly(5, 5, 5, 5, 5, 5, 15, 15, 60);
    Searched last =
        result.searching().searched().stream()
            .filter(one -> one.rounds() == 60)
            .findFirst()
            .orElseThrow();
    assertThat(result.searching().chosen().get("eta"))
        .containsOnlyKeys(written(last.point().get("eta")));
  }

  @Test
  void anInterruptedHalvingGoesOnFromItsLog() throws IOException {
    StudyText study = study(NINE + ", halving: {rounds: 5}");
    StudyResult whole = run(study, "whole");
    Path part = folder.resolve("part/split-01");
    Files.createDirectories(part);
    List<String> kept = log("whole").subList(0, 20);
    Files.writeString(part.resolve("search.log"), String.join("\n", kept) + "\na+b/1/3/15\t1");
    Files.copy(folder.resolve("whole/manifest.json"), folder.resolve("part/manifest.json"));
    StudyResult resumed = run(study, "part");
    assertThat(resumed.resultHash()).isEqualTo(whole.resultHash());
    assertThat(resumed.searching().searched()).isEqualTo(whole.searching().searched());
    assertThat(log("part")).containsExactlyInAnyOrderElementsOf(log("whole"));
  }

  @ParameterizedTest
  @CsvSource({"''", "', halving: {rounds: 5}'", "', by: balancedAccuracy'"})
  void aClusterFindsTheSame(String more) throws IOException {
    StudyText study = study(NINE + more);
    Here cluster = new Here();
    RunOptions ahead =
        RunOptions.in(folder.resolve("ahead"))
            .ahead(Optional.of(new TrainingsAhead(cluster, study)));
    StudyResult found = StudyRun.of(study.study(), ahead);
    StudyResult alone = run(study, "alone");
    assertThat(found.resultHash()).isEqualTo(alone.resultHash());
    assertThat(found.searching()).isEqualTo(alone.searching());
    assertThat(cluster.sent.stream().mapToInt(n -> n).sum()).isEqualTo(log("alone").size() + 1);
    assertThat(cluster.sent).hasSize(more.contains("halving") ? 5 : 2); // rungs, and the split
  }

  /** Runs tasks here, as copies of what would be sent. */
  private static final class Here implements TaskEngine.Cluster {
    private final List<Integer> sent = new ArrayList<>();

    @Override
    public <T extends Serializable> void run(
        String what,
        List<? extends TaskEngine.Task<T>> tasks,
        TaskEngine.Receiver<T> receiver,
        BooleanSupplier stop) {
      sent.add(tasks.size());
      for (int i = 0; i < tasks.size(); i++) {
        receiver.take(i, copy(tasks.get(i)).run());
      }
    }

    @SuppressWarnings("unchecked") // a copy is of the same type
    private static <T> T copy(T task) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(task);
        out.flush();
        ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
        return (T) new ObjectInputStream(in).readObject();
      } catch (IOException | ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {}
  }

  @Test
  void aChoiceAtTheEdgeIsNoted() throws IOException {
    assertThat(run(study("eta: [1, 2, 4], folds: 2, by: auc"), "flat").notes())
        .anyMatch(note -> note.matches("the search chose eta \\d, the (small|larg)est value.*"));
    StudyResult two = run(study("eta: [1, 2], folds: 2"), "two");
    assertThat(two.notes()).noneMatch(note -> note.contains("the search chose"));
  }

  @Test
  void anEdgeThatNoSettingCanPassIsNone() throws IOException {
    StudyResult result = run(study("joint", "lambda: [0, 1000, 10000], folds: 2", ""), "zero");
    assertThat(result.searching().chosen().get("lambda")).containsOnlyKeys("0");
    assertThat(result.notes()).noneMatch(note -> note.contains("the search chose"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "by: acc | search.by is 'acc'; it must be one of accuracy, balancedAccuracy, precision, f1, auc, sensitivity, specificity, logLoss, calibrationError; did you mean 'auc'?",
        "by: nmi | search.by is 'nmi'; it must be one of accuracy",
        "by: logLoss | search.by is logLoss, which needs probabilities, and the scores of vfedmv are none; use auc, accuracy or balancedAccuracy",
        "halving: {factor: 1} | search.halving.factor is 1 and must be at least 2",
        "halving: {rounds: 60} | search.halving.rounds is 60 and must be below the rounds of a training, 60",
        "halving: {rows: 5} | unknown key 'search.halving.rows'",
        "halving: true | search.halving must be a mapping",
      })
  void mistakesAreToldWithTheirPlace(String wrong, String message) throws IOException {
    StudyText text = study("eta: [1, 2], " + wrong);
    assertThatThrownBy(text::study)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("study.yaml:10: " + message);
  }

  @Test
  void aMetricOfTwoClassesNeedsThem() throws IOException {
    Path rows = folder.resolve("rows.csv");
    Files.writeString(rows, Files.readString(rows).replaceAll("(p\\d*5,.*),[01],", "$1,2,"));
    StudyText text = study("eta: [1, 2], by: sensitivity, folds: 2");
    assertThatThrownBy(() -> run(text, "none"))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "search.by is sensitivity, which needs two classes, and the labels have 3; use balancedAccuracy");
    assertThat(folder.resolve("none")).doesNotExist();
  }
}
