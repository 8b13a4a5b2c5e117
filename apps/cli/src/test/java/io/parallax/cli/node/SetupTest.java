package io.parallax.cli.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.cli.node.NodeMessages.AskMoments;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyData;
import io.parallax.cli.study.StudyFile;
import io.parallax.cli.study.StudyReader;
import io.parallax.cli.study.StudySplits;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.data.ColumnMoments;
import io.parallax.data.ExactSum;
import io.parallax.data.Scaler;
import io.parallax.engine.Transcript;
import io.parallax.math.Matrix;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    for (int trial = 0; trial <= 2; trial++) {
      Matrix moments = moments(masked, trial);
      assertThat(moments).isEqualTo(moments(plain, trial));
      var split = trial == 0 ? here.everything() : new StudySplits(here).all().get(trial - 1);
      var scalers = MomentRows.scalers(moments, Map.of("blood", 2));
      Study.Member blood = here.study().parties().get(0);
      Scaler simulated = here.scaler(blood, split);
      assertThat(scalers.get("blood").means()).isEqualTo(simulated.means());
      assertThat(scalers.get("blood").deviations()).isEqualTo(simulated.deviations());
    }
  }

  private static Matrix moments(SetupFacts facts, int trial) {
    return Matrix.of(trial == 0 ? facts.allMoments() : facts.moments().get(trial - 1));
  }

  /** A party's limbs in the first split, as the coordinator read them. */
  private Matrix seen(PartyId party, String protection) {
    ByteArrayOutputStream words = new ByteArrayOutputStream();
    table.facts(study(protection), link -> Transcript.recording(link, words), Optional.empty());
    return Transcript.read(new ByteArrayInputStream(words.toByteArray()), NodeMessages.SETUP)
        .stream()
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
    ColumnMoments own = here.moments(here.study().parties().get(0), train);
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
    long[] own = new long[ExactSum.LIMBS];
    for (int i = 0; i < own.length; i++) {
      own[i] = (long) limbs.get(i, column);
    }
    return ExactSum.ofLimbs(own);
  }

  /** Even to the coordinator of a masked sum, limbs do not tell how the parties' limbs add up. */
  @Test
  void borrowingHidesCarriesAndLeavesTheTotal() {
    List<ColumnMoments> parts =
        List.of(
            new ColumnMoments(
                new long[] {3, 4}, new double[] {0.1, -7e20}, new double[] {1e-9, 5e41}));
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
    assertThat(moments(again, 1)).isEqualTo(moments(first, 1));
    table.write("birch/state/secret", "another"); // which has it borrow otherwise
    assertThatThrownBy(() -> table.facts(study(MASKED), link -> link, log))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("differ from the round log");
  }

  @Test
  void columnsTooLargeToAddUpAreRefusedByTheirParty() {
    StringBuilder csv = new StringBuilder("id,tiny,age,huge,ill\n");
    for (int i = 0; i < 20; i++) {
      csv.append("p%d,1,2,%d0e30,%s\n".formatted(i, i, i % 2 == 0 ? "yes" : "no"));
    }
    table.write("cedar/rows.csv", csv.toString());
    assertThatThrownBy(() -> facts(MASKED))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("view blood: column number 2 has values too large to add up");
  }

  @Test
  void impossibleTotalsAreNotUsed() {
    var honest =
        new MomentLimbs(
                List.of(new ColumnMoments(new long[] {3}, new double[] {1}, new double[] {1})))
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
