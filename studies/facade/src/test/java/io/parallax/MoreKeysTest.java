package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.data.IdRule;
import io.parallax.run.RunFolder;
import io.parallax.study.Study;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Partitions, alignment, selection and other keys say the same in Java and in a file. */
class MoreKeysTest {
  private static final String REST =
      """
      evaluate: {split: stratified, test: 0.25, repeats: 2}
      stop: {rounds: 20}
      report: {points: 0}
      """;
  private static final String DATA =
      """
      data:
        views: {blood: {csv: blood.csv, id: id}, heart: {csv: heart.csv, id: id}}
        labels: {csv: labels.csv, id: id, column: state}
      """;
  private static final String PARTIES =
      """
      parties:
        st-mary: {view: blood, data: {csv: blood.csv, id: id}, labels: {csv: labels.csv, id: id, column: state}}
        riverside: {view: heart, data: {csv: heart.csv, id: id}}
        hillview: {view: sleep, data: {csv: sleep.csv, id: id}}
      """;
  @TempDir Path dir;

  @BeforeEach
  void files() {
    People.csv(dir.resolve("blood.csv"), 4, 1);
    People.csv(dir.resolve("heart.csv"), 3, 2);
    People.csv(dir.resolve("sleep.csv"), 2, 3);
    List<String> lines = new ArrayList<>(List.of("id,state,subject"));
    IntStream.range(0, People.IDS.size())
        .forEach(i -> lines.add(People.IDS.get(i) + "," + People.labels().get(i) + "," + i % 6));
    People.write(dir.resolve("labels.csv"), lines);
  }

  static Stream<Arguments> partitions() {
    return Stream.of(
        Arguments.of(Partition.iid(4), "{kind: horizontal}"),
        Arguments.of(
            Partition.iid(3).atMost(8).randomLabels(1),
            "{kind: horizontal, parties: 3, how: iid, rows: 8, spoilt: {parties: 1, labels: random}}"),
        Arguments.of(
            Partition.dirichlet(2, 5).turnedLabels(1),
            "{kind: horizontal, parties: 2, how: dirichlet, alpha: 5, spoilt: {parties: 1, labels: turned}}"),
        Arguments.of(
            Partition.subjects("subject"), "{kind: horizontal, how: subject, column: subject}"),
        Arguments.of(
            Partition.subjects(3, "subject"),
            "{kind: horizontal, how: subject, column: subject, parties: 3}"));
  }

  @ParameterizedTest
  @MethodSource("partitions")
  void rowsSpreadOverParties(Partition partition, String yaml) {
    Study read = yaml("study: pool\nmethod: hfedmv\n" + REST + DATA + "partition: " + yaml + "\n");
    Study built = pool("hfedmv").partition(partition).build();
    assertSame(built, read);
  }

  @Test
  void rowsInMemoryAreCutAsThoseOfFiles() {
    StudyBuilder memory =
        rest(Parallax.study("pool").method("hfedmv"))
            .data("blood", People.rows(4, 1))
            .data("heart", People.rows(3, 2))
            .dataLabels(Labels.of(People.IDS, People.labels()))
            .partition(Partition.iid(3));
    Run run = Parallax.run(memory.build());
    Study files = pool("hfedmv").partition(Partition.iid(3)).build();
    assertThat(Parallax.run(files).resultHash()).isEqualTo(run.resultHash());
    assertThat(run.result().exchange().protection()).anyMatch(s -> s.contains("masked"));
  }

  @Test
  void partyForEveryView() {
    Study read =
        yaml("study: pool\nmethod: vfedmv\n" + REST + DATA + "partition: {kind: vertical}\n");
    assertSame(pool("vfedmv").partition(Partition.views()).build(), read);
  }

  @Test
  void partsOfImages() throws IOException {
    byte[] points = new byte[4 * 6 * 2];
    Files.write(
        dir.resolve("images.idx"),
        ByteBuffer.allocate(16 + points.length)
            .putInt(0x803)
            .putInt(4)
            .putInt(6)
            .putInt(2)
            .put(points)
            .array());
    Study read =
        yaml(
            """
            study: images
            method: vfedmv
            data:
              views: {picture: {idx: images.idx}}
              labels: {csv: labels.csv, id: id, column: state}
            partition: {kind: vertical, parts: 3, active: 2}
            """
                + REST);
    Study built =
        rest(Parallax.study("images").method("vfedmv"))
            .data("picture", Rows.matrix(dir.resolve("images.idx").toString()))
            .dataLabels(Labels.csv(dir.resolve("labels.csv"), "id", "state"))
            .partition(Partition.imageParts(3, 2))
            .build();
    assertSame(built, read);
    assertThat(built.members()).hasSize(3);
  }

