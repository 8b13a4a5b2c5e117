package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Labels;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One mistake about sequences and their splits at a time: exit code 2 and one line. */
class BadSequenceTest {
  private static final String TIMING =
      "{csv: keys.csv, id: session, time: press, columns: [hold], gap: true}";
  private static final String SPLIT = "{split: subjects, column: person, test: 0.25, repeats: 3}";
  private static final String PARTITION =
      "{kind: horizontal, how: subject, column: person, parties: 4}";
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeAStudyThatRuns() {
    study = SequenceStudy.write(dir);
  }

  /** What is written in the study instead of something, and what is said about it. */
  record Case(String from, String to, String message) {
    @Override
    public String toString() {
      return to;
    }
  }

  private static Case a(String from, String to, String message) {
    return new Case(from, to, message);
  }

  static Stream<Case> sources() {
    return Stream.of(
        a(
            "gap: true}",
            "gap: true, steps: 0}",
            "DIR/study.yaml:6: data.views.timing.steps is 0 and must be at least 1"),
        a(
            "gap: true}",
            "gap: true, least: 0}",
            "DIR/study.yaml:6: data.views.timing.least is 0 and must be at least 1"),
        a(
            "gap: true}",
            "gap: true, steps: 5, least: 6}",
            "DIR/study.yaml:6: least is 6, but only 5 steps are kept; set 'least' to no more than"
                + " 'steps'"),
        a(
            "gap: true}",
            "gap: true, least: 13}",
            "DIR/keys.csv: no sequence has 13 steps or more; set 'least' lower"),
        a(
            TIMING,
            "{csv: keys.csv, id: session, columns: [hold], steps: 5}",
            "DIR/study.yaml:6: steps is for sequences; name the column that orders them: 'time'"),
        a(
            TIMING,
            "{csv: keys.csv, id: session, columns: [hold], gap: true}",
            "DIR/study.yaml:6: gap is for sequences; name the column that orders them: 'time'"),
        a(
            TIMING,
            "{csv: keys.csv, id: session, columns: [hold]}",
            "DIR/keys.csv line 3: the same id as on line 2; every id must occur once"),
        a(
            TIMING,
            "{npy: w.npy, time: press}",
            "DIR/study.yaml:6: time goes with arff, csv, parquet, sql, xlsx, not with npy; remove it"),
        a(
            TIMING,
            "{npy: w.npy, gap: true}",
            "DIR/study.yaml:6: gap goes with arff, csv, parquet, sql, xlsx, not with npy; remove it"),
        a(
            TIMING,
            "{mat: w.mat, variable: X, steps: 3}",
            "DIR/study.yaml:6: steps goes with arff, csv, npy, parquet, sql, xlsx, not with mat; remove it"),
        a(
            TIMING,
            "{csv: keys.csv, id: session, time: pres, columns: [hold]}",
            "DIR/keys.csv: no column 'pres' for the time; did you mean 'press'? the file has session,"
                + " press, group, hold"),
        a(
            TIMING,
            "{csv: keys.csv, id: session, time: group, columns: [hold]}",
            "DIR/keys.csv line 2, column 'group': is not a finite number; the time of a step is a"
                + " number, such as seconds"),
        a(
            "[letter, space]",
            "[letter]",
            "DIR/keys.csv line 7, column 'group': is not one of its 1 categories; correct it, or add the"
                + " category to the study"),
        a(
            "{hold: [0, 5]}",
            "{hold: [5, 0]}",
            "DIR/study.yaml:10: clip.hold must be two numbers, the smaller first: [0, 5]"),
        a(
            "{hold: [0, 5]}",
            "{hold: [5]}",
            "DIR/study.yaml:10: clip.hold must be two numbers, the smaller first: [0, 5]"),
        a(
            "{hold: [0, 5]}",
            "{held: [0, 5]}",
            "clip names column 'held', which no view has; did you mean 'hold'?"),
        a(
            "{hold: [0, 5]}",
            "{group: [0, 5]}",
            "column 'group' is categorical and cannot be clipped; remove it from 'clip'"),
        a(
            "method: test-steps",
            "method: hfedmv",
            "H-FedMV needs a row of numbers for each sample, but view timing holds sequences; use"
                + " fedmood or sfedmv, or 'statistics: true' beside the view's file"),
        a(
            TIMING,
            "{parquet: keys.csv, id: session, time: press, columns: [hold]}",
            "DIR/study.yaml:6: data.views.timing.parquet names a .csv file; write 'csv' for"
                + " 'parquet'"),
        a(
            TIMING,
            "{csv: keys.parquet, id: session, time: press}",
            "DIR/study.yaml:6: data.views.timing.csv names a .parquet file; write 'parquet' for"
                + " 'csv'"),
        a(
            TIMING,
            "{csv: keys.csv, parquet: keys.parquet, id: session}",
            "DIR/study.yaml:6: data.views.timing has csv and parquet; keep one of them"));
  }

