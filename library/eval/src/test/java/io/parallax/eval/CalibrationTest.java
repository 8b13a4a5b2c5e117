package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Slopes against those that SciPy's optimisers find; groups against means by hand. */
class CalibrationTest {
  private static final Offset<Double> NEAR = within(1e-6);
  private static final double[] TIMES = {1, 2, 2, 3, 4, 5, 6, 7, 8, 9};
  private static final int[] EVENTS = {1, 1, 0, 1, 1, 0, 1, 1, 0, 1};
  private static final double[] RISKS = {1.2, .4, -.3, .9, -.1, .2, .5, -.8, -1, .1};
  private static final double[] ENTRIES = {0, 0, 1, 1.5, 0, 3, 2, 0, 4, 3};
  private static final int[] STRATA = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};

  @Test
  void slopesOfNumbersCountsAndOutcomes() {
    assertThat(CalibrationSlope.ofNumbers(new double[] {1, 3, 2, 5}, new double[] {1, 2, 3, 4}))
        .isCloseTo(1.1, NEAR);
    double[] counts = {0, 1, 1, 3, 2, 5, 4, 9};
    double[] means = {.5, .6, 1.2, 1.5, 2.5, 3, 4.5, 5};
    double[] ones = {1, 1, 1, 1, 1, 1, 1, 1};
    assertThat(CalibrationSlope.ofCounts(counts, means, ones)).isCloseTo(1.15459549, NEAR);
    int[] happened = {0, 0, 1, 0, 1, 1, 0, 1};
    double[] chances = {.1, .3, .35, .4, .5, .6, .7, .9};
    assertThat(CalibrationSlope.ofOutcomes(happened, chances)).isCloseTo(1.02983287, NEAR);
  }

  @Test
  void slopesOfTimesWithEntriesAndStrata() {
    Optional<double[]> none = Optional.empty();
    assertThat(CalibrationSlope.ofTimes(TIMES, EVENTS, RISKS, none, Optional.empty()))
        .isCloseTo(1.904066076, NEAR);
    Optional<double[]> entries = Optional.of(ENTRIES);
    assertThat(CalibrationSlope.ofTimes(TIMES, EVENTS, RISKS, entries, Optional.empty()))
        .isCloseTo(1.497691379, NEAR);
    assertThat(CalibrationSlope.ofTimes(TIMES, EVENTS, RISKS, entries, Optional.of(STRATA)))
        .isCloseTo(0.776646827, NEAR);
  }

  @Test
  void equalPredictionsAndSeparatedOutcomesHaveNoSlope() {
    double[] same = {2, 2, 2};
    assertThat(CalibrationSlope.ofNumbers(new double[] {1, 2, 3}, same)).isNaN();
    assertThat(CalibrationSlope.ofCounts(new double[] {1, 2, 3}, same, same)).isNaN();
    assertThat(CalibrationSlope.ofOutcomes(new int[] {0, 0, 1, 1}, new double[] {.1, .2, .8, .9}))
        .isNaN();
    assertThat(
            CalibrationSlope.ofTimes(
                TIMES, EVENTS, new double[10], Optional.empty(), Optional.empty()))
        .isNaN();
    double[] rising = {5, 4, 3, 2, 1};
    int[] all = {1, 1, 1, 1, 1};
    double[] order = {1, 2, 3, 4, 5};
    assertThat(CalibrationSlope.ofTimes(order, all, rising, Optional.empty(), Optional.empty()))
        .isNaN();
  }

  @Test
  void groupsHaveMeansIntervalsAndDeviations() {
    double[] predicted = {4, 1, 3, 2};
    double[] observed = {5, 1, 3, 3};
    List<Calibration.Group> groups = Calibration.of(predicted, observed, 2);
    assertThat(groups).extracting(Calibration.Group::rows).containsExactly(2, 2);
    assertThat(groups).extracting(Calibration.Group::predicted).containsExactly(1.5, 3.5);
    assertThat(groups).extracting(Calibration.Group::observed).containsExactly(2.0, 4.0);
    assertThat(groups.get(0).interval().high()).isCloseTo(2 + 1.95996398, NEAR);
    List<Calibration.Spread> residuals =
        Calibration.residuals(predicted, new double[] {1, 0, 0, 1}, 2);
    assertThat(residuals.get(0).mean()).isEqualTo(0.5);
    assertThat(residuals.get(0).deviation()).isCloseTo(Math.sqrt(0.5), NEAR);
    assertThat(Calibration.of(predicted, observed, 10)).hasSize(4);
  }
}
