package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Survival;
import io.parallax.data.ColumnMoments;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.study.Task.Values.Kind;
import io.parallax.study.rows.Fold;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sums over parties give the metrics of all rows in one place, and hide single rows. */
class ValueSumsTest {
  private static final int ROWS = 90;
  private static final int PARTIES = 3;
  private static final int SEEDS = 20;

  private static int[] rows(int party) {
    return IntStream.range(0, ROWS).filter(i -> i % PARTIES == party).toArray();
  }

  private static ColumnMoments summed(Target truth, Matrix scores) {
    return ColumnMoments.sum(
        IntStream.range(0, PARTIES)
            .mapToObj(
                p ->
                    ColumnMoments.of(
                        ValueSums.of(truth.select(rows(p)), scores.selectRows(rows(p)))))
            .toList());
  }

  private static void assertSame(Kind kind, Target truth, Matrix scores, int count) {
    Map<String, Double> all =
        ValueScoring.metrics(new Fold.Values(truth, truth), scores, Optional.empty());
    Map<String, Double> found = ValueSums.metrics(kind, summed(truth, scores), ROWS);
    assertThat(found).hasSize(count);
    found.forEach(
        (name, value) ->
            assertThat(value)
                .as(name)
                .isCloseTo(all.get(name), within(1e-10 * Math.abs(all.get(name)))));
  }

  @Test
  void numbersAndCountsAreThoseOfAllRows() {
    Rng rng = Rng.of(4);
    Matrix scores = Matrix.gaussian(ROWS, 1, rng).map(v -> 1e6 + v);
    double[] offset = Matrix.gaussian(ROWS, 1, rng).toArray();
    double[] y = scores.plus(Matrix.gaussian(ROWS, 1, rng)).toArray();
    Adjustment known = new Adjustment(Optional.empty(), Optional.of(offset));
    assertSame(Kind.NUMBER, new Numbers(y, known), scores, 4);
    Matrix rates = Matrix.gaussian(ROWS, 1, rng).map(StrictMath::exp);
    double[] counts = rates.map(v -> Math.floor(3 * v * rng.uniform())).toArray();
    double[] exposure = IntStream.range(0, ROWS).mapToDouble(i -> 1 + i % 4).toArray();
    assertSame(Kind.COUNT, new Counts(counts, Optional.of(exposure), Adjustment.NONE), rates, 2);
  }

  @Test
  void timesAreComparedWithinPartiesByTheirPairs() {
    Rng rng = Rng.of(5);
    double[] times = IntStream.range(0, ROWS).mapToDouble(i -> 1 + rng.below(40)).toArray();
    int[] events = IntStream.range(0, ROWS).map(i -> rng.below(2)).toArray();
    Matrix risks = Matrix.gaussian(ROWS, 1, rng);
    Survival truth = new Survival(times, events);
    double pairs = 0;
    double right = 0;
    for (int p = 0; p < PARTIES; p++) {
      for (int i : rows(p)) {
        for (int j : rows(p)) {
          boolean later = times[j] > times[i] || times[j] == times[i] && events[j] == 0;
          if (events[i] == 1 && later && i != j) {
            pairs++;
            right += risks.get(i, 0) > risks.get(j, 0) ? 1 : 0;
          }
        }
      }
    }
    assertThat(ValueSums.metrics(Kind.TIME, summed(truth, risks), ROWS))
        .isEqualTo(Map.of("concordance", right / pairs));
  }

  @Test
  void aRowThatCannotBeSummedLeavesNoMetrics() {
    double[] y = new double[ROWS];
    Arrays.setAll(y, i -> i);
    Matrix scores = Matrix.fill(ROWS, 1, (i, j) -> i == 7 ? 1e300 : i);
    assertThat(ValueSums.metrics(Kind.NUMBER, summed(new Numbers(y), scores), ROWS)).isEmpty();
  }

  /** Who knows all rows of a party but one reads that one from the party's own sums. */
  @Test
  void sumsOfOnePartyTellItsLastRowAndSumsOverAllDoNot() {
    Matrix scores = Matrix.zeros(ROWS, 1);
    int[] own = rows(0);
    double wrong = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      double[] y = Matrix.gaussian(ROWS, 1, Rng.of(seed)).toArray();
      Numbers truth = new Numbers(y);
      double known = Arrays.stream(own).skip(1).mapToDouble(i -> y[i]).sum();
      ColumnMoments alone =
          ColumnMoments.of(ValueSums.of(truth.select(own), scores.selectRows(own)));
      assertThat(alone.sums()[2] - known).isCloseTo(y[own[0]], within(1e-12));
      wrong += Math.abs(summed(truth, scores).sums()[2] - known - y[own[0]]) / SEEDS;
    }
    assertThat(wrong).as("the control: others' rows hide it; the mean is 0.8 off").isGreaterThan(2);
  }
}
