package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BaselineHazard;
import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Survival;
import io.parallax.data.ColumnMoments;
import io.parallax.eval.CalibrationSlope;
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

  private static ColumnMoments own(Target truth, Matrix scores, int[] rows, boolean all) {
    Target some = truth.select(rows);
    Matrix found =
        ValueSums.of(new Fold.Values(some, some), scores.selectRows(rows), hazard(truth), all);
    return ColumnMoments.of(found);
  }

  private static Optional<BaselineHazard> hazard(Target truth) {
    double[] times = IntStream.rangeClosed(1, 40).asDoubleStream().toArray();
    double[] cumulative = Arrays.stream(times).map(t -> t / 30).toArray();
    return truth instanceof Survival
        ? Optional.of(new BaselineHazard(times, cumulative, new int[40]))
        : Optional.empty();
  }

  private static ColumnMoments summed(Target truth, Matrix scores) {
    return summed(truth, scores, false);
  }

  private static ColumnMoments summed(Target truth, Matrix scores, boolean all) {
    return ColumnMoments.sum(
        IntStream.range(0, PARTIES).mapToObj(p -> own(truth, scores, rows(p), all)).toList());
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
    Counts truth = new Counts(counts, Optional.of(exposure), Adjustment.NONE);
    assertSame(Kind.COUNT, truth, rates, 2);
    Map<String, Double> found = ValueSums.metrics(Kind.COUNT, summed(truth, rates, true), ROWS);
    assertThat(found).hasSize(3);
    assertThat(found.get(CalibrationSlope.NAME))
        .isCloseTo(CalibrationSlope.ofCounts(counts, rates.toArray(), exposure), within(1e-3));
  }

  private static Survival survival(Matrix risks, Rng rng) {
    double[] times = new double[ROWS];
    int[] events = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double event = 12 * rng.exponential() / Math.exp(0.8 * risks.get(i, 0));
      double censored = 40 * rng.uniform();
      times[i] = 1 + Math.floor(Math.min(event, censored));
      events[i] = event <= censored ? 1 : 0;
    }
    return new Survival(times, events);
  }

  /** All metrics of times: at one party those of its rows, at several by party. */
  @Test
  void timesHaveAllMetricsWhereThereAreManyRows() {
    Matrix risks = Matrix.gaussian(ROWS, 1, Rng.of(6));
    Survival truth = survival(risks, Rng.of(7));
    int[] every = IntStream.range(0, ROWS).toArray();
    Map<String, Double> one = ValueSums.metrics(Kind.TIME, own(truth, risks, every, true), ROWS);
    Map<String, Double> expected =
        ValueScoring.metrics(new Fold.Values(truth, truth), risks, hazard(truth));
    assertThat(one).containsOnlyKeys(expected.keySet());
    one.forEach(
        (name, value) -> {
          double allowed = name.equals(CalibrationSlope.NAME) ? 1e-3 : 1e-12;
          assertThat(value).as(name).isCloseTo(expected.get(name), within(allowed));
        });
    Map<String, Double> three = ValueSums.metrics(Kind.TIME, summed(truth, risks, true), ROWS);
    double brier = 0;
    for (int p = 0; p < PARTIES; p++) {
      Target own = truth.select(rows(p));
      Matrix some = risks.selectRows(rows(p));
      brier +=
          ValueScoring.metrics(new Fold.Values(own, own), some, hazard(truth))
                  .get(ValueScoring.BRIER)
              / PARTIES;
    }
    assertThat(three.get(ValueScoring.BRIER)).isCloseTo(brier, within(1e-12));
    int[] party = IntStream.range(0, ROWS).map(i -> i % PARTIES).toArray();
    double slope =
        CalibrationSlope.ofTimes(
            truth.times(), truth.events(), risks.toArray(), Optional.empty(), Optional.of(party));
    assertThat(three.get(CalibrationSlope.NAME)).isCloseTo(slope, within(1e-3));
  }

  @Test
  void aPartyWithoutEventsLeavesTheMetricsToTheOthers() {
    Matrix risks = Matrix.gaussian(ROWS, 1, Rng.of(6));
    Survival some = survival(risks, Rng.of(7));
    int[] events = some.events();
    Arrays.stream(rows(0)).forEach(i -> events[i] = 0);
    Survival truth = new Survival(some.times(), events);
    assertThat(ValueSums.metrics(Kind.TIME, summed(truth, risks, true), ROWS)).hasSize(5);
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
      ColumnMoments alone = own(truth, scores, own, false);
      assertThat(alone.sums()[2] - known).isCloseTo(y[own[0]], within(1e-12));
      wrong += Math.abs(summed(truth, scores).sums()[2] - known - y[own[0]]) / SEEDS;
    }
    assertThat(wrong).as("the control: others' rows hide it; the mean is 0.8 off").isGreaterThan(2);
  }

  /** The same of the further sums: a count from that of counts by their rates' logarithms. */
  @Test
  void furtherSumsOfOnePartyTellItsLastRowAndSumsOverAllDoNot() {
    int[] own = rows(0);
    double wrong = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Rng rng = Rng.of(seed);
      Matrix rates = Matrix.gaussian(ROWS, 1, rng).map(StrictMath::exp);
      double[] y = IntStream.range(0, ROWS).mapToDouble(i -> rng.below(6)).toArray();
      Counts truth = new Counts(y);
      double known = Arrays.stream(own).skip(1).mapToDouble(i -> y[i] * log(rates, i)).sum();
      double alone = own(truth, rates, own, true).sums()[4] - known;
      assertThat(alone / log(rates, own[0])).isCloseTo(y[own[0]], within(1e-9));
      double guess = (summed(truth, rates, true).sums()[4] - known) / log(rates, own[0]);
      wrong += Math.min(10, Math.abs(guess - y[own[0]])) / SEEDS;
    }
    assertThat(wrong).as("the control: others' rows hide it; the mean is 1.5 off").isGreaterThan(3);
  }

  private static double log(Matrix rates, int i) {
    return StrictMath.log(rates.get(i, 0));
  }
}
