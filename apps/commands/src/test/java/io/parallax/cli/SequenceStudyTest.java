package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies whose rows hold sequences, from the file to the prediction. */
class SequenceStudyTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SequenceStudy.write(dir);
  }

  private Cli run(String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  /** The held-out sessions of a split. */
  private Set<Integer> heldOut(String out, int split) {
    return read(dir.resolve(out + "/split-0" + split + "/predictions.csv"))
        .lines()
        .skip(1)
        .map(line -> Integer.parseInt(line.substring(1, line.indexOf(','))))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Integer> people(Set<Integer> sessions) {
    return sessions.stream().map(s -> s / 5).collect(Collectors.toSet());
  }

  @Test
  void statisticsOfSequencesAreATableForEveryMethod() {
    put(
        study,
        """
        study: described
        method: joint
        parties:
          a: {view: timing, data: {csv: keys.csv, id: session, time: press, columns: [hold], gap: true, statistics: true}, labels: {csv: sessions.csv, id: session, column: label}}
          b: {view: kinds, data: {csv: keys.csv, id: session, time: press, columns: [group], statistics: true}}
        categorical: {group: [letter, space]}
        evaluate: {split: subjects, column: person, test: 0.25, repeats: 2}
        protection: {aggregation: plain}
        report: {points: 0}
        """);
    Cli cli = run("out");
    assertThat(cli.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.9);
    String keys = dir.resolve("keys.csv").toString();
    Cli scored =
        Cli.run(
            "predict",
            "--model",
            dir.resolve("out"),
            "--views",
            "timing=" + keys,
            "--views",
            "kinds=" + keys);
    assertThat(scored.exit()).as(scored.err()).isZero();
    Scored rows = Scored.parse(scored.out());
    assertThat(rows.rows()).hasSize(SequenceStudy.SESSIONS);
    long right =
        rows.rows().entrySet().stream()
            .filter(
                row ->
                    row.getValue()
                        .get("class")
                        .equals(
                            Integer.parseInt(row.getKey().substring(1)) / 5 % 2 == 1
                                ? "ill"
                                : "well"))
            .count();
    assertThat(right).isGreaterThan(54);
  }

  @Test
  void statisticsNeedSequences() {
    SmallStudy.write(dir);
    change(
        dir.resolve("study.yaml"),
        "data: {csv: b.csv, id: id}",
        "data: {csv: b.csv, id: id, statistics: true}");
    Cli cli = Cli.run("run", dir.resolve("study.yaml"), "--out", dir.resolve("out"));
    assertThat(cli.exit()).isEqualTo(2);
    assertThat(cli.err())
        .contains("statistics is for sequences; name the column that orders them: 'time'");
  }

  @Test
  void wholePeopleAreHeldOutAndTheRestLearnsTogether() {
    Cli cli = run("out");
    assertThat(cli.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.9);
    for (int split = 1; split <= 3; split++) {
      Set<Integer> held = heldOut("out", split);
      assertThat(people(held).size() * 5).isEqualTo(held.size());
      assertThat(people(held)).hasSize(4); // a quarter of six people of each class, rounded
    }
    assertThat(heldOut("out", 1)).isNotEqualTo(heldOut("out", 2));
    assertThat(run("again").hash()).isEqualTo(cli.hash());
  }

  @Test
  void aPartyWithoutHeldOutPeopleIsJudgedWhereItHasSome() throws IOException {
    change(study, "test: 0.25, repeats: 3", "test: 0.1, repeats: 1");
    change(study, "seed: 3", "seed: 3\nbaselines: true");
    run("out");
    JsonNode result = new ObjectMapper().readTree(dir.resolve("out/result.json").toFile());
    JsonNode parties = result.at("/byParty/H-FedMV");
    assertThat(parties.size()).isBetween(2, 3);
    assertThat(List.copyOf(parties.properties()))
        .last()
        .satisfies(p -> assertThat(p.getKey()).isEqualTo("mean of the parties"));
    assertThat(result.at("/rows/every party for itself/accuracy/mean").asDouble(-1)).isPositive();
    assertThat(people(heldOut("out", 1))).hasSize(2);
  }

  @Test
  void theLastRowsOfEachPersonCanBeHeldOut() {
    change(study, "split: subjects, column: person, test: 0.25", "split: last, column: person");
    run("person");
    assertThat(heldOut("person", 1))
        .isEqualTo(IntStream.range(0, 12).mapToObj(p -> p * 5 + 4).collect(Collectors.toSet()));
    assertThat(heldOut("person", 3)).isEqualTo(heldOut("person", 1));
  }

  @Test
  void withoutAColumnTheLastRowsOfEachParty() {
    change(study, "split: subjects, column: person, test: 0.25", "split: last, test: 0.2");
    run("party");
    assertThat(heldOut("party", 1)).hasSize(12);
    change(study, "how: subject, column: person, parties: 4", "how: iid, parties: 2");
    run("other");
    assertThat(heldOut("other", 1)).contains(59, 58).doesNotContain(0, 1, 2);
  }

  @Test
  void aColumnCanSayWhatIsHeldOut() {
    change(
        study,
        "split: subjects, column: person, test: 0.25",
        "split: given, column: part, test: late");
    run("out");
    assertThat(heldOut("out", 1)).hasSize(12).allMatch(s -> s % 5 == 2);
  }

  @Test
  void aSearchKeepsPeopleApartToo() throws IOException {
    change(study, "seed: 3", "seed: 3\nsearch: {beta: [0.1, 1], folds: 3}");
    assertThat(run("folds").json().get("settingsTried").asInt()).isEqualTo(2);
    change(study, "folds: 3", "holdout: 0.2");
    assertThat(run("holdout").json().get("settingsTried").asInt()).isEqualTo(2);
    change(study, "holdout: 0.2", "folds: 11");
    assertThat(Refusal.of(dir)).contains("too few subjects to train on for 11 folds");
    change(study, "split: subjects, column: person, test: 0.25", "split: last, column: person");
    change(study, "folds: 11", "folds: 2");
    assertThat(run("last").json().get("settingsTried").asInt()).isEqualTo(2);
  }

  @Test
  void partiesCanBeLimitedToSomeRowsWithTheSameRowsHeldOut() throws IOException {
    change(study, "how: subject, column: person, parties: 4", "how: iid, parties: 3");
    change(study, "split: subjects, column: person, test: 0.25", "split: stratified, test: 0.3");
    Cli all = run("all");
    change(study, "parties: 3", "parties: 3, rows: 8");
    Cli some = run("some");
    assertThat(heldOut("some", 2)).isEqualTo(heldOut("all", 2));
    assertThat(some.hash()).isNotEqualTo(all.hash());
    JsonNode result = new ObjectMapper().readTree(dir.resolve("some/result.json").toFile());
    assertThat(result.at("/model/0/samples").asInt()).isEqualTo(24);
    change(study, "rows: 8", "rows: 800");
    Cli many = run("many");
    assertThat(many.hash()).isEqualTo(all.hash());
    assertThat(many.err())
        .containsPattern("a party has 1\\d rows to train on, fewer than the 800 of 'rows'");
  }

  @Test
  void shortSessionsAreLeftOutOfAllViews() {
    change(study, "columns: [group]}", "columns: [group], least: 5}");
    Cli cli = run("out");
    assertThat(cli.err())
        .contains("view kinds: 12 of 60 sequences are shorter than 5 steps and are left out")
        .contains("12 of 60 ids are not held by everybody and are left out");
  }

  @Test
  void newSessionsArePredictedAsTheHeldOutOnes() {
    change(study, "gap: true}", "gap: true, steps: 6, least: 3}");
    run("out");
    String keys = read(dir.resolve("keys.csv"));
    Path twice = put(dir.resolve("new.csv"), keys + "q,1,letter,0.1\nq,2,space,0.1\n");
    Cli cli = Cli.run("predict", "--model", dir.resolve("out"), "--views", twice);
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(cli.err())
        .contains("view timing: 1 of 61 sequences are shorter than 3 steps and are left out");
    long right =
        cli.out()
            .lines()
            .skip(1)
            .filter(
                line -> {
                  int session = Integer.parseInt(line.substring(1, line.indexOf(',')));
                  return line.contains(session / 5 % 2 == 1 ? ",ill," : ",well,");
                })
            .count();
    assertThat(cli.out().lines()).hasSize(61);
    assertThat(right).isGreaterThan(54);
  }

  @Test
  void arraysOfThreeDimensionsAreMatchedByNumber() {
    double[][] windows = new double[40][6];
    for (int i = 0; i < windows.length; i++) {
      for (int j = 0; j < 6; j++) {
        windows[i][j] = (i % 2 == 0 ? 1 : -1) + 0.1 * ((i * 7 + j * 3) % 5);
      }
    }
    MatrixStudy.npy(dir.resolve("w.npy.gz"), windows, "(40, 3, 2)");
    put(
        dir.resolve("labels.csv"),
        "id,label\n"
            + IntStream.range(0, 40)
                .mapToObj(i -> i + "," + i % 2 + "\n")
                .collect(Collectors.joining()));
    put(
        study,
        """
        study: windows
        method: test-steps-by-view
        parties:
          maple: {view: a, data: {npy: w.npy.gz}, labels: {csv: labels.csv, id: id, column: label}}
          birch: {view: b, data: {npy: w.npy.gz, steps: 2}}
        evaluate: {repeats: 1}
        """);
    assertThat(run("out").json().at("/metrics/accuracy/mean").asDouble()).isEqualTo(1);
    String views = "a=" + dir.resolve("w.npy.gz") + ",b=" + dir.resolve("w.npy.gz");
    Cli cli = Cli.run("predict", "--model", dir.resolve("out"), "--views", views);
    assertThat(cli.out().lines()).as(cli.err()).hasSize(41);
  }

  @Test
  void generatedSessionsCanBeSequences() {
    put(
        study,
        """
        study: made
        method: test-steps
        data: {generate: typing-sessions, sessions: 400, users: 8, sequences: true, steps: 50, least: 10}
        partition: {kind: horizontal, how: subject, column: user, parties: 3}
        evaluate: {split: subjects, column: user, test: 0.25, repeats: 2}
        """);
    Cli cli = run("out");
    assertThat(cli.err()).contains("view special:", "sequences are shorter than 10 steps");
    assertThat(cli.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.55);
    assertThat(read(dir.resolve("out/report.html"))).contains("view accel");
  }

  @Test
  void partiesWithFilesOfTheirOwnHaveTheirOwnPeople() {
    String head = "session,press,group,hold\n";
    List<String> keys = read(dir.resolve("keys.csv")).lines().skip(1).toList();
    for (int part = 0; part < 2; part++) {
      int own = part;
      String lines =
          keys.stream()
              .filter(line -> Integer.parseInt(line.substring(1, line.indexOf(','))) / 30 == own)
              .collect(Collectors.joining("\n"));
      put(dir.resolve("keys" + part + ".csv"), head + lines + "\n");
    }
    put(
        study,
        """
        study: wards
        method: test-steps
        views: {timing: [hold, gap], kinds: [group]}
        categorical: [group]
        parties:
          maple: {data: {csv: keys0.csv, id: session, time: press, gap: true, steps: 9}, labels: {csv: sessions.csv, id: session, column: label}}
          birch: {data: {csv: keys1.csv, id: session, time: press, gap: true, steps: 4}, labels: {csv: sessions.csv, id: session, column: label}}
        evaluate: {split: subjects, column: person, test: 0.3, repeats: 2}
        report: {points: 0}
        """);
    Cli cli = run("out");
    assertThat(cli.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.8);
    assertThat(read(dir.resolve("out/model/maple.json")))
        .contains("\"steps\" : 9", "\"time\" : \"press\"", "\"gap\" : true");
  }

  @Test
  void aLongTableIsCutIntoFilesThatGiveTheSameModel() throws IOException {
    change(study, "split: subjects, column: person, test: 0.25", "split: last, column: person");
    change(study, "gap: true}", "gap: true, steps: 7, least: 2}");
    Cli whole = run("whole");
    Path cut = dir.resolve("cut");
    Cli split = Cli.run("data", "split", study, "--out", cut);
    assertThat(split.exit()).as(split.err()).isZero();
    assertThat(read(cut.resolve("party-1/timing.csv"))).startsWith("session,press,hold\n");
    assertThat(read(cut.resolve("study.yaml")))
        .contains("id: session, time: press, gap: true, steps: 7, least: 2}");
    study = cut.resolve("study.yaml");
    assertThat(run("parts").json().get("objective").asDouble())
        .isCloseTo(whole.json().get("objective").asDouble(), within(1e-9));
    change(SequenceStudy.write(dir), "parties: 4", "parties: 4, rows: 9");
    assertThat(
            Refusal.of(
                dir, "data", "split", dir.resolve("study.yaml"), "--out", dir.resolve("more")))
        .isEqualTo(
            "DIR/study.yaml: partition.rows leaves rows out of training, not out of files; remove"
                + " it");
  }

  @Test
  void generatedSequencesAreCutIntoFilesToo() {
    put(
        study,
        """
        study: made
        method: test-steps
        data: {generate: typing-sessions, sessions: 200, users: 6, sequences: true, steps: 20}
        partition: {kind: horizontal, how: subject, column: user, parties: 2}
        evaluate: {split: last, column: user, test: 0.25, repeats: 1}
        report: {points: 0}
        """);
    Cli whole = run("whole");
    Path cut = dir.resolve("cut");
    assertThat(Cli.run("data", "split", study, "--out", cut).exit()).isZero();
    assertThat(read(cut.resolve("party-2/accel.csv"))).startsWith("id,time,x,y,z\n");
    assertThat(read(cut.resolve("party-2/labels.csv"))).startsWith("id,label,user\n");
    study = cut.resolve("study.yaml");
    assertThat(run("parts").json().get("objective").asDouble())
        .isCloseTo(whole.json().get("objective").asDouble(), within(1e-9));
  }

  @Test
  void parquetFilesGiveWhatTheSameCsvFilesGive() throws Exception {
    Cli csv = run("csv");
    for (String name : List.of("keys", "sessions")) {
      SequenceStudy.parquet(dir.resolve(name + ".csv"), dir.resolve(name + ".parquet"));
    }
    put(study, read(study).replace("csv: keys.csv", "parquet: keys.parquet"));
    change(study, "csv: sessions.csv", "parquet: sessions.parquet");
    Cli parquet = run("parquet");
    assertThat(parquet.hash()).isEqualTo(csv.hash());
    Path keys = dir.resolve("keys.parquet");
    Cli cli = Cli.run("predict", "--model", dir.resolve("csv"), "--views", keys);
    assertThat(cli.out().lines()).as(cli.err()).hasSize(61);
    assertThat(Cli.run("data", "inspect", keys, "--id", "session", "--time", "press").out())
        .contains("keys.parquet: 60 sequences, 450 steps");
  }
}
