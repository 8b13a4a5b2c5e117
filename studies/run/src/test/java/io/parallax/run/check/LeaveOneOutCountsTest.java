package io.parallax.run.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The statistics by which wrong numbers are found, by hand. */
class LeaveOneOutCountsTest {
  private static Study study(String check) {
    return StudyFile.remote(
        "the study",
        """
        study: counted
        method: vfedmv
        parties: {d: {view: d}, b: {view: b, labels: true}, c: {view: c}, a: {view: a}}
        seed: 5
        """
            + check);
  }

  private static LeftOutParts parts(int rows) {
    return LeftOutParts.of(study("check: {leave-one-out: true}\n"), rows).orElseThrow();
  }

  @Test
  void rowsAreDealtInEqualPartsAndTheLabelHolderIsNeverLeftOut() {
    LeftOutParts parts = parts(403);
    assertThat(parts.leftOut()).extracting(PartyId::name).containsExactly("a", "c", "d");
    for (int part = 0; part < parts.count(); part++) {
      int wanted = part;
      assertThat(Arrays.stream(parts.ofRow()).filter(own -> own == wanted).count())
          .isBetween(100L, 101L);
    }
    assertThat(parts.ofRow()).isEqualTo(parts(403).ofRow());
    assertThat(LeftOutParts.of(study(""), 403)).isEmpty();
  }

  @Test
  void aSplitThatHoldsOutTooFewRowsIsRefused() {
    int[] heldOut = IntStream.range(0, 30).toArray();
    assertThatThrownBy(() -> parts(403).requireRows(2, heldOut))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("of split 2 has")
        .hasMessageContaining("it must have at least 10");
  }

  private static LeaveOneOut counted(int... right) {
    return new LeaveOneOut(List.of("a", "c", "d"), right, new int[] {100, 100, 100, 100});
  }

  @Test
  void thePartyWithoutWhichMoreIsRightIsNamed() {
    LeaveOneOut lying = counted(40, 45, 95, 42);
    double share = 136 / 202.0; // of both parts, one more right and one more wrong
    double deviation = Math.sqrt(share * (1 - share) * 2 / 100.0);
    assertThat(lying.harm(2)).isCloseTo(0.55 / deviation, within(1e-12));
    assertThat(lying.named(1)).contains("c");
    assertThat(lying.worse(1).orElseThrow())
        .contains(
            "with party c the study is worse by 55.0 points",
            "(8.3 standard deviations)",
            "with 'check: {gate: true}' in place of leave-one-out");
    assertThat(lying.limit(1)).isEqualTo(3);
    assertThat(lying.limit(10)).isCloseTo(3.69, within(0.01));
  }

  @Test
  void honestPartiesMayAddMuch() {
    assertThat(counted(90, 88, 93, 70).suspects(1)).isEmpty();
    assertThat(counted(99, 99, 60, 99).suspects(1)).isEmpty();
    assertThat(counted(95, 60, 96, 60).suspects(1)).isEmpty(); // c adds nothing, the others much
  }

  @Test
  void nobodyIsNamedWhereSeveralMayLie() {
    LeaveOneOut first = counted(20, 95, 96, 94); // somebody lies where all score, and only there
    assertThat(first.suspects(1)).containsExactly("a", "c", "d");
    assertThat(first.named(1)).isEmpty();
    assertThat(first.worse(1).orElseThrow())
        .contains("differ by more than chance", "one of the parties a, c, d adds wrong numbers");
    assertThat(counted(5, 95, 93, 6).suspects(1)).containsExactly("a", "c"); // one spares another
    assertThat(counted(5, 70, 99, 6).suspects(1)).containsExactly("a", "c"); // and adds more itself
  }

  @Test
  void whatAPartyAddsHasItsStandardError() {
    LeaveOneOut one =
        new LeaveOneOut(List.of("a", "c"), new int[] {90, 80, 91}, new int[] {100, 100, 100});
    PartyEffects.Effect a = PartyEffects.of(List.of(one, one), false).parties().get(0);
    assertThat(a.adds()).isCloseTo(0.1, within(1e-12));
    double together = 91 / 102.0;
    double without = 81 / 102.0;
    double variance = (together * (1 - together) + without * (1 - without)) / 100;
    assertThat(a.error()).isCloseTo(Math.sqrt(variance), within(1e-12));
    assertThat(PartyEffects.of(List.of(one, one), true).parties().get(0).error())
        .isCloseTo(Math.sqrt(variance / 2), within(1e-12));
  }

  @Test
  void theOwnViewHasToBeAheadBeyondChance() {
    assertThat(new OwnView(100, 80, 60, 30).deviations()) // 30 against 10
        .isCloseTo(20 / Math.sqrt(40), within(1e-12));
    assertThat(new OwnView(100, 80, 60, 30).worse()).isTrue();
    assertThat(new OwnView(100, 80, 70, 20).worse()).isFalse(); // 20 against 10
    assertThat(new OwnView(100, 60, 60, 0).deviations()).isZero();
    int[] truth = {0, 1, 1, 0};
    assertThat(OwnView.of(truth, new int[] {0, 1, 0, 0}, new int[] {1, 1, 1, 0}))
        .isEqualTo(new OwnView(4, 3, 3, 1));
  }
}
