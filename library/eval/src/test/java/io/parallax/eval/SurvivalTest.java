package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SurvivalTest {
  private static final Offset<Double> EXACT = within(1e-12);

  /** Remission of leukaemia with maintenance (Miller 1981; {@code aml} in R's survival). */
  private static final double[] AML = {9, 13, 13, 18, 23, 28, 31, 34, 45, 48, 161};

  private static final int[] AML_EVENTS = {1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 0};

  @Test
  void kaplanMeierIsThePublishedOne() {
    KaplanMeier curve = KaplanMeier.of(AML, AML_EVENTS);
    assertThat(curve.times()).containsExactly(9, 13, 18, 23, 31, 34, 48);
    double[] published = {0.9091, 0.8182, 0.7159, 0.6136, 0.4909, 0.3682, 0.1841};
    double[] errors = {0.0867, 0.1163, 0.1397, 0.1526, 0.1642, 0.1627, 0.1535};
    for (int k = 0; k < published.length; k++) {
      assertThat(curve.survival()[k]).isCloseTo(published[k], within(5e-5));
      assertThat(curve.errors()[k]).isCloseTo(errors[k], within(5e-5));
    }
    assertThat(curve.atRisk()).containsExactly(11, 10, 8, 7, 5, 4, 2);
    assertThat(curve.median()).isEqualTo(31);
    assertThat(curve.at(8.9)).isEqualTo(1);
    assertThat(curve.at(9)).isCloseTo(10.0 / 11, EXACT);
    assertThat(curve.before(9)).isEqualTo(1);
    assertThat(curve.interval(23).low()).isCloseTo(0.3769, within(5e-5));
    assertThat(curve.interval(23).high()).isCloseTo(0.999, within(5e-4));
  }

  @Test
  void censoringIsEstimatedAfterEventsOfTheSameTime() {
    KaplanMeier censoring = KaplanMeier.ofCensoring(AML, AML_EVENTS);
    assertThat(censoring.times()).containsExactly(13, 28, 45, 161);
    // at 13 nine rows are left without the event of that time, of which one is censored
    assertThat(censoring.at(13)).isCloseTo(8.0 / 9, EXACT);
    assertThat(censoring.before(13)).isEqualTo(1);
    assertThat(censoring.at(28)).isCloseTo(8.0 / 9 * 5 / 6, EXACT);
  }

  @Test
  void groupsHaveCurvesOfTheirOwn() {
    List<KaplanMeier> both =
        KaplanMeier.ofGroups(
            new double[] {1, 2, 3, 4}, new int[] {1, 1, 1, 0}, new int[] {7, 5, 7, 5});
    assertThat(both.get(0).at(2)).isEqualTo(0.5);
    assertThat(both.get(1).at(3)).isZero();
  }

  /** 10 comparable pairs by hand: events at 1, 3 and 4; the row censored at 3 is later than 3. */
  @Test
  void concordanceIsThatOfPairsCountedByHand() {
    double[] times = {1, 2, 3, 3, 4, 5};
    int[] events = {1, 0, 1, 0, 1, 0};
    double[] risks = {0.9, 0.3, 0.5, 0.6, 0.5, 0.1};
    // 1 against five: all right; 3 against 3+, 4, 5: wrong, tied, right; 4 against 5: right
    assertThat(new Concordance(times, events).harrell(risks)).isCloseTo(7.5 / 9, EXACT);
    double[] other = Arrays.stream(risks).map(r -> -r).toArray();
    assertThat(new Concordance(times, events).harrell(other)).isCloseTo(1.5 / 9, EXACT);
    KaplanMeier censoring = KaplanMeier.ofCensoring(times, events);
    double g3 = 4.0 / 5; // of five rows after time 1, one is censored at 2
    double g4 = g3 * 2 / 3; // of three rows without the event at 3, one is censored then
    double w3 = 1 / (g3 * g3);
    double w4 = 1 / (g4 * g4);
    double expected = (5 + 1.5 * w3 + w4) / (5 + 3 * w3 + w4);
    assertThat(new Concordance(times, events).uno(risks, censoring, 10)).isCloseTo(expected, EXACT);
    assertThat(new Concordance(times, events).uno(risks, censoring, 4))
        .isCloseTo((5 + 1.5 * w3) / (5 + 3 * w3), EXACT);
  }

  @Test
  void concordanceOfManyRowsIsThatOfAllPairs() {
    Rng rng = Rng.of(4);
    int n = 400;
    double[] times = new double[n];
    double[] risks = new double[n];
    int[] events = new int[n];
    for (int i = 0; i < n; i++) {
      times[i] = 1 + rng.below(60);
      risks[i] = rng.below(25);
      events[i] = rng.below(2);
    }
    double right = 0;
    double all = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        boolean later = times[j] > times[i] || times[j] == times[i] && events[j] == 0;
        if (i != j && events[i] == 1 && later) {
          all++;
          right += risks[i] > risks[j] ? 1 : risks[i] == risks[j] ? 0.5 : 0;
        }
      }
    }
    assertThat(new Concordance(times, events).harrell(risks)).isCloseTo(right / all, EXACT);
    double[] alike = new double[n];
    assertThat(new Concordance(times, events).harrell(alike)).isEqualTo(0.5);
    assertThat(new Concordance(times, new int[n]).harrell(risks)).isNaN();
  }

  /** The same by concordance() of R's survival 3.5-3, with (entry, time] and strata(group). */
  @Test
  void rowsAreComparedWithinStrataAndWhileTheyAreObserved() {
    int n = 60;
    double[] times = new double[n];
    double[] entries = new double[n];
    double[] risks = new double[n];
    int[] events = new int[n];
    int[] strata = new int[n];
    for (int i = 0; i < n; i++) {
      entries[i] = i * 7 % 11;
      times[i] = entries[i] + 1 + i * 13 % 17;
      events[i] = i * 5 % 3 == 0 ? 0 : 1;
      risks[i] = i * 29 % 23;
      strata[i] = i % 4 == 0 ? 2 : 5;
    }
    Concordance all = new Concordance(times, events);
    assertThat(all.harrell(risks)).isCloseTo(0.51194539249146764, EXACT);
    Optional<double[]> from = Optional.of(entries);
    Optional<int[]> groups = Optional.of(strata);
    assertThat(new Concordance(times, events, Optional.empty(), groups).harrell(risks))
        .isCloseTo(0.53561643835616435, EXACT);
    assertThat(new Concordance(times, events, from, Optional.empty()).harrell(risks))
        .isCloseTo(0.5181119648737651, EXACT);
    assertThat(new Concordance(times, events, from, groups).harrell(risks))
        .isCloseTo(0.52910052910052907, EXACT);
  }

  private static SurvivalForecast forecast(double[] times, int... events) {
    return new SurvivalForecast(times, events, KaplanMeier.ofCensoring(times, events));
  }

  @Test
  void brierScoresWeightRowsByTheChanceOfBeingObserved() {
    SurvivalForecast all = forecast(new double[] {1, 2, 3, 4}, 1, 0, 1, 0);
    double[] survival = {0.2, 0.5, 0.6, 0.9};
    // at 2.5: row 1 had its event, row 2 is unknown, rows 3 and 4 are observed with G = 2/3
    double expected = (0.04 + 0.16 / (2.0 / 3) + 0.01 / (2.0 / 3)) / 4;
    assertThat(all.brier(2.5, survival)).isCloseTo(expected, EXACT);
    SurvivalForecast complete = forecast(new double[] {1, 2, 3, 4}, 1, 1, 1, 1);
    assertThat(complete.brier(2.5, new double[] {0, 0, 1, 1})).isZero();
    assertThat(complete.brier(2.5, new double[] {0.5, 0.5, 0.5, 0.5})).isCloseTo(0.25, EXACT);
  }

  @Test
  void theIntegratedScoreIsTheMeanOverTime() {
    SurvivalForecast complete = forecast(new double[] {1, 2, 3, 4}, 1, 1, 1, 1);
    double[] half = {0.5, 0.5, 0.5, 0.5};
    double[] best = {0, 0, 1, 1};
    assertThat(
            complete.integratedBrier(
                new double[] {1.5, 2.5, 3.5}, new double[][] {half, half, half}))
        .isCloseTo(0.25, EXACT);
    assertThat(complete.integratedBrier(new double[] {2.1, 2.9}, new double[][] {best, half}))
        .isCloseTo(0.125, EXACT);
    assertThatThrownBy(() -> complete.integratedBrier(new double[] {1}, new double[][] {half}))
        .hasMessageContaining("two or more times");
  }

  @Test
  void theAreaUnderTheCurveIsThatOfPairsCountedByHand() {
    SurvivalForecast all = forecast(new double[] {1, 2, 3, 4, 5}, 1, 0, 1, 0, 1);
    double[] risks = {0.9, 0.8, 0.4, 0.5, 0.4};
    // until 3.5: cases 1 (weight 1) and 3 (weight 4/3); without: 4, 5
    double w = 4.0 / 3;
    assertThat(all.areaUnderCurve(3.5, risks)).isCloseTo((2 + 0.5 * w) / (2 * (1 + w)), EXACT);
    assertThat(all.areaUnderCurve(0.5, risks)).isNaN();
    assertThat(
            forecast(new double[] {1, 2, 3}, 1, 1, 1).areaUnderCurve(1.5, new double[] {3, 2, 1}))
        .isEqualTo(1);
  }

  @Test
  void calibrationComparesGroupsWithTheirCurves() {
    double[] times = {1, 2, 3, 4, 5, 6, 7, 8};
    SurvivalForecast all = forecast(times, 1, 1, 1, 0, 1, 1, 0, 1);
    double[] survival = {0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9};
    List<Calibration.Group> groups = all.calibration(3.5, survival, 2);
    assertThat(groups).hasSize(2);
    assertThat(groups.get(0).predicted()).isCloseTo(0.25, EXACT);
    assertThat(groups.get(0).observed()).isCloseTo(0.25, EXACT);
    assertThat(groups.get(1).predicted()).isCloseTo(0.75, EXACT);
    assertThat(groups.get(1).observed()).isEqualTo(1);
    assertThat(groups.get(0).interval().low()).isLessThan(0.25);
    assertThat(groups.get(0).interval().high()).isGreaterThan(0.25);
  }

  @Test
  void rowsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> KaplanMeier.of(new double[] {1}, new int[] {2}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KaplanMeier.of(new double[0], new int[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Concordance(AML, AML_EVENTS).harrell(new double[2]))
        .hasMessageContaining("every row needs a risk");
  }
}