  static Stream<Case> splits() {
    return Stream.of(
        a(
            SPLIT,
            "{split: subjects}",
            "DIR/study.yaml:12: evaluate.split needs the 'column' of the label file to go by"),
        a(
            SPLIT,
            "{split: given, column: part}",
            "DIR/study.yaml:12: evaluate has no 'test'; it needs one"),
        a(
            SPLIT,
            "{column: person}",
            "DIR/study.yaml:12: evaluate.column is for 'split: subjects', 'last' or 'given'; remove"
                + " it"),
        a(
            SPLIT,
            "{split: subjects, column: person, test: 1.5}",
            "DIR/study.yaml:12: evaluate.test is 1.5 and must lie between 0 and 1"),
        a(
            SPLIT,
            "{split: subjects, column: persn}",
            "DIR/sessions.csv: no column 'persn' for the subject; did you mean 'person'? the file has"
                + " session, person, part, label"),
        a(
            SPLIT,
            "{split: given, column: part, test: never}",
            "evaluate holds out the rows whose 'part' is 'never', which are none; name another"
                + " value"),
        a(
            SPLIT,
            "{split: given, column: label, test: ill}",
            "class 'ill' is not among the training rows of every split; hold out other or"
                + " fewer rows, leave the class out, or draw splits by class:"
                + " 'evaluate: {split: stratified}'"),
        a(
            PARTITION,
            "{kind: horizontal, how: subject, column: person}",
            "every party has one subject, so none can be held out while each party keeps one for training; hold out each subject's last rows: 'split: last'"),
        a(
            PARTITION,
            "{kind: horizontal, how: subject, column: person, parties: 11}",
            "25 % of the subjects cannot be held out such that every party keeps one for training and every class occurs in both parts; use fewer parties or another 'test'; or 'split:"
                + " last'"),
        a(
            "parties: 4",
            "parties: 4, rows: 0",
            "DIR/study.yaml:11: partition.rows is 0 and must be at least 1"));
  }

  static Stream<Case> cases() {
    return Stream.concat(sources(), splits());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aMistakeIsToldInOneLine(Case mistake) throws IOException {
    change(study, mistake.from(), mistake.to());
    assertThat(Refusal.of(dir)).isEqualTo(mistake.message());
  }

  @Test
  void aPartyWithoutTrainingRows() throws IOException {
    change(study, PARTITION, "{kind: horizontal, how: subject, column: person}");
    change(study, SPLIT, "{split: given, column: person, test: 4}");
    assertThat(Refusal.of(dir))
        .isEqualTo("party party-05 has 0 training and 5 held-out rows in split 1; hold out others");
  }

  @Test
  void aMissingValue() throws IOException {
    Path keys = dir.resolve("keys.csv");
    put(keys, read(keys) + "p59,100,letter,\n");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/keys.csv sequence number 60, step 13 of the 13 that are kept, channel 'hold': the"
                + " value is missing (1 in all); fill it in, or set 'missing: mean' in the study");
    change(study, "seed: 3", "seed: 3\nmissing: mean");
    assertThat(Cli.run("run", study, "--out", dir.resolve("out")).exit()).isZero();
  }

  @Test
  void filesWithoutRows() throws IOException {
    put(dir.resolve("keys.csv"), "session,press,group,hold\n");
    assertThat(Refusal.of(dir)).isEqualTo("DIR/keys.csv: a header but no rows; add the data");
    put(dir.resolve("keys.csv"), "");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/keys.csv: the file is empty; it needs a header row and data");
  }

