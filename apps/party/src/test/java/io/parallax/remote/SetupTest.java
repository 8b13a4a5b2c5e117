package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.data.ColumnMoments;
import io.parallax.data.Scaler;
import io.parallax.engine.Link;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.Transcript;
import io.parallax.math.Matrix;
import io.parallax.party.Objection;
import io.parallax.party.PartyStudies;
import io.parallax.remote.NodeMessages.AskMoments;
import io.parallax.remote.NodeMessages.DescribeRows;
import io.parallax.remote.NodeMessages.Rows;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.PartName;
import io.parallax.study.file.StudyFile;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudySplits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known before training: the same in plain and masked sums, and in one process. */
class SetupTest {
  private static final String MASKED = "protection: {aggregation: masked}";
  private static final String PLAIN = "protection: {aggregation: plain}";
  @TempDir Path folder;
  private SetupTable table;

  @BeforeEach
  void parties() {
    table = new SetupTable(folder);
  }

  private static String study(String protection) {
    return SetupTable.yaml(party -> "", protection);
  }

  private SetupFacts facts(String protection) {
    return table.facts(study(protection), link -> link, Optional.empty());
  }

  /** The same rows in one process. */
  private StudyData here() {
    return StudyReader.load(
        StudyFile.parse(
            "here",
            SetupTable.yaml(
                p -> "data: {csv: %s/rows.csv, id: id}, labels: {column: ill}".formatted(p), PLAIN),
            folder));
  }

  @Test
  void momentsHaveTheBitsOfOneProcessPlainOrMasked() {
    SetupFacts plain = facts(PLAIN);
    SetupFacts masked = facts(MASKED);
    StudyData here = here();
    Matrix moments = moments(masked);
    assertThat(moments).isEqualTo(moments(plain));
    var scalers =
        MomentRows.scalers(moments, Map.of("blood", 2), here.study().preparation().scales());
    for (var split : List.of(here.everything(), new StudySplits(here).all().get(1))) {
      Scaler simulated = here.scaler("blood", split); // one for all splits and the model
      assertThat(scalers.get("blood").means()).isEqualTo(simulated.means());
      assertThat(scalers.get("blood").deviations()).isEqualTo(simulated.deviations());
    }
  }

  private static Matrix moments(SetupFacts facts) {
    return Matrix.of(facts.moments());
  }

