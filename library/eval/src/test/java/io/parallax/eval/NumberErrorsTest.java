package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NumberErrorsTest {
  /** The example of scikit-learn's documentation: R² 0.948…, MAE 0.5, MSE 0.375. */
  @Test
  void errorsAreThePublishedOnes() {
    NumberErrors errors =
        NumberErrors.of(new double[] {3, -0.5, 2, 7}, new double[] {2.5, 0.0, 2, 8});
    assertThat(errors.rootMeanSquare()).isCloseTo(Math.sqrt(0.375), within(1e-15));
    assertThat(errors.meanAbsolute()).isEqualTo(0.5);
    assertThat(errors.explained()).isCloseTo(0.9486081370449679, within(1e-15));
    assertThat(errors.asMap()).containsOnlyKeys("rmse", "mae", "rSquared");
  }

  @Test
  void theMeanExplainsNothingAndAConstantHasNothingToExplain() {
    assertThat(NumberErrors.of(new double[] {1, 3}, new double[] {2, 2}).explained()).isZero();
    assertThat(NumberErrors.of(new double[] {2, 2}, new double[] {2, 1}).explained()).isNaN();
    assertThatThrownBy(() -> NumberErrors.of(new double[1], new double[2]))
        .hasMessageContaining("as many");
  }

  /** The example of scikit-learn's mean_poisson_deviance: 1.4260… */
  @Test
  void theDevianceOfCountsIsThePublishedOne() {
    double[] ones = {1, 1, 1, 1};
    CountErrors errors =
        CountErrors.of(new double[] {2, 0, 1, 4}, new double[] {0.5, 0.5, 2, 2}, ones);
    assertThat(errors.deviance()).isCloseTo(1.4260151319598084, within(1e-14));
    CountErrors mean =
        CountErrors.of(new double[] {2, 0, 1, 4}, new double[] {1.75, 1.75, 1.75, 1.75}, ones);
    assertThat(mean.explained()).isCloseTo(0, within(1e-15));
    double[] exposure = {1, 2, 3, 4};
    CountErrors rates =
        CountErrors.of(new double[] {1, 2, 3, 4}, new double[] {1, 2, 3, 4}, exposure);
    assertThat(rates.deviance()).isZero();
    CountErrors never =
        CountErrors.of(new double[] {1, 0}, new double[] {0, 0}, new double[] {1, 1});
    assertThat(never.deviance()).isInfinite();
  }
}