  @Test
  void sessionsThatOneViewLacksAreLeftOut() {
    Path keys = dir.resolve("keys.csv");
    String some =
        read(keys).lines().filter(l -> !l.startsWith("p7,")).reduce("", (a, b) -> a + b + "\n");
    put(dir.resolve("some.csv"), some);
    change(study, "kinds: {csv: keys.csv", "kinds: {csv: some.csv");
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(cli.err())
        .contains("view timing: 1 of 60 ids are not held by everybody and are left out");
  }

  @Test
  void anArrayThatHoldsNoSequences() throws IOException {
    MatrixStudy.npy(dir.resolve("w.npy"), new double[60][6]);
    change(study, TIMING, "{npy: w.npy, steps: 3}");
    change(study, "clip: {hold: [0, 5]}\n", "");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/w.npy holds no sequences; remove 'steps', 'least' and 'statistics'");
    MatrixStudy.npy(dir.resolve("w.npy"), new double[60][6], "(60, 3, 2, 1)");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/w.npy: the array has 4 dimensions; tables have two, rows and columns, and sequences"
                + " three: rows, steps and channels");
  }

  @Test
  void aColumnOfListsInAParquetFile() throws IOException {
    SequenceStudy.query(
        "SELECT session, press, [hold] AS hold FROM read_csv('" + dir.resolve("keys.csv") + "')",
        dir.resolve("keys.parquet"));
    change(study, TIMING, TIMING.replace("csv: keys.csv", "parquet: keys.parquet"));
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/keys.parquet: column 'hold' holds lists or structures; each cell must hold one number or word; change it, or list other 'columns'");
  }

  @Test
  void newSequencesThatDoNotFit() throws IOException {
    assertThat(Cli.run("run", study, "--out", dir.resolve("out")).exit()).isZero();
    MatrixStudy.npy(dir.resolve("w.npy"), new double[60][6]);
    String views = "timing=" + dir.resolve("w.npy") + ",kinds=" + dir.resolve("keys.csv");
    assertThat(Refusal.of(dir, "predict", "--model", dir.resolve("out"), "--views", views))
        .isEqualTo(
            "DIR/w.npy has two dimensions, and view 'timing' was trained on three; give an array"
                + " with as many");
    Path part = dir.resolve("out/model/party-1.json");
    put(part, read(part).replaceAll("\"steps\" : \\d+", "\"steps\" : 0"));
    assertThat(
            Refusal.of(
                dir, "predict", "--model", dir.resolve("out"), "--views", dir.resolve("keys.csv")))
        .isEqualTo("DIR/out/model/party-1.json is damaged; copy it again, or train again");
  }

  @Test
  void generatedSequencesThatMakeNoSense() throws IOException {
    String made =
        """
        study: made
        method: test-steps
        data: {generate: typing-sessions, sessions: 200, users: 6%s}
        partition: {kind: horizontal, parties: 2}
        evaluate: {%s}
        """;
    put(study, made.formatted(", steps: 5", "repeats: 1"));
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/study.yaml:3: steps is for sequences; add 'sequences: true'");
    put(study, made.formatted(", sequences: true, least: 500", "repeats: 1"));
    assertThat(Refusal.of(dir))
        .isEqualTo("typing-sessions: no sequence has 500 steps or more; set 'least' lower");
    put(study, made.formatted(", sequences: true", "split: subjects, column: person"));
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "typing sessions can be split by the column 'user' only; set evaluate.column to it");
  }

  @Test
  void aMethodOfNumbersRefusesSequencesWithoutAStudy() {
    assertThatThrownBy(() -> train(Methods.named("vfedmv")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("view keys holds sequences; use fedmood or sfedmv");
  }

  private static <C extends Record, R extends Result> void train(Method<C, R> method) {
    Sequences layout = new Sequences(2, List.of("hold"));
    Features rows = Features.of(Matrix.zeros(4, layout.columns()));
    Labels labels = new Labels(new int[] {0, 1, 0, 1}, 2);
    View view =
        View.of(PartyId.of("maple"), "keys", layout, rows, Optional.empty(), Optional.of(labels));
    List<View> views = List.of(view);
    Simulation.train(
        method, method.defaults(), views, Roster.vertical(views, 2, 1), Rounds.of(1, 0));
  }
}