  /** A party's limbs in the first split, as the coordinator read them. */
  private Matrix seen(PartyId party, String protection) {
    List<byte[]> words = new ArrayList<>();
    table.facts(
        study(protection), link -> Transcript.recording(link, words::add), Optional.empty());
    return Transcript.read(words, List.of(DescribeRows.class, AskMoments.class)).stream()
        .filter(exchange -> exchange.ask() instanceof AskMoments)
        .map(exchange -> exchange.answered().get(party).get(1))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theCoordinatorReadsAPartysMomentsInPlainSumsOnly() {
    StudyData here = here();
    PartyId maple = PartyId.of("maple");
    int place = here.owners().orElseThrow().ids().indexOf(maple);
    int[] train =
        here.owners().orElseThrow().rows(place, new StudySplits(here).all().get(0).train());
    ColumnMoments own = here.moments("blood", train);
    Matrix plain = seen(maple, PLAIN);
    Matrix masked = seen(maple, MASKED);
    for (int j = 0; j < own.sums().length; j++) {
      assertThat(number(plain, j)).isEqualTo(own.sums()[j]);
      assertThat(number(masked, j)).isNotEqualTo(own.sums()[j]);
    }
    long same = 0;
    for (int i = 0; i < plain.rows(); i++) {
      for (int j = 0; j < plain.cols(); j++) {
        same += plain.get(i, j) == masked.get(i, j) ? 1 : 0;
      }
    }
    assertThat(same).isZero();
  }

  private static double number(Matrix limbs, int column) {
    return ColumnMoments.ofLimbs(new long[limbs.cols()], limbs).sums()[column];
  }

  /** Even to the coordinator of a masked sum, limbs do not tell how the parties' limbs add up. */
  @Test
  void borrowingHidesCarriesAndLeavesTheTotal() {
    List<ColumnMoments> parts =
        List.of(
            ColumnMoments.of(
                Matrix.of(new double[][] {{0.1, -7e20}, {1e-9, 3}, {-5, 0.7}, {2, 1e-3}})));
    MomentLimbs limbs = new MomentLimbs(parts);
    Matrix asTheyAre = limbs.asTheyAre().limbs();
    Matrix one = limbs.borrowing(new byte[32]).limbs();
    byte[] other = new byte[32];
    other[5] = 1;
    assertThat(limbs.borrowing(new byte[32]).limbs()).isEqualTo(one);
    assertThat(limbs.borrowing(other).limbs()).isNotEqualTo(one);
    for (int i = 0; i < one.rows(); i++) {
      for (int j = 0; j < one.cols(); j++) {
        assertThat(one.get(i, j)).isNotEqualTo(asTheyAre.get(i, j));
        assertThat(Math.abs(one.get(i, j))).isLessThan(MomentLimbs.MOST);
      }
    }
    ColumnMoments total = MomentLimbs.total(limbs.borrowing(other));
    assertThat(total.counts()).isEqualTo(parts.get(0).counts());
    assertThat(total.sums()).isEqualTo(parts.get(0).sums());
    assertThat(total.squares()).isEqualTo(parts.get(0).squares());
  }

  /** A restarted coordinator has all parties answer again, and checks the sums against its log. */
  @Test
  void whatIsAskedAgainAfterARestartIsTheSameSum() {
    Optional<Path> log = Optional.of(folder.resolve("rounds.log"));
    SetupFacts first = table.facts(study(MASKED), link -> link, log);
    SetupFacts again = table.facts(study(MASKED), link -> link, log);
    assertThat(moments(again)).isEqualTo(moments(first));
    table.write("birch/state/secret", "another"); // which has it borrow otherwise
    assertThatThrownBy(() -> table.facts(study(MASKED), link -> link, log))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("differ from the round log");
  }

  @Test
  void columnsTooLargeToAddUpAreRefusedByTheirParty() {
    StringBuilder csv = new StringBuilder("id,tiny,age,huge,ill\n");
    for (int i = 0; i < 30; i++) {
      csv.append("p%d,1,2,%d0e30,%s\n".formatted(i, i, i % 2 == 0 ? "yes" : "no"));
    }
    table.write("cedar/rows.csv", csv.toString());
    assertThatThrownBy(() -> facts(MASKED))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("view blood: column number 2 has values too large to add up");
  }

  private static UnaryOperator<String> pinned(String party, int more) {
    return p -> "rows: " + (SetupTable.ROWS.get(p) + (p.equals(party) ? more : 0));
  }

  @Test
  void pinnedRowsChangeNothingWhereTheyAreRight() {
    SetupFacts told = facts(MASKED);
    SetupFacts pinned =
        table.facts(SetupTable.yaml(pinned("maple", 0), MASKED), link -> link, Optional.empty());
    assertThat(pinned.samples()).isEqualTo(told.samples()).containsExactly(36, 41, 52);
    assertThat(moments(pinned)).isEqualTo(moments(told));
  }

  @Test
  void aPartyWithOtherRowsThanTheStudySaysBeginsNothing() {
    assertThatThrownBy(
            () ->
                table.begin(
                    "cedar",
                    SetupTable.yaml(pinned("cedar", 1), MASKED),
                    PartName.SETUP,
                    SetupTable.opening(SetupTable.yaml(pinned("cedar", 1), MASKED))))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "party cedar has another number of rows with all views and a label than the study says"
                + " (rows: 42);"
                + " correct the study, or the party's file (it has 41)")
        .satisfies(e -> assertThat(((BadInput) e).told()).doesNotContain("41"));
  }

