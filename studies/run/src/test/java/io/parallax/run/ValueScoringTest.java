package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BaselineHazard;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.Target.Survival;
import io.parallax.data.ColumnMoments;
import io.parallax.eval.CalibrationSlope;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.study.Task.Values.Kind;
import io.parallax.study.rows.Fold;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The names of metrics, and those of rows in strata or observed from a time on only. */
class ValueScoringTest {
  private static final int ROWS = 300;

  /** The metrics that are told between machines have fixed names and an order. */
  @Test
  void everyKindHasItsMetrics() {
    assertThat(ValueScoring.names(Kind.NUMBER))
        .contains("rmse", "mae", "rSquared", "calibrationSlope");
    assertThat(ValueScoring.names(Kind.COUNT)).contains("calibrationSlope").hasSizeGreaterThan(1);
    assertThat(ValueScoring.names(Kind.TIME))
        .contains(
            "concordance", "unoConcordance", "aucAtMedian", "integratedBrier", "calibrationSlope");
  }

  /** Rows of two strata, of which the second has its events ten times as late. */
  private static Survival rows(Rng rng, Matrix risks) {
    double[] times = new double[ROWS];
    int[] events = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double slow = i % 2 == 0 ? 1 : 10;
      double event = 1 + 20 * slow * rng.exponential() / Math.exp(risks.get(i, 0));
      double censored = 1 + 60 * slow * rng.uniform();
      times[i] = Math.min(event, censored);
      events[i] = event <= censored ? 1 : 0;
    }
    int[] strata = IntStream.range(0, ROWS).map(i -> i % 2).toArray();
    return new Survival(times, events, Optional.empty(), Optional.of(strata), Adjustment.NONE);
  }

  private static double brier(Survival truth) {
    Fold.Values values = new Fold.Values(truth, truth);
    Scored same = ValueReferences.of(values).get(ValueReferences.NAME);
    return ValueScoring.metrics(values, same).get(ValueScoring.BRIER);
  }

  /** One curve for both strata is further off than a curve for each. */
  @Test
  void withoutFeaturesEveryStratumSurvivesByItsOwnCurve() {
    Survival truth = rows(Rng.of(3), Matrix.zeros(ROWS, 1));
    Survival together = new Survival(truth.times(), truth.events());
    assertThat(brier(truth)).isLessThan(brier(together) - 0.02);
    assertThat(brier(together)).isLessThan(0.25);
  }

  /** Risks say nothing about the order of rows in different strata; chances of events do. */
  @Test
  void rowsAreComparedWithinStrataAndByTheirChances() {
    Matrix risks = Matrix.gaussian(ROWS, 1, Rng.of(4));
    Survival truth = rows(Rng.of(5), risks);
    Fold.Values values = new Fold.Values(truth, truth);
    BaselineHazard hazard = ValueReferences.of(values).get(ValueReferences.NAME).hazard().get();
    Map<String, Double> all = ValueScoring.metrics(values, risks, Optional.of(hazard));
    assertThat(all.keySet()).containsExactlyElementsOf(ValueScoring.names(Kind.TIME));
    Survival one = new Survival(truth.times(), truth.events());
    Map<String, Double> mixed =
        ValueScoring.metrics(new Fold.Values(one, one), risks, Optional.of(hazard));
    assertThat(all.get(ValueScoring.CONCORDANCE))
        .isGreaterThan(mixed.get(ValueScoring.CONCORDANCE) + 0.02);
    assertThat(all.get(ValueScoring.AUC)).isGreaterThan(mixed.get(ValueScoring.AUC) + 0.05);
    assertThat(ValueScoring.metrics(values, risks, Optional.empty()))
        .containsOnlyKeys(ValueScoring.CONCORDANCE, ValueScoring.UNO, CalibrationSlope.NAME);
  }

  /** Chances of being censored do not know of entry times: what is weighted by them is left out. */
  @Test
  void withEntryTimesThereAreOnlyMetricsThatKnowOfThem() {
    Matrix risks = Matrix.gaussian(ROWS, 1, Rng.of(6));
    Survival plain = rows(Rng.of(7), risks);
    double[] entries = IntStream.range(0, ROWS).mapToDouble(i -> i % 3 * 0.3).toArray();
    Survival late =
        new Survival(
            plain.times(), plain.events(), Optional.of(entries), plain.strata(), Adjustment.NONE);
    BaselineHazard hazard = new BaselineHazard(new double[] {1}, new double[] {1}, new int[1]);
    Fold.Values values = new Fold.Values(late, late);
    Map<String, Double> found = ValueScoring.metrics(values, risks, Optional.of(hazard));
    assertThat(found).containsOnlyKeys(ValueScoring.CONCORDANCE, CalibrationSlope.NAME);
    Map<String, Double> summed =
        ValueSums.metrics(
            Kind.TIME,
            ColumnMoments.of(ValueSums.of(values, risks, Optional.of(hazard), true)),
            ROWS);
    assertThat(summed.keySet()).isEqualTo(found.keySet());
    assertThat(summed.get(ValueScoring.CONCORDANCE))
        .isCloseTo(found.get(ValueScoring.CONCORDANCE), within(1e-12));
  }
}
