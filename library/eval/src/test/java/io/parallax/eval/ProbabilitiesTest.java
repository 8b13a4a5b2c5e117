package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import org.junit.jupiter.api.Test;

class ProbabilitiesTest {
  private static final int[] TRUTH = {0, 1, 1, 0};
  private static final Matrix FOUR =
      Matrix.of(new double[][] {{0.95, 0.05}, {0.98, 0.02}, {0.35, 0.65}, {0.62, 0.38}});

  @Test
  void theLogLossIsTheMeanOfWhatTheTrueClassesWereGiven() {
    double loss = -(Math.log(0.95) + Math.log(0.02) + Math.log(0.65) + Math.log(0.62)) / 4;
    assertThat(Probabilities.of(TRUTH, FOUR).logLoss()).isCloseTo(loss, within(1e-15));
  }

  /** Bin 0.9 to 1: 1.93 for one of two right; bin 0.6 to 0.7: 1.27 for two of two. */
  @Test
  void theCalibrationErrorGoesByTenBins() {
    assertThat(Probabilities.of(TRUTH, FOUR).calibrationError())
        .isCloseTo((0.93 + 0.73) / 4, within(1e-15));
  }

  @Test
  void certaintyIsAllowedAndOneWrongRowIsNotInfinite() {
    Matrix sure = Matrix.of(new double[][] {{1, 0}, {1, 0}});
    Probabilities found = Probabilities.of(new int[] {0, 1}, sure);
    assertThat(found.logLoss()).isCloseTo(-Math.log(1e-15) / 2, within(1e-12));
    assertThat(found.calibrationError()).isEqualTo(0.5);
  }

  @Test
  void otherScoresAreRefused() {
    assertThatThrownBy(
            () -> Probabilities.of(new int[] {0}, Matrix.of(new double[][] {{0.7, 0.7}})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sample 0");
    assertThatThrownBy(
            () -> Probabilities.of(new int[] {0}, Matrix.of(new double[][] {{1.2, -0.2}})))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Probabilities.of(new int[] {0, 1}, Matrix.zeros(1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 labels");
  }
}