  /** Changes what one party tells of its rows, behind its own program. */
  private static UnaryOperator<Link> saying(String party, UnaryOperator<Rows> change) {
    return link ->
        new Link() {
          @Override
          public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
            SortedMap<PartyId, byte[]> answers = new TreeMap<>(link.exchange(ask));
            if (Link.sequenceOf(ask) == 1) {
              answers.computeIfPresent(
                  PartyId.of(party),
                  (id, bytes) ->
                      MessageCodec.encode(change.apply(MessageCodec.decode(Rows.class, bytes))));
            }
            return answers;
          }

          @Override
          public SortedMap<PartyId, Long> positions() {
            return link.positions();
          }
        };
  }

  /** It would count for 83 % of all, where its rows are a third. */
  private static Rows exaggerated(Rows told) {
    return new Rows(
        10 * told.samples(),
        told.width(),
        told.ids(),
        told.columns(),
        told.labels(),
        told.classes());
  }

  @Test
  void aPartyThatClaimsOtherRowsIsRefusedByName() {
    String pinned = SetupTable.yaml(pinned("cedar", 0), PLAIN);
    assertThatThrownBy(
            () -> table.facts(pinned, saying("cedar", SetupTest::exaggerated), Optional.empty()))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("party cedar has another number of rows")
        .hasMessageContaining("than the study says (rows: 41)")
        .hasMessageEndingWith("(it has 410)");
    // the control: it gets past the coordinator, and its own program notices
    assertThatThrownBy(
            () ->
                table.facts(
                    study(PLAIN), saying("cedar", SetupTest::exaggerated), Optional.empty()))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("party cedar has another number of rows");
  }

  /** The opening of the first split, with rows that the coordinator gives a party. */
  private TrainingOpening opening(String yaml, SetupFacts facts, String party, int more) {
    int place = SetupTable.PARTIES.indexOf(party);
    Matrix honest = facts.rows();
    Matrix rows =
        Matrix.fill(honest.rows(), 1, (p, j) -> honest.get(p, j) + (p == place ? more : 0));
    return new TrainingOpening(
        SetupTable.opening(yaml).manifest(),
        1,
        String.join("\n", facts.classes()),
        rows,
        "",
        moments(facts));
  }

  @Test
  void aCoordinatorThatShiftsWeightsIsRefusedByEveryParty() {
    String told = study(PLAIN);
    String pinned = SetupTable.yaml(pinned("maple", 0), PLAIN);
    for (String yaml : List.of(told, pinned)) {
      SetupFacts facts = table.facts(yaml, link -> link, Optional.empty());
      table.begin("birch", yaml, "split-01", opening(yaml, facts, "maple", 0));
    }
    String fresh = told.replace("seed: 3", "seed: 4"); // nobody was told anything yet
    SetupFacts facts = table.facts(told, link -> link, Optional.empty());
    TrainingOpening lie = opening(fresh, facts, "maple", 5000);
    table.begin("birch", fresh, "split-01", lie); // the control: nothing speaks against it
    assertThatThrownBy(() -> table.begin("maple", fresh, "split-01", lie))
        .as("only maple itself could know")
        .isInstanceOf(ProtocolViolation.class);
    SetupFacts again = table.facts(pinned, link -> link, Optional.empty());
    TrainingOpening same = opening(pinned, again, "maple", 5000);
    assertThatThrownBy(() -> table.begin("birch", pinned, "split-01", same))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining(
            "the coordinator says that party maple has 5052 rows, and the study that all have"
                + " approved says 52");
  }

  /** What splits are drawn by, and columns are scaled by, is told once. */
  @Test
  void splitsAreDrawnInOneWayOnly() {
    String yaml = study(PLAIN);
    SetupFacts facts = table.facts(yaml, link -> link, Optional.empty());
    TrainingOpening honest = opening(yaml, facts, "maple", 0);
    table.begin("birch", yaml, "split-01", honest);
    refused(yaml, opening(yaml, facts, "maple", 1));
    refused(yaml, with(honest, "no\nother\nyes", honest.moments()));
    refused(yaml, with(honest, honest.classes(), honest.moments().scale(2)));
    assertThatThrownBy(
            () -> table.facts(yaml, saying("maple", SetupTest::exaggerated), Optional.empty()))
        .as("in the setup, too: maple by its own numbers, the others by what they were told")
        .isInstanceOfAny(Refused.class, ProtocolViolation.class);
  }

  private void refused(String yaml, TrainingOpening other) {
    assertThatThrownBy(() -> table.begin("birch", yaml, "split-01", other))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("told otherwise in this study before");
  }

  private static TrainingOpening with(TrainingOpening honest, String classes, Matrix moments) {
    return new TrainingOpening(
        honest.manifest(), honest.trial(), classes, honest.rows(), honest.heldOut(), moments);
  }

  @Test
  void trainingRowsMustFollowFromTheRows() {
    String yaml = study(PLAIN);
    TrainingOpening honest =
        opening(yaml, table.facts(yaml, link -> link, Optional.empty()), "maple", 0);
    for (Matrix rows :
        List.of(
            Matrix.zeros(2, 1),
            Matrix.zeros(3, 2),
            Matrix.fill(3, 1, (i, j) -> -1),
            Matrix.fill(3, 1, (i, j) -> 40.5),
            Matrix.fill(3, 1, (i, j) -> Double.NaN),
            Matrix.fill(3, 1, (i, j) -> 1e300))) {
      TrainingOpening odd =
          new TrainingOpening(honest.manifest(), 1, honest.classes(), rows, "", honest.moments());
      assertThatThrownBy(() -> table.begin("birch", yaml, "split-01", odd))
          .isInstanceOf(ProtocolViolation.class);
    }
  }

  @Test
  void anOwnerIsToldWhoseRowsAreItsOwnWordAndThePolicyMayAskForMore() {
    PartyStudies studies = new PartyStudies(table.config("birch"));
    var told = studies.read(SetupTable.manifest(study(PLAIN)));
    var pinned = studies.read(SetupTable.manifest(SetupTable.yaml(pinned("birch", 0), PLAIN)));
    assertThat(told.unpinned()).isEqualTo(SetupTable.PARTIES);
    assertThat(pinned.unpinned()).isEmpty();
    table.write(
        "birch/party.yaml",
        """
        party: birch
        coordinator: localhost
        data: {blood: {csv: rows.csv, id: id}}
        labels: {csv: rows.csv, id: id, column: ill}
        policy: {rows: pinned}
        """);
    var policy = table.config("birch").policy();
    assertThat(policy.objections(pinned)).isEmpty();
    assertThat(policy.objections(told))
        .extracting(Objection::text)
        .containsExactly(
            "it does not pin the row counts of [birch, cedar, maple]; policy.rows is 'pinned'; add"
                + " 'rows: NUMBER' to each of these parties");
  }

  @Test
  void whatAnOwnerMayAllowIsKnownByName() {
    assertThat(NodeMessages.disclosures())
        .contains("labelled", "own-metrics", "representation", "shared-labels", "view-guesses")
        .doesNotContain("rows", "foo");
  }

  @Test
  void impossibleTotalsAreNotUsed() {
    var honest =
        new MomentLimbs(List.of(ColumnMoments.of(Matrix.of(new double[][] {{1}, {1}, {1}}))))
            .asTheyAre();
    assertThatThrownBy(
            () ->
                MomentLimbs.total(
                    new NodeMessages.Moments(honest.counts(), honest.limbs().scale(-1))))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("column number 1 cannot be");
    assertThatThrownBy(
            () ->
                MomentLimbs.total(
                    new NodeMessages.Moments(honest.counts().scale(-1), honest.limbs())))
        .isInstanceOf(ProtocolViolation.class);
  }
}
