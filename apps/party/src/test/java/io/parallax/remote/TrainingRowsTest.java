package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.data.Split;
import io.parallax.engine.MessageCodec;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.party.Ledger;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.party.Proposal;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.PartName;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.testkit.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows a part trains on follows from the approved study, whatever a coordinator says. */
class TrainingRowsTest {
  private static final int ROWS = 60;
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir Path folder;

  @BeforeEach
  void parties() {
    for (int p = 0; p < PARTIES.size(); p++) {
      String view = "abc".substring(p, p + 1);
      StringBuilder csv = new StringBuilder("id,%s,label,part\n".formatted(view));
      for (int i = 0; i < ROWS; i++) {
        csv.append(
            "p%d,%s,%s,%s\n"
                .formatted(
                    i,
                    Rng.of(3).child(view, Integer.toString(i)).gaussian(),
                    i % 3 == 0 ? "ill" : "well",
                    i % 5 == 0 ? "new" : "old"));
      }
      write(PARTIES.get(p) + "/rows.csv", csv.toString());
      write(
          PARTIES.get(p) + "/party.yaml",
          """
          party: %s
          coordinator: localhost
          data: {%s: {csv: rows.csv, id: id, columns: [%s]}}
          %s
          """
              .formatted(
                  PARTIES.get(p),
                  view,
                  view,
                  p == 0 ? "labels: {csv: rows.csv, id: id, column: label}" : ""));
    }
  }

