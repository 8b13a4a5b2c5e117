package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import org.junit.jupiter.api.Test;

/** Temperatures that make probabilities agree with what is observed. */
class TemperatureTest {
  /** All are given 0.9 and three of four are right: ln 9 / T = ln 3. */
  @Test
  void overconfidenceByHand() {
    Matrix sure = Matrix.fill(4, 2, (i, j) -> j == 0 ? 0.9 : 0.1);
    assertThat(Temperature.fit(sure, new int[] {0, 0, 1, 0})).isCloseTo(2, within(1e-9));
    Matrix cooled = Temperature.apply(sure, 2);
    assertThat(cooled.get(3, 0)).isCloseTo(0.75, within(1e-15));
    assertThat(cooled.get(3, 1)).isCloseTo(0.25, within(1e-15));
  }

  @Test
  void thatOfSharpenedProbabilitiesIsFoundAgainAndNoOtherIsBetter() {
    Rng rng = Rng.of(3);
    Matrix scores = Matrix.fill(4000, 3, (i, j) -> Math.exp(rng.gaussian()));
    Matrix calm = Temperature.apply(scores, 1);
    int[] truth = new int[4000];
    for (int i = 0; i < truth.length; i++) {
      double u = rng.uniform();
      truth[i] = u < calm.get(i, 0) ? 0 : u < calm.get(i, 0) + calm.get(i, 1) ? 1 : 2;
    }
    Matrix sharp = Temperature.apply(calm, 0.4);
    double found = Temperature.fit(sharp, truth);
    assertThat(found).isCloseTo(2.5, within(0.2));
    double best = loss(sharp, found, truth);
    assertThat(best).isLessThan(loss(sharp, 1, truth));
    assertThat(best).isLessThan(loss(sharp, found * 1.01, truth));
    assertThat(best).isLessThan(loss(sharp, found / 1.01, truth));
  }

  @Test
  void temperaturesAreBoundedWhereAllRowsAreRightOrNothingIsKnown() {
    Matrix sure = Matrix.of(new double[][] {{0.9, 0.1}, {1, 0}});
    assertThat(Temperature.fit(sure, new int[] {0, 0})).isCloseTo(0.05, within(1e-9));
    assertThat(Temperature.fit(sure, new int[] {1, 1})).isCloseTo(20, within(1e-6));
    assertThat(Temperature.apply(sure, 20).row(1)[1]).isBetween(0.1, 0.2);
  }

  private static double loss(Matrix probabilities, double temperature, int[] truth) {
    return Probabilities.of(truth, Temperature.apply(probabilities, temperature)).logLoss();
  }
}
