package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.study.file.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProtectionTest {
  @TempDir Path dir;

  private Cli run(Path study, String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  @Test
  void plainMaskedAndProvedSumsGiveTheSameBits() {
    Path study = SmallStudy.write(dir);
    change(study, "seed: 3", "seed: 3\nprotection: {aggregation: plain}");
    String plain = run(study, "plain").hash();
    change(study, "aggregation: plain", "aggregation: masked");
    assertThat(run(study, "masked").hash()).isEqualTo(plain);
    change(study, "aggregation: masked", "aggregation: proved");
    Cli proved = run(study, "proved");
    assertThat(proved.hash()).isEqualTo(plain);
    assertThat(proved.json().get("notes").toString()).containsPattern("proved: (\\d+) of \\1 sums");
    assertThat(SmallStudy.read(dir.resolve("proved/report.html")))
        .contains("each party proved to the coordinator and all other parties together");
    change(study, "aggregation: proved", "aggregation: proved, row-clip: none");
    assertThat(Cli.run("run", study).err())
        .contains("protection.aggregation is 'proved', but row-clip is none");
  }

  @Test
  void longRowsAreCutAndThatIsTold() {
    Path study = SmallStudy.write(dir);
    Cli honest = run(study, "default");
    assertThat(honest.err()).doesNotContain("row-clip");
    change(study, "seed: 3", "seed: 3\nprotection: {row-clip: none}");
    String whole = run(study, "none").hash();
    change(study, "row-clip: none", "row-clip: 3");
    assertThat(run(study, "long").hash()).isEqualTo(whole);
    change(study, "row-clip: 3", "row-clip: 0.05");
    Cli cut = run(study, "cut");
    assertThat(cut.hash()).isNotEqualTo(whole).isNotEqualTo(honest.hash());
    assertThat(cut.err())
        .contains(
            "rows of party maple are longer than protection.row-clip (0.05) and are cut to it");
    String note = "many rows of party maple are longer than protection.row-clip (0.05)";
    assertThat(cut.json().get("notes").toString()).contains(note);
    assertThat(honest.json().get("notes").toString()).doesNotContain("row-clip");
    assertThat(SmallStudy.read(dir.resolve("cut/report.html"))).contains("Note: " + note);
    assertThat(Cli.run("run", study, "--out", dir.resolve("cut")).out()).contains("Note: " + note);
  }

  /** x / 1000 + 1e9 is the same column to a model; a column of one value is told. */
  @Test
  void aLargeMeanCostsNothingAndAConstantColumnIsTold() {
    Path study = SmallStudy.write(dir);
    Cli before = run(study, "before");
    Path file = dir.resolve("b.csv");
    String[] lines = SmallStudy.read(file).split("\n");
    StringBuilder moved = new StringBuilder(lines[0] + ",same\n");
    for (int i = 1; i < lines.length; i++) {
      String[] cells = lines[i].split(",");
      cells[1] = Double.toString(Double.parseDouble(cells[1]) / 1000 + 1e9);
      moved.append(String.join(",", cells)).append(",7\n");
    }
    SmallStudy.put(file, moved.toString());
    Cli after = run(study, "after");
    String column = lines[0].split(",")[1];
    String note =
        "view b: 1 column(s) have one value only in the training rows and count as 0: same";
    assertThat(after.json().get("notes").toString()).contains(note).doesNotContain(column);
    assertThat(after.err()).contains(note);
    assertThat(SmallStudy.read(dir.resolve("after/report.html"))).contains("Note: " + note);
    assertThat(before.json().get("notes")).isEmpty();
    assertThat(after.json().at("/metrics/accuracy/mean").asDouble())
        .isEqualTo(before.json().at("/metrics/accuracy/mean").asDouble());
  }

  @Test
  void threePartiesMaskTheirSumsUnlessToldOtherwiseAndTwoDoNot() {
    Path study = SmallStudy.write(dir);
    assertThat(StudyFile.read(study).protection().masked()).isTrue();
    change(study, "seed: 3", "seed: 3\nprotection: {aggregation: plain}");
    assertThat(StudyFile.read(study).protection().masked()).isFalse();
    change(study, "  cedar: {view: c, data: {csv: c.csv, id: id}}\n", "");
    change(study, "protection: {aggregation: plain}", "");
    assertThat(StudyFile.read(study).protection().masked()).isFalse();
  }

  @Test
  void ofThreePartiesNoneCanLeaveAMaskedSum() throws Exception {
    Path study = SmallStudy.write(dir);
    change(study, "tolerance: 1e-6", "tolerance: 1e-6, lost: continue");
    assertThat(StudyFile.read(study).protection().masked()).isFalse();
    change(study, "seed: 3", "protection: {aggregation: masked}");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/study.yaml:11: protection.aggregation is 'masked', which needs more than two thirds"
                + " of the parties: of 3 none can leave (stop.lost); use 4 or more, 'aggregation:"
                + " plain', or have it stop");
    change(study, "protection: {aggregation: masked}", "");
    change(study, "  cedar:", "  aspen: {view: d, data: {csv: c.csv, id: id}}\n  cedar:");
    assertThat(StudyFile.read(study).protection().masked()).isTrue();
  }

  @Test
  void maskedSumsOfTwoPartiesAreRefusedWithTheReason() throws Exception {
    Path study = SmallStudy.write(dir);
    change(study, "  cedar: {view: c, data: {csv: c.csv, id: id}}\n", "");
    change(study, "seed: 3", "protection: {aggregation: masked}");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/study.yaml:10: protection.aggregation is 'masked' and needs at least 3 parties, and"
                + " there are 2: of two, each finds the other's numbers by subtracting its own from"
                + " the sum");
  }

  @Test
  void whatTheCoordinatorSawGivesFeaturesBackInPlainSumsOnly() {
    Path study = SmallStudy.write(dir, 400, 3);
    change(study, "seed: 3", "protection: {aggregation: plain, record: true}");
    run(study, "plain");
    for (double[] leak : features(audit(study, "plain", 0))) {
      assertThat(leak[0]).isGreaterThan(0.99);
      assertThat(leak[1]).isGreaterThan(0.99);
    }
    change(study, "aggregation: plain", "aggregation: masked");
    run(study, "masked");
    for (double[] leak : features(audit(study, "masked", 0))) {
      assertThat(leak[0]).isGreaterThan(0.99);
      assertThat(leak[1]).isLessThanOrEqualTo(leak[2]);
    }
  }

  @Test
  void splitsByLabelsTellThemInSpiteOfEpsilon() {
    Path study = SmallStudy.write(dir, 400, 3);
    change(study, "test: 0.25, repeats: 2", "test: 0.2, repeats: 10");
    change(study, "seed: 3", "protection: {labels: {epsilon: 1}, record: true}");
    run(study, "stratified");
    assertThat(audit(study, "stratified", 1).out())
        .containsPattern("labels from held-out rows +400 rows +0\\.9\\d+ [^\n]*more than promised");
    change(study, "split: stratified", "split: random");
    run(study, "random");
    assertThat(audit(study, "random", 0).out()).doesNotContain("held-out rows");
  }

  private Cli audit(Path study, String out, int exit) {
    Cli cli = Cli.run("audit", study, "--out", dir.resolve(out));
    assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(exit);
    return cli;
  }

  /** Control, this run and what is promised, for each party's features. */
  private static List<double[]> features(Cli audit) {
    List<double[]> rows =
        audit
            .out()
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("features of"))
            .map(line -> line.substring(line.indexOf('/') + 2).strip().split(" {2,}"))
            .map(
                cells ->
                    Arrays.stream(cells)
                        .limit(3)
                        .mapToDouble(
                            c -> c.equals("no promise") ? Double.NaN : Double.parseDouble(c))
                        .toArray())
            .toList();
    assertThat(rows).as(audit.out()).hasSize(3);
    return rows;
  }

  @Test
  void whatWasNotRecordedOrNotRunCannotBeAudited() throws Exception {
    Path study = SmallStudy.write(dir);
    run(study, "out");
    assertThat(Refusal.of(dir, "audit", study, "--out", dir.resolve("out")))
        .isEqualTo(
            "the study keeps nothing to audit; give it 'protection: {record: true}' and run it:"
                + " ./parallax run STUDY");
    change(study, "seed: 3", "protection: {record: true}");
    assertThat(Refusal.of(dir, "audit", study, "--out", dir.resolve("other")))
        .isEqualTo(
            "DIR/other holds no finished split of this study; run it first: ./parallax run STUDY");
  }

  @Test
  void aDamagedRecordingIsNotAudited() throws Exception {
    Path study = SmallStudy.write(dir);
    change(study, "seed: 3", "protection: {record: true}");
    run(study, "out");
    Path file = dir.resolve("out/split-01/transcript.bin");
    byte[] whole = Files.readAllBytes(file);
    byte[] other = whole.clone();
    Arrays.fill(other, other.length / 2, other.length / 2 + 4, (byte) 77);
    for (byte[] bytes : List.of(new byte[0], Arrays.copyOf(whole, 1000), other)) {
      Files.write(file, bytes);
      assertThat(Refusal.of(dir, "audit", study, "--out", dir.resolve("out")))
          .startsWith("DIR/out/split-01/transcript.bin is damaged or cut off at exchange ")
          .endsWith("; remove the run folder and run the study again");
    }
    Files.delete(file);
    assertThat(Refusal.of(dir, "audit", study, "--out", dir.resolve("out")))
        .startsWith("DIR/out/split-01/transcript.bin is missing");
    Files.write(file, whole);
    audit(study, "out", 0);
  }

  @Test
  void aRunThatGoesOnGoesOnRecording() throws Exception {
    Path study = SmallStudy.write(dir);
    change(study, "seed: 3", "protection: {aggregation: plain, record: true}");
    run(study, "out");
    String whole = audit(study, "out", 0).out();
    Path file = dir.resolve("out/split-01/transcript.bin");
    byte[] all = Files.readAllBytes(file);
    for (String gone : List.of("result.json", "split-01.json", "split-01/rounds.log")) {
      Files.delete(dir.resolve("out").resolve(gone));
    }
    Files.write(file, Arrays.copyOf(all, all.length / 2)); // as kill -9 leaves it
    run(study, "out");
    assertThat(audit(study, "out", 0).out()).isEqualTo(whole);
  }

  @Test
  void randomisedLabelsAreDrawnOnceAndKept() throws Exception {
    Path study = SmallStudy.write(dir);
    String truth = run(study, "truth").hash();
    change(study, "seed: 3", "seed: 3\nprotection: {labels: {epsilon: 1}}");
    Cli first = run(study, "one");
    assertThat(first.out()).contains("each was the true one with probability 0.731");
    assertThat(first.hash()).isNotEqualTo(truth);
    assertThat(run(study, "two").hash()).isNotEqualTo(first.hash());
    Files.delete(dir.resolve("one/result.json"));
    Files.delete(dir.resolve("one/split-01.json"));
    Files.delete(dir.resolve("one/split-01/rounds.log"));
    assertThat(run(study, "one").hash()).isEqualTo(first.hash());
  }

  @Test
  void anAuditIsOfTheLabelsThatTheRunDrew() throws Exception {
    Path study = SmallStudy.write(dir, 60, 20);
    change(study, "repeats: 2", "repeats: 1");
    change(study, "beta: 0.5", "beta: 0.01");
    change(study, "seed: 3", "seed: 3\nprotection: {record: true, labels: {epsilon: 0.5}}");
    double reported = run(study, "out").json().at("/figures/membership advantage").asDouble();
    byte[] drawn = Files.readAllBytes(dir.resolve("out/labels-drawn.json"));
    String row = row(audit(study, "out", 0), "membership");
    change(study, ", labels: {epsilon: 0.5}", "");
    run(study, "true");
    String truth = row(audit(study, "true", 0), "membership");
    assertThat(row.split(" {2,}")[3]).isEqualTo(String.format(Locale.ROOT, "%.3f", reported));
    assertThat(row.split(" {2,}")[2])
        .as("unprotected: " + row + " and " + truth)
        .isEqualTo(truth.split(" {2,}")[2])
        .isEqualTo(truth.split(" {2,}")[3]);
    assertThat(dir.resolve("out/labels-drawn.json")).hasBinaryContent(drawn);
  }

  private static String row(Cli audit, String attack) {
    return audit
        .out()
        .lines()
        .map(String::strip)
        .filter(l -> l.startsWith(attack))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void labelPrivacyIsRefusedWhereItWouldNotHold() throws Exception {
    Path study = SmallStudy.write(dir);
    change(study, "seed: 3", "protection: {labels: {epsilon: 0}}");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/study.yaml:11: protection.labels.epsilon is 0.0 and must be above 0 and at most"
                + " 20");
  }

  @Test
  void searchWouldJudgeByTrueLabelsAndIsRefused() throws Exception {
    Path study = SmallStudy.write(dir);
    change(study, "seed: 3", "search: {zeta: [1, 2]}\nprotection: {labels: {epsilon: 1}}");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/study.yaml:11: search judges settings by true labels, which protection.labels does"
                + " not cover; remove one of them");
  }

  @Test
  void robustSumsAreRefusedBetweenMachinesWhereOnlySumsWillDo() {
    String parties =
        """
        study: far
        method: %s
        views: [a, b]
        parties: {maple: {}, birch: {}, cedar: {}}
        protection: {aggregation: %s}
        """;
    for (String method : List.of("hfedmv", "sfedmv")) {
      for (String aggregation : List.of("median", "trimmed")) {
        String study = parties.formatted(method, aggregation);
        assertThatThrownBy(() -> StudyFile.remote("far.yaml", study))
            .isInstanceOf(BadInput.class)
            .hasMessageContaining("not a product of any rows");
      }
    }
    for (String method : List.of("hfedmv\nmode: paper", "fedmood")) {
      StudyFile.remote("far.yaml", parties.formatted(method, "median"));
    }
  }

  @Test
  void aStudyBetweenMachinesRefusesWhatItDoesNotHave() {
    String parties =
        """
        study: far
        method: vfedmv
        parties:
          maple: {view: a, labels: true}
          birch: {view: b}
          cedar: {view: c}
        protection: {%s}
        """;
    assertThatThrownBy(() -> StudyFile.remote("far.yaml", parties.formatted("record: true")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("is for './parallax run' only in this version");
  }
}