  private void write(String file, String text) {
    try {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String yaml(String name, String evaluate, String more) {
    return """
        study: %s
        purpose: to try the program
        method: vfedmv
        parties:
          maple: {view: a, labels: true}
          birch: {view: b}
          cedar: {view: c}
        evaluate: {%s}
        align: none
        seed: 3
        %s
        """
        .formatted(name, evaluate, more);
  }

  private static byte[] manifest(String yaml) {
    return NetworkManifest.of(
            yaml, "ana", new TreeMap<>(Map.of("maple", "m", "birch", "b", "cedar", "c")))
        .json();
  }

  private PartyConfig config(String party) {
    return PartyConfig.read(folder.resolve(party).resolve("party.yaml"));
  }

  private void begin(String party, String yaml, int trial, String heldOut) {
    PartyStudies studies = new PartyStudies(config(party));
    Proposal proposal = studies.read(manifest(yaml));
    TrainingOpening opening =
        new TrainingOpening(
            new String(manifest(yaml)),
            trial,
            "ill\nwell",
            NodeMessages.NONE,
            heldOut,
            NodeMessages.NONE);
    try (Ledger ledger = Ledger.open(Node.Setup.ledger(config(party).state()), note -> {})) {
      studies.begin(
          proposal,
          SetupTable.approved(proposal, studies.rows(proposal)),
          PartName.of(trial),
          MessageCodec.encode(opening),
          ledger);
    }
  }

  /** Everything that a coordinator might say of the rows where they follow from the study. */
  @Test
  void nobodyIsToldOtherRows() {
    for (String evaluate :
        List.of(
            "split: random, test: 0.2, repeats: 3",
            "folds: 3",
            "split: last, test: 0.2, repeats: 2")) {
      String yaml = yaml("open", evaluate, "");
      for (String party : PARTIES) {
        for (int trial : List.of(1, 2, PartName.MODEL)) {
          begin(party, yaml, trial, "");
          for (int[] rows : List.of(new int[] {0, 1}, new int[] {10, 17, 23}, all(2), all(ROWS))) {
            assertThatThrownBy(() -> begin(party, yaml, trial, Bits.of(rows)))
                .isInstanceOf(ProtocolViolation.class)
                .hasMessageContaining("they follow from the study, so nobody tells them");
          }
        }
        for (int trial : List.of(-1, 4, 1000)) {
          assertThatThrownBy(() -> begin(party, yaml, trial, ""))
              .isInstanceOf(ProtocolViolation.class)
              .hasMessageContaining("there is no split");
        }
      }
    }
  }

  private static int[] all(int from) {
    return IntStream.range(from == ROWS ? 0 : from, ROWS).toArray();
  }

  /** Where splits go by labels, these alone are taken, and by the others only the first. */
  @Test
  void splitsByLabelsAreToldOnce() {
    String yaml = yaml("told", "split: stratified, test: 0.2, repeats: 2", "");
    Study study = StudyFile.remote("the study", yaml);
    PartyStudies maple = new PartyStudies(config("maple"));
    Proposal proposal = maple.read(manifest(yaml));
    assertThat(proposal.disclosures()).contains("held-out-rows");
    assertThat(config("maple").policy().objections(proposal))
        .anyMatch(why -> why.rule().contains("it discloses held-out-rows"));
    assertThat(RowOutline.told(study)).isTrue();
    int[] other = IntStream.range(0, 12).toArray();
    assertThatThrownBy(() -> begin("maple", yaml, 1, Bits.of(other)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("other held-out rows than party maple has drawn");
    assertThatThrownBy(() -> begin("maple", yaml, PartName.MODEL, Bits.of(other)))
        .isInstanceOf(ProtocolViolation.class);
    begin("birch", yaml, 1, Bits.of(other)); // it cannot know better, once
    begin("birch", yaml, 1, Bits.of(other));
    assertThatThrownBy(() -> begin("birch", yaml, 1, Bits.of(all(45))))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("told otherwise in this study before");
    assertThatThrownBy(() -> begin("birch", yaml, 2, ""))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("the party with the labels tells them");
    assertThatThrownBy(() -> begin("birch", yaml, 2, Bits.of(new int[] {1, 2, 3})))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(
            "it must hold out at least 5, since counts of fewer could reveal single labels");
  }

  @Test
  void manySplitsAreBeyondAPolicyThatSaysNothingOfThem() {
    Proposal many =
        new PartyStudies(config("maple")).read(manifest(yaml("many", "repeats: 10000", "")));
    assertThat(config("maple").policy().objections(many))
        .anyMatch(why -> why.rule().startsWith("it judges 10000 splits by this party's labels"));
    assertThat(new PartyStudies(config("birch")).read(manifest(yaml("many", "repeats: 21", ""))))
        .matches(proposal -> proposal.judging().verdicts() == 0, "it has no labels");
  }

  @Test
  void splitsByLabelsDoNotGoWithProtectedLabels() {
    for (String evaluate :
        List.of(
            "split: stratified, test: 0.2, repeats: 2",
            "split: stratified-folds, folds: 3",
            "split: subjects, column: part",
            "split: given, column: part, test: new")) {
      String yaml = yaml("both", evaluate, "protection: {labels: {epsilon: 1}}");
      assertThatThrownBy(() -> RemoteStudies.read("the study", yaml))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("and protection.labels is to hide these");
      assertThatThrownBy(() -> new PartyStudies(config("birch")).read(manifest(yaml)))
          .isInstanceOf(BadInput.class);
    }
    for (String evaluate : List.of("repeats: 2", "folds: 3", "split: last, repeats: 1")) {
      String yaml = yaml("both", evaluate, "protection: {labels: {epsilon: 1}}");
      assertThatCode(() -> RemoteStudies.read("the study", yaml)).doesNotThrowAnyException();
      assertThat(new PartyStudies(config("maple")).read(manifest(yaml)).disclosures())
          .doesNotContain("held-out-rows");
    }
  }

  /**
   * The most sums that may be told over a party's rows: none of the rows is a combination of them,
   * and with as many as there are rows each one is.
   */
  @Test
  void theMostSumsThatAreAllowedTellNoRow() {
    int rows = 80;
    int most = rows / SumLimits.ROWS_FOR_A_SUM;
    String sites =
        """
        study: sums
        purpose: to try the program
        method: hfedmv
        views: [blood]
        evaluate: {repeats: %d}
        model: %s
        seed: 5
        parties: {maple: {rows: 80}, birch: {rows: 80}, cedar: {rows: 80}}
        """;
    Study extreme = StudyFile.remote("the study", sites.formatted(most / 3, "true"));
    SiteRules.check(extreme); // two counts and AUC a split
    assertThatThrownBy(
            () -> SiteRules.check(StudyFile.remote("s", sites.formatted(most / 3 + 1, "true"))))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("the study reveals 21 sums over the 80 rows of party maple");
    assertThatThrownBy(
            () -> SiteRules.check(StudyFile.remote("s", sites.formatted(10_000, "false"))))
        .isInstanceOf(BadInput.class);
    for (int seed = 1; seed <= 5; seed++) {
      assertThat(told(sites.replace("seed: 5", "seed: " + seed), rows, most)).isZero();
    }
    assertThat(told(sites, rows, 2 * rows)).as("control: many splits").isEqualTo(rows);
  }

  /** How many of the first party's rows follow from the sums over the training rows of a study. */
  private static long told(String sites, int rows, int repeats) {
    Study study = StudyFile.remote("s", sites.formatted(repeats, "true"));
    RowOutline outline = RowOutline.ofSites(study, Matrix.fill(3, 1, (p, j) -> rows));
    List<double[]> sums = new ArrayList<>();
    for (int trial = 0; trial <= repeats; trial++) {
      double[] sum = new double[rows];
      Split own = outline.own(study.members().get(0), rows, outline.split(trial, ""));
      IntStream.of(own.train()).forEach(row -> sum[row] = 1);
      sums.add(sum);
    }
    Span span = new Span(sums);
    return IntStream.range(0, rows).filter(span::holds).count();
  }

  /** Groups of few rows, compared with labels, tell them; and comparing counts as telling. */
  @Test
  void manyGroupsAreNotComparedWithLabelsAndComparingCountsAsTelling() {
    String yaml = yaml("groups", "repeats: 1", "clusters: 7").replace("vfedmv", "fedmsgl");
    PartyStudies maple = new PartyStudies(config("maple"));
    assertThat(maple.read(manifest(yaml)).labels().told()).isTrue();
    PartyStudies birch = new PartyStudies(config("birch"));
    assertThat(birch.read(manifest(yaml)).labels().told()).isFalse();
    assertThatThrownBy(() -> begin("maple", yaml, 1, ""))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("the study asks for 7 groups");
    assertThatCode(() -> begin("birch", yaml, 1, "")).doesNotThrowAnyException();
    assertThatCode(() -> begin("maple", yaml.replace("clusters: 7", "clusters: 6"), 1, ""))
        .doesNotThrowAnyException();
  }

  @Test
  void aStudyHasNoModelThatItDoesNotAskFor() {
    String yaml = yaml("plain", "split: random, test: 0.25, repeats: 2", "model: false");
    assertThatThrownBy(() -> begin("birch", yaml, PartName.MODEL, ""))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("keeps no model");
  }
}
