package io.parallax.run.certainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.eval.ScoreBins;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.run.certainty.CalibrationMessages.CountScores;
import io.parallax.run.certainty.CalibrationMessages.ScoreCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A coordinator that reads calibration rows out of the counts of their scores, as is declared. */
class ScoreCountsAttackTest {
  private static final int PARTIES = 4;

  /** Each party's numbers. */
  private static List<double[]> rows(int each, long seed) {
    Rng rng = Rng.of(seed);
    return IntStream.range(0, PARTIES)
        .mapToObj(p -> IntStream.range(0, each).mapToDouble(i -> rng.gaussian()).toArray())
        .toList();
  }

  private static Party party(double[] own) {
    return new CalibrationParty(own, new int[own.length], 1);
  }

  private static Matrix counts(double[] own) {
    return ((ScoreCounts) party(own).answers().to(new CountScores(1, ScoreBins.COUNT))).counts();
  }

  /** Returns the sum over the parties, which is all that the coordinator gets under masks. */
  private static Matrix sum(List<double[]> parties) {
    return parties.stream().map(ScoreCountsAttackTest::counts).reduce(Matrix::plus).orElseThrow();
  }

  /** Returns the numbers in the middle of the bins, each as often as it was counted. */
  private static double[] read(Matrix counts) {
    List<Double> found = new ArrayList<>();
    for (int bin = 1; bin < ScoreBins.COUNT - 1; bin++) {
      double middle = (ScoreBins.ALL.upper(bin - 1) + ScoreBins.ALL.upper(bin)) / 2;
      for (int i = 0; i < counts.get(0, bin); i++) {
        found.add(middle);
      }
    }
    return found.stream().mapToDouble(x -> x).toArray();
  }

  private static double[] all(List<double[]> parties) {
    return parties.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
  }

  /** The share of rows whose number no other row shares, so that it is told to a bin. */
  private static double alone(List<double[]> parties) {
    Matrix counts = sum(parties);
    long alone = IntStream.range(0, ScoreBins.COUNT).filter(bin -> counts.get(0, bin) == 1).count();
    return alone / (double) all(parties).length;
  }

  /** Of few rows it is nearly each row's number; of many only how many there are of each. */
  @Test
  void ofFewRowsNearlyEveryNumberIsTold() {
    List<double[]> few = rows(6, 1);
    double[] truth = all(few);
    double[] found = read(sum(few));
    assertThat(found).hasSize(truth.length);
    for (int i = 0; i < truth.length; i++) {
      assertThat(Math.abs(found[i] / truth[i] - 1)).as("about 2 %% wide").isLessThan(0.011);
    }
    double fewAlone = alone(few);
    double manyAlone = alone(rows(5000, 2));
    System.out.printf("alone in a bin: %.3f of few rows, %.3f of many%n", fewAlone, manyAlone);
    assertThat(fewAlone).isGreaterThan(0.8);
    assertThat(manyAlone).as("many rows").isLessThan(0.05);
  }

  /** Rows change their party: the sum stays. The control: what the parties add does not. */
  @Test
  void theSumDoesNotTellWhoseNumberItIs() {
    List<double[]> here = rows(6, 3);
    List<double[]> there = new ArrayList<>(here);
    double[] first = here.get(0).clone();
    double[] second = here.get(1).clone();
    double moved = first[2];
    first[2] = second[4];
    second[4] = moved;
    there.set(0, first);
    there.set(1, second);
    assertThat(sum(there)).isEqualTo(sum(here));
    assertThat(counts(first)).as("the control").isNotEqualTo(counts(here.get(0)));
  }

  /** Finer bins, or groups of the coordinator's choice, would tell more. */
  @Test
  void otherBinsAndGroupsAreRefused() {
    Party party = party(rows(6, 4).get(0));
    for (CountScores ask :
        List.of(
            new CountScores(2, ScoreBins.COUNT),
            new CountScores(1, 10 * ScoreBins.COUNT),
            new CountScores(1, 1),
            new CountScores(0, ScoreBins.COUNT))) {
      assertThatThrownBy(() -> party.answers().to(ask)).isInstanceOf(ProtocolViolation.class);
    }
    Object once = party.answers().to(new CountScores(1, ScoreBins.COUNT));
    assertThat(party.answers().to(new CountScores(1, ScoreBins.COUNT))).isEqualTo(once);
  }
}