  @Test
  void alignment() throws IOException {
    Path heart = dir.resolve("heart.csv");
    List<String> lines = Files.readAllLines(heart);
    lines.replaceAll(line -> line.startsWith("id") ? line : line.toUpperCase(Locale.ROOT));
    Files.write(heart, lines);
    String align = "align: {case: lower, unicode: nfkc, pad: 100, most: 5000}\n";
    Study read = yaml("study: parties\nmethod: vfedmv\n" + REST + align + PARTIES);
    StudyBuilder parties = parties("vfedmv");
    IdRule rule = new IdRule(true, IdRule.Form.NFKC);
    Study built = parties.align(rule, 100, 5000).build();
    assertSame(built, read);
    assertThat(Parallax.run(built).resultHash()).isEqualTo(Parallax.run(read).resultHash());
    assertSame(
        parties.align(rule).build(),
        yaml(
            "study: parties\nmethod: vfedmv\n"
                + REST
                + "align: {case: lower, unicode: nfkc}\n"
                + PARTIES));
  }

  @Test
  void selectedColumns() {
    Path earlier = dir.resolve("earlier");
    Parallax.run(parties("vfedmv").build(), Options.in(earlier));
    Study read =
        yaml(
            "study: parties\nmethod: vfedmv\nselect: {model: earlier, keep: 50}\n"
                + REST
                + PARTIES);
    Study built = parties("vfedmv").select(earlier, 50).build();
    assertSame(built, read);
    assertThat(Parallax.run(built).resultHash()).isEqualTo(Parallax.run(read).resultHash());
    assertSame(
        parties("vfedmv").select(earlier).build(),
        yaml("study: parties\nmethod: vfedmv\nselect: {model: earlier}\n" + REST + PARTIES));
  }

  @Test
  void lostPartiesRecordAndMetricsByParty() {
    Study read =
        yaml(
            """
            study: parties
            method: vfedmv
            evaluate: {split: stratified, test: 0.25, repeats: 2, by-party: true}
            stop: {rounds: 20, lost: continue, wait: 5}
            protection: {record: true}
            report: {points: 0}
            """
                + PARTIES);
    Study built = parties("vfedmv").byParty().continueWithoutLost(5).record().build();
    assertSame(built, read);
    assertThat(built.protection().masked()).isFalse(); // of three parties masks need all
    assertThat(parties("vfedmv").continueWithoutLost().build().stop().patience())
        .isEqualTo(Study.Stop.WAIT);
  }

  @Test
  void searchOnRowsThatAreHeldOutOnce() {
    Study read =
        yaml(
            "study: parties\nmethod: vfedmv\nsearch: {eta: [1, 4], holdout: 0.25}\n"
                + REST
                + PARTIES);
    Study built = parties("vfedmv").search("eta", 1, 4).searchHoldout(0.25).build();
    assertSame(built, read);
    assertThat(Parallax.run(built).resultHash()).isEqualTo(Parallax.run(read).resultHash());
  }

  @Test
  void aSearchByAnotherMetricThatHalves() {
    Study read =
        yaml(
            "study: parties\nmethod: vfedmv\nsearch: {eta: [1, 4, 8], by: auc, halving: {factor: 2, rounds: 5}}\n"
                + REST
                + PARTIES);
    StudyBuilder built = parties("vfedmv").search("eta", 1, 4, 8).searchBy("auc");
    assertSame(built.searchHalving(2, 5).build(), read);
    assertThatThrownBy(() -> built.searchBy("logLoss").build())
        .hasMessageContaining("search.by is logLoss, which needs probabilities");
    assertThatThrownBy(() -> built.searchHalving(2, 20).build())
        .hasMessageContaining("search.halving.rounds is 20 and must be below");
  }

  private static void assertSame(Study built, Study read) {
    assertThat(built.layout()).isEqualTo(read.layout());
    assertThat(built.evaluation()).isEqualTo(read.evaluation());
    assertThat(built.stop()).isEqualTo(read.stop());
    assertThat(built.preparation()).isEqualTo(read.preparation());
    assertThat(built.search()).isEqualTo(read.search());
    assertThat(built.protection()).isEqualTo(read.protection());
    assertThat(RunFolder.manifest(built)).isEqualTo(RunFolder.manifest(read));
  }

  private StudyBuilder pool(String method) {
    return rest(Parallax.study("pool").method(method))
        .data("blood", Rows.csv(dir.resolve("blood.csv"), "id"))
        .data("heart", Rows.csv(dir.resolve("heart.csv"), "id"))
        .dataLabels(Labels.csv(dir.resolve("labels.csv"), "id", "state"));
  }

  private StudyBuilder parties(String method) {
    return rest(Parallax.study("parties").method(method))
        .party("st-mary", "blood", Rows.csv(dir.resolve("blood.csv"), "id"))
        .party("riverside", "heart", Rows.csv(dir.resolve("heart.csv"), "id"))
        .party("hillview", "sleep", Rows.csv(dir.resolve("sleep.csv"), "id"))
        .labels("st-mary", Labels.csv(dir.resolve("labels.csv"), "id", "state"));
  }

  private static StudyBuilder rest(StudyBuilder study) {
    return study.evaluate(Splits.stratified(0.25, 2)).rounds(20).pictures(0);
  }

  private Study yaml(String text) {
    return Parallax.read(People.write(dir.resolve("study.yaml"), List.of(text)));
  }
}
